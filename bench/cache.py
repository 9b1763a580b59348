"""Accesses a second of the two cache simulations, beside pycachesim where it is installed.

Run: python bench/cache.py [rounds]

The traces are those of three matrix products of doubles, three accesses a multiply-add, and one
that jumps at random. All simulations take turns in each round, so that what disturbs one disturbs
its neighbours too. Goals: one capacity >= 50 M accesses/s, every capacity at once
>= 12 M/s, each on the slowest of the three products.
"""

from __future__ import annotations

import importlib.util
import statistics
import sys
import time
from collections.abc import Callable

import numpy as np

from reference.cache import gemm_traces
from reference.cache.lru import simulate
from reference.cache.stack_distance import misses_by_capacity

ROUNDS = 5
N, TILE = 128, 16
LINES, WAYS, LINE_BYTES = 512, 8, 64
ONE_GOAL, ALL_GOAL = 50e6, 12e6
PLAIN_ACCESSES = 100_000
"""pycachesim is called once an access, so it gets the start of a trace."""

Trace = tuple[np.ndarray, np.ndarray]


def traces() -> dict[str, Trace]:
    """Return the traces by name."""
    products = {
        "i-j-k": gemm_traces.product("ijk", N, N, N, itemsize=8),
        "i-k-j": gemm_traces.product("ikj", N, N, N, itemsize=8),
        f"tiled, T = {TILE}": gemm_traces.product("ijk", N, N, N, itemsize=8, T=TILE),
    }
    rng = np.random.default_rng(0)
    addresses = rng.integers(0, 3 * N * N * 8, 3 * N**3)
    random = addresses, rng.random(addresses.size) < 1 / 3
    return {name: (one.addresses, one.is_write) for name, one in products.items()} | {
        "random": random
    }


def pycachesim_rate(trace: Trace) -> float:
    """Return the accesses a second of pycachesim on the start of a trace."""
    import cachesim

    memory = cachesim.MainMemory()
    cache = cachesim.Cache("L1", LINES // WAYS, WAYS, LINE_BYTES, "LRU")
    memory.load_to(cache)
    memory.store_from(cache)
    simulator = cachesim.CacheSimulator(cache, memory)
    steps = [
        (simulator.store if write else simulator.load, address)
        for address, write in zip(*(x[:PLAIN_ACCESSES].tolist() for x in trace), strict=True)
    ]

    def replay() -> None:
        for touch, address in steps:
            touch(address, length=8)

    return len(steps) / seconds(replay)


def seconds(action: Callable[[], object]) -> float:
    """Return how long `action` took."""
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def rates(trace: Trace, rounds: int) -> dict[str, list[float]]:
    """Return accesses a second of each simulation, once a round, in turns."""
    addresses, writes = trace
    cache = {"lines": LINES, "line_bytes": LINE_BYTES}
    actions = {
        "fully associative": lambda: simulate(addresses, writes, **cache),
        f"{WAYS} ways": lambda: simulate(addresses, writes, ways=WAYS, **cache),
        "all capacities": lambda: misses_by_capacity(addresses, LINE_BYTES),
    }
    measured: dict[str, list[float]] = {name: [] for name in actions}
    for action in actions.values():
        action()  # compiles
    for _ in range(rounds):
        for name, action in actions.items():
            measured[name].append(addresses.size / seconds(action))
        if importlib.util.find_spec("cachesim"):
            measured.setdefault("pycachesim", []).append(pycachesim_rate(trace))
    return measured


def goal(name: str, rate: float, least: float) -> bool:
    """Print one line, and return whether the goal is met."""
    met = rate >= least
    verdict = "met" if met else "MISSED"
    print(f"goal {name} >= {least / 1e6:.0f} M accesses/s: {rate / 1e6:.1f}, {verdict}")
    return met


def main() -> None:
    """Print the table and one line per goal; exit 1 when a goal is missed."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    slowest: dict[str, float] = {}
    print(f"N = {N}, {LINES} lines of {LINE_BYTES} B, {3 * N**3} accesses, {rounds} rounds")
    print(f"{'trace':<15}{'simulation':<20}{'M accesses/s':>12}   all rounds")
    for trace_name, trace in traces().items():
        for name, values in rates(trace, rounds).items():
            middle = statistics.median(values)
            ends = f"{min(values) / 1e6:.1f} … {max(values) / 1e6:.1f}"
            print(f"{trace_name:<15}{name:<20}{middle / 1e6:>12.1f}   {ends}")
            if trace_name != "random":
                slowest[name] = min(middle, slowest.get(name, middle))
    if "pycachesim" not in slowest:
        print("pycachesim is not installed, so ours are measured alone (pip install pycachesim)")
    met = [
        goal("fully associative", slowest["fully associative"], ONE_GOAL),
        goal(f"{WAYS} ways", slowest[f"{WAYS} ways"], ONE_GOAL),
        goal("all capacities", slowest["all capacities"], ALL_GOAL),
    ]
    sys.exit(0 if all(met) else 1)


if __name__ == "__main__":
    main()
