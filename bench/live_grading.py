"""CPU seconds and memory of grading one unit of a right submission live, keeper and box together.

Run: python bench/live_grading.py [UNIT…]

Every unit runs in a process of its own. The first run pays for imports and is left out; then the
solution is judged ROUNDS times. The box's share is what the zygote's children used, less what a
zygote uses that judges nothing. Submissions compiled by numba are listed apart.
"""

from __future__ import annotations

import json
import re
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

from grader.course import Unit, find_course_root, load_course

ROUNDS = 5
CPU_GOAL_S = 3.0
MEMORY_GOAL_MB = 400


def fixture_cells(unit: Unit, name: str) -> tuple[tuple[int, str], ...]:
    """Return the cells of the solution, or of a fixture on top of it."""
    sources = [(unit.secret / "solution.py").read_text("utf-8")]
    if name != "solution":
        sources.append((unit.secret / f"{name}.py").read_text("utf-8"))
    return tuple(enumerate(sources))


def peak_mb(pid: int) -> float:
    """Return the peak resident memory of a process in MiB."""
    found = re.search(r"^VmHWM:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text(), re.M)
    return int(found[1]) / 1024 if found else 0.0


def descendants_mb(root: int) -> float:
    """Return the memory of all processes below `root`, shared pages counted once (PSS), in MiB."""
    parents: dict[int, int] = {}
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            found = re.search(r"^PPid:\s+(\d+)", status.read_text(), re.M)
        except OSError:
            continue
        if found:
            parents[int(status.parent.name)] = int(found[1])
    below, total_kb = {root}, 0
    for _ in range(5):
        below |= {pid for pid, parent in parents.items() if parent in below}
    for pid in below - {root}:
        try:
            rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
        except OSError:
            continue
        pss = re.search(r"^Pss:\s+(\d+) kB", rollup, re.M)
        total_kb += int(pss[1]) if pss else 0
    return total_kb / 1024


def measure_one(unit_id: str, name: str, rounds: int) -> dict[str, object]:
    """Judge one fixture `rounds` times in this process; `rounds` 0 measures the zygote alone."""
    import os

    from grader.box import Zygote, best_rung
    from grader.engine.judge import judge
    from grader.engine.plan import Job

    root = find_course_root(Path(__file__).parent)
    assert root is not None
    course = load_course(root)
    unit = course.unit(unit_id)
    job = Job(unit=unit.id, salt="bench", rung=best_rung().value, cells=fixture_cells(unit, name))
    keeper: list[float] = []
    with Zygote(best_rung()) as zygote:
        for _ in range(rounds + 1 if rounds else 0):
            start = time.process_time()
            result = judge(job, course, zygote).result
            assert result.status.value == "PASSED", result.status
            keeper.append(time.process_time() - start)
        memory = peak_mb(os.getpid()) + descendants_mb(os.getpid())
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return {
        "keeper_s": keeper[1:],
        "children_s": children.ru_utime + children.ru_stime,
        "memory_mb": memory,
        "cases": sum(c.cases for c in result.checks) if rounds else 0,
    }


def measure(unit_id: str, name: str) -> dict[str, float]:
    """Return medians of one fixture, in fresh processes."""

    def run(rounds: int) -> dict[str, object]:
        command = [sys.executable, __file__, "--one", unit_id, name, str(rounds)]
        return json.loads(subprocess.run(command, capture_output=True, check=True).stdout)

    idle, busy = run(0), run(ROUNDS)
    box_s = (busy["children_s"] - idle["children_s"]) / (ROUNDS + 1)
    keeper_s = statistics.median(busy["keeper_s"])
    spread_s = max(busy["keeper_s"]) - min(busy["keeper_s"])
    return {
        "keeper": keeper_s,
        "spread": spread_s,
        "box": box_s,
        "memory": busy["memory_mb"],
        "cases": busy["cases"],
    }


def main() -> None:
    """Print the table and one line per goal; exit 1 when a goal is missed."""
    if sys.argv[1:2] == ["--one"]:
        print(json.dumps(measure_one(sys.argv[2], sys.argv[3], int(sys.argv[4]))))
        return
    root = find_course_root(Path(__file__).parent)
    assert root is not None
    course = load_course(root)
    wanted = sys.argv[1:] or [u.id for u in course.units]
    met = True
    print(f"{'unit':<24}{'fixture':<30}{'cases':>7}{'keeper s':>10}{'±':>7}{'box s':>8}{'MiB':>7}")
    for unit in (course.unit(name) for name in wanted):
        compiled = [p for p in unit.right if "njit" in p.read_text("utf-8")]
        for name in ("solution", *(f"right/{p.stem}" for p in compiled)):
            m = measure(unit.id, name)
            print(
                f"{unit.id:<24}{name:<30}{m['cases']:>7.0f}{m['keeper']:>10.2f}"
                f"{m['spread']:>7.2f}{m['box']:>8.2f}{m['memory']:>7.0f}"
            )
            if name == "solution":
                met &= m["keeper"] + m["box"] <= CPU_GOAL_S and m["memory"] <= MEMORY_GOAL_MB
    print(f"goal: <= {CPU_GOAL_S} CPU s and <= {MEMORY_GOAL_MB} MiB: {'met' if met else 'MISSED'}")
    sys.exit(0 if met else 1)


if __name__ == "__main__":
    main()
