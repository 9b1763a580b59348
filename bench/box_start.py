"""How long a box takes to open, to answer its first call, and to be killed; and what it weighs.

Run: python bench/box_start.py [rounds]
"""

from __future__ import annotations

import re
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

from grader.box import Limits, Rung, Zygote, best_rung

ROUNDS = 100


def milliseconds(action: Callable[[], object]) -> tuple[float, object]:
    """Return how long `action` took, and what it returned."""
    start = time.perf_counter()
    result = action()
    return (time.perf_counter() - start) * 1e3, result


def row(name: str, values: list[float]) -> str:
    """Return median, quartiles and extremes in one line."""
    low, middle, high = statistics.quantiles(values, n=4)
    ends = f"{min(values):.2f} … {max(values):.2f}"
    return f"{name:<12} median {middle:7.2f} ms   quartiles {low:.2f} … {high:.2f}   all {ends}"


def memory_kib(pid: int, field: str) -> int:
    """Return one field of a process's memory map summary."""
    found = re.search(rf"^{field}:\s+(\d+) kB", Path(f"/proc/{pid}/smaps_rollup").read_text(), re.M)
    return int(found[1]) if found else 0


def measure(zygote: Zygote, rounds: int) -> dict[str, list[float]]:
    """Open, ask and kill `rounds` boxes."""
    times: dict[str, list[float]] = {"open": [], "first cell": [], "call": [], "kill": []}
    for _ in range(rounds):
        spent, box = milliseconds(lambda: zygote.open_box(Limits()))
        times["open"].append(spent)
        times["first cell"].append(milliseconds(lambda b=box: b.run_cell("f = abs", 0))[0])
        times["call"].append(milliseconds(lambda b=box: b.call("f", (1,), {}))[0])
        times["kill"].append(milliseconds(box.close)[0])
    return times


def main() -> None:
    """Print the table for the best rung and for no walls at all."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    for rung in dict.fromkeys((best_rung(), Rung.D)):
        start, zygote = milliseconds(lambda r=rung: Zygote(r))
        with zygote:
            times = measure(zygote, rounds)
        print(f"rung {rung}: zygote started in {start:.0f} ms, {rounds} boxes")
        for name, values in times.items():
            print("  " + row(name, values))


if __name__ == "__main__":
    main()
