"""CPU time of a traced call: compiling, recording on both paths, and what the keeper does with it.

Run: python bench/traces.py [rounds]

The kernel is an i-k-j product of singles as students write it, three accesses a multiply-add.
Everything runs in this process, without a box, on recording
arrays; times are CPU seconds, figures medians. A round compiles a new function, records it as
Python at a small size and compiled at N = 128, decodes and replays that record, as the keeper does.
Goals: compile <= 2 s, Python <= 700 ns an access, record and analyse N = 128 <= 0.3 s.

Exit status 1: a goal was missed, or the product was wrong.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import njit

from grader.box.inside import compiled
from grader.box.inside.recording import Recorder, contents, record
from grader.checks import access

ROUNDS = 7
N, SMALL, TINY = 128, 24, 4
PASSES = 500_000
COMPILE_GOAL_S, PYTHON_GOAL_NS, ANALYSED_GOAL_S = 2.0, 700.0, 0.3

Figures = dict[str, list[float]]


def new_product() -> Any:
    """Return a function that numba has not seen."""

    def gemm(A, B, C):  # type: ignore[no-untyped-def]
        M, K = A.shape
        for i in range(M):
            for j in range(B.shape[1]):
                C[i, j] = 0.0
            for k in range(K):
                a = A[i, k]
                for j in range(B.shape[1]):
                    C[i, j] += a * B[k, j]

    return njit(gemm)


def matrices(n: int) -> tuple[access.Array, ...]:
    """Return A, B and an output full of NaN, small integers that a product keeps exact."""
    rng = np.random.default_rng(0)
    A, B = (rng.integers(-8, 9, (n, n)).astype(np.float32) for _ in "AB")
    C = np.full((n, n), np.nan, np.float32)
    return tuple(access.Array(name, (n, n), x) for name, x in (("A", A), ("B", B), ("C", C)))


def traced(function: Any, arrays: tuple[access.Array, ...], *, native: bool) -> Any:
    """Record one call; return codes, values and the product."""
    recorder = Recorder(tuple(array.name for array in arrays))
    given = [record(array.before, i, recorder) for i, array in enumerate(arrays)]
    with compiled.tracing(recorder, native=native):
        function(*given)
    return *recorder.log(), contents(given[2])


def cpu_s(action: Callable[[], Any]) -> tuple[float, Any]:
    """Return the CPU seconds that `action` took, and what it returned."""
    start = time.process_time()
    value = action()
    return time.process_time() - start, value


def plain_loop() -> int:
    """Do what tells how fast Python itself is just now: other work slows a shared core."""
    total = 0
    for i in range(PASSES):
        total += i
    return total


def one_round(figures: Figures) -> None:
    """Add one value to each figure."""
    function = new_product()
    tiny, small, large = matrices(TINY), matrices(SMALL), matrices(N)
    first, _ = cpu_s(lambda: traced(function, tiny, native=True))
    again, _ = cpu_s(lambda: traced(function, tiny, native=True))
    plain, _ = cpu_s(plain_loop)
    in_python, (codes, _, _) = cpu_s(lambda: traced(function, small, native=False))
    recorded, (native_codes, values, C) = cpu_s(lambda: traced(function, large, native=True))
    analysed, log = cpu_s(
        lambda: access.replayed(large, native_codes, values, {"C": C}, ("C",)),
    )
    if not np.array_equal(C, large[0].before @ large[1].before) or len(log) != len(native_codes):
        sys.exit("the recorded product is wrong")
    for name, value in (
        ("compile, s", first - again),
        ("a plain Python loop, ns a pass", plain / PASSES * 1e9),
        ("Python, ns an access", in_python / len(codes) * 1e9),
        ("compiled, ns an access", recorded / len(native_codes) * 1e9),
        (f"record N = {N}, s", recorded),
        (f"analyse N = {N}, s", analysed),
        (f"record and analyse N = {N}, s", recorded + analysed),
    ):
        figures.setdefault(name, []).append(value)


def goal(figures: Figures, name: str, most: float) -> bool:
    """Print one line, and return whether the goal is met."""
    median = statistics.median(figures[name])
    met = median <= most
    print(f"goal {name} <= {most:g}: {median:.3g}, {'met' if met else 'MISSED'}")
    return met


def main() -> None:
    """Print the table and one line per goal; exit 1 when a goal is missed."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    compiled.install()
    one_round({})  # numba sets itself up, and the keeper's loops are compiled
    figures: Figures = {}
    for _ in range(rounds):
        one_round(figures)
    print(f"i-k-j, float32, {rounds} rounds, CPU time")
    print(f"{'figure':<32}{'median':>9}   all rounds")
    for name, values in figures.items():
        ends = f"{min(values):.3g} … {max(values):.3g}"
        print(f"{name:<32}{statistics.median(values):>9.3g}   {ends}")
    met = [
        goal(figures, "compile, s", COMPILE_GOAL_S),
        goal(figures, "Python, ns an access", PYTHON_GOAL_NS),
        goal(figures, f"record and analyse N = {N}, s", ANALYSED_GOAL_S),
    ]
    sys.exit(0 if all(met) else 1)


if __name__ == "__main__":
    main()
