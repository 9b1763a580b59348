"""Flash attention on one core beside the numpy + OpenBLAS formulation, in time and in memory.

Run: python bench/attention_cpu.py [rounds]

Both are checked against float64 first, then take turns. Goals at T = 2048, d = 64: at most 1.5
times the time of the numpy formulation, and extra memory that grows with T·d and not with T².
"""

from __future__ import annotations

import math
import os
import statistics
import sys
import time
import tracemalloc
from collections.abc import Callable

import numpy as np

from reference.kernels.cpu.attention import KEYS, QUERIES, attention
from reference.models import attention as model

ROUNDS = 21
T, D = 2048, 64
TIME_GOAL = 1.5
GROWTH_GOAL = 2.1
"""Extra memory for 2 T over that for T: 2 for O(T·d), 4 for a table."""
LARGEST_ERROR = 4e-6

Attention = Callable[[np.ndarray, np.ndarray, np.ndarray, bool], np.ndarray]


def by_table(Q: np.ndarray, K: np.ndarray, V: np.ndarray, causal: bool) -> np.ndarray:
    """Return the same attention from the whole table of scores, with as few tables as possible."""
    scores = Q @ K.T
    scores *= np.float32(1 / math.sqrt(Q.shape[1]))
    if causal:
        np.putmask(scores, ~np.tri(len(scores), dtype=np.bool_), -np.inf)
    scores -= scores.max(axis=1, keepdims=True)
    np.exp(scores, out=scores)
    total = scores.sum(axis=1, keepdims=True)
    out = scores @ V
    out /= total
    return out


def inputs(length: int) -> list[np.ndarray]:
    """Return Q, K and V of this length."""
    rng = np.random.default_rng(length)
    return [rng.standard_normal((length, D), np.float32) for _ in range(3)]


def seconds(action: Callable[[], object]) -> float:
    """Return how long `action` took."""
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def peak_bytes(attend: Attention, length: int) -> int:
    """Return the most that one call allocates beyond its inputs, the result included.

    tracemalloc does not see what compiled code allocates, the tiles of scores and of the result and
    three numbers a query: they are added.
    """
    arrays = inputs(length)
    attend(*arrays, False)
    tracemalloc.start()
    attend(*arrays, False)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak + (4 * QUERIES * (KEYS + D + 3) if attend is attention else 0)


def demand_right(length: int, causal: bool) -> None:
    """Exit with a sentence if one of the two is wrong."""
    arrays = inputs(length)
    expected = model.attention(*arrays, causal)
    for attend in (attention, by_table):
        error = float(np.abs(attend(*arrays, causal) - expected).max())
        if not error <= LARGEST_ERROR:
            sys.exit(f"{attend.__name__} is off by {error:.1e} at T = {length}, causal {causal}")


def ratio(causal: bool, rounds: int) -> float:
    """Print both times, and return the median of flash over table, round by round."""
    arrays = inputs(T)
    pairs = [
        (seconds(lambda: attention(*arrays, causal)), seconds(lambda: by_table(*arrays, causal)))
        for _ in range(rounds)
    ]
    ratios = [flash / table for flash, table in pairs]
    flash, table = (statistics.median(column) * 1e3 for column in zip(*pairs, strict=True))
    low, middle, high = statistics.quantiles(ratios, n=4)
    rate = model.attention_flop(T, D) / (2 if causal else 1) / flash / 1e6
    print(
        f"{'causal' if causal else 'full':<8}{flash:>9.1f}{table:>9.1f}{rate:>9.1f}{middle:>8.2f}"
        f"   {low:.2f} … {high:.2f}"
    )
    return middle


def goal(name: str, value: float, most: float) -> bool:
    """Print one line, and return whether the goal is met."""
    met = value <= most
    print(f"goal {name} <= {most}: {value:.2f}, {'met' if met else 'MISSED'}")
    return met


def main() -> None:
    """Print the tables and one line per goal; exit 1 when a goal is missed."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    for length in (1, 257, T):
        for causal in (False, True):
            demand_right(length, causal)
    print(f"T = {T}, d = {D}, float32, one thread, {rounds} rounds; times are medians")
    print(f"{'mask':<8}{'flash ms':>9}{'numpy ms':>9}{'GFLOP/s':>9}{'ratio':>8}   quartiles")
    full = ratio(False, rounds)
    ratio(True, rounds)
    print(f"\n{'T':>6}{'flash MiB':>12}{'numpy MiB':>12}{'flash / T·d·4 B':>18}")
    flash: dict[int, int] = {}
    for length in (T // 2, T, 2 * T):
        flash[length], table = peak_bytes(attention, length), peak_bytes(by_table, length)
        copies = flash[length] / (4 * length * D)
        print(f"{length:>6}{flash[length] / 2**20:>12.2f}{table / 2**20:>12.2f}{copies:>18.2f}")
    met = [
        goal(f"time over numpy + OpenBLAS at T = {T}", full, TIME_GOAL),
        goal(f"memory at 2 T over memory at T = {T}", flash[2 * T] / flash[T], GROWTH_GOAL),
    ]
    sys.exit(0 if all(met) else 1)


def alone() -> None:
    """Start again with one thread: OpenBLAS reads these once, when numpy is imported."""
    wanted = os.environ | {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    for name in ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE"):
        wanted.pop(name, None)
    if wanted != dict(os.environ):
        os.execve(sys.executable, [sys.executable, *sys.argv], wanted)


if __name__ == "__main__":
    alone()
    main()
