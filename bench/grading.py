"""CPU seconds of grading the same class with nbgrader, with otter and with grader, in one run.

Run: python bench/grading.py [SUBMISSIONS] [ROUNDS]
     python bench/grading.py --growth [SUBMISSIONS…]

The class is made here: plain Python functions, submissions that are all right, and submissions of
mixed quality (two of five are right; of the others one to three functions are wrong, one raises).
No two have the same text. nbgrader and otter run in environments of their own under build/, with
three asserts a function; grader draws so many cases that it tries 50 times as many inputs. otter
grades OTTER submissions only, as it takes seconds for each.

CPU seconds are those of a command and all it starts. "A submission" leaves start-up out: the
difference between a run over all students and one over a single student for nbgrader, between a
class five times as large and this one for grader (otter starts afresh for each). "In all" is the
whole run by its students.
The first two goals count keeper and box alone, for 10 functions and 50 cases each.

Growth: whole runs over a mixed class of 10, 100 and 1,000 submissions, then once more with nothing
left to judge.

Exit status 1: a goal was missed.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from grading_sides import for_grader, for_others
from grading_sides.commands import (
    cpu_s,
    environment,
    grader_command,
    own_surroundings,
    surroundings,
    version,
)
from grading_sides.functions import FUNCTIONS
from grading_sides.submissions import MIXED, RIGHT, students

SUBMISSIONS, ROUNDS, OTTER = 20, 3, 3
COMPARED = FUNCTIONS[:8]
CASES, COMPARED_CASES = 50, 150
"""Of one function: for the goals in seconds, and in the comparison, where nbgrader tries 3."""
FEW = 1
"""Students in the run that tells nbgrader's start-up."""
LARGER = 5
"""grader's start-up is as long as judging 100 submissions, and varies by seconds: a class this many
times as large tells what one submission more costs."""
PASSES = 2_000_000
GROWTH = (10, 100, 1000)
JUDGED_GOAL_S, RATIO_GOAL, CASES_GOAL = 0.10, 15.0, 50.0
SCALAR_GOAL_S, PYTEST_GOAL_S = 0.15, 0.030
GROWN_GOAL, MEMORY_GOAL_MB = 1.2, 600.0
JUDGING, WHOLE_RUN = "--judging", "--whole-run"


class Cost(NamedTuple):
    """CPU seconds of one tool in all rounds."""

    marginal: list[float]
    """A submission, start-up left out."""
    whole: list[float]
    """A run over all students, by their number."""
    cases: float
    """Inputs tried, a submission."""


@contextmanager
def scratch() -> Iterator[Path]:
    """Yield a folder that is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        yield Path(folder).resolve()


def grader_cost(quality: str, count: int, rounds: int) -> Cost:
    """Grade a class as a TA does: verdicts, gradebook, feedback pages."""
    cost = Cost([], [], 0.0)
    for _ in range(rounds):
        whole, cases = _graded(quality, count)
        larger, _ = _graded(quality, LARGER * count)
        cost.marginal.append((larger - whole) / (LARGER * count - count))
        cost.whole.append(whole / count)
        cost = cost._replace(cases=cases / count)
    return cost


def _graded(quality: str, count: int) -> tuple[float, int]:
    """Return the CPU seconds of grading a fresh class, and how many cases were tried."""
    with scratch() as folder:
        made = for_grader.write_class(folder, COMPARED, quality, count, COMPARED_CASES)
        run = grader_command(made, for_grader.BUNDLE)
        return cpu_s(run, made, own_surroundings()), for_grader.tried_cases(made)


def nbgrader_cost(quality: str, count: int, rounds: int) -> Cost:
    """Autograde a class."""
    programs = environment("nbgrader")
    env = surroundings(programs)
    cost = Cost([], [], sum(len(for_others.asserts(f)) for f in COMPARED))
    run = [programs / "nbgrader", "autograde", for_others.ASSIGNMENT]
    with scratch() as folder:
        for_others.write_nbgrader_source(folder, COMPARED)
        release = [programs / "nbgrader", "generate_assignment", for_others.ASSIGNMENT, "--create"]
        cpu_s(release, folder, env)
        for_others.hand_in_to_nbgrader(folder, COMPARED, quality, count)
        for _ in range(rounds):
            few = cpu_s([*run, "--force", f"--student={students(1)[0]}"], folder, env)
            whole = cpu_s([*run, "--force"], folder, env)
            cost.marginal.append((whole - few) / (count - FEW))
            cost.whole.append(whole / count)
    return cost


def otter_cost(quality: str) -> Cost:
    """Run otter on a few submissions, one after the other, as its command does."""
    programs = environment("otter")
    env = surroundings(programs)
    with scratch() as folder:
        notebooks = for_others.write_otter(folder, COMPARED, quality, OTTER)
        nothing = ["--no-config", "--no-requirements", "--no-environment"]
        cpu_s(
            [programs / "otter", "generate", "-t", "tests", "-o", "autograder.zip", *nothing],
            folder,
            env,
        )
        run = [programs / "otter", "run", "-a", folder / "autograder.zip"]
        times = [cpu_s([*run, "-o", path.parent, path], folder, env) for path in notebooks]
    return Cost(times, times, sum(len(for_others.asserts(f)) for f in COMPARED))


def in_process_of_its_own(mode: str, *arguments: object) -> Any:
    """Return what a part of this bench measures; checks of two classes share no process."""
    command = [sys.executable, __file__, mode, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, env=own_surroundings())
    if done.returncode:
        sys.exit(f"{' '.join(command)}: exit {done.returncode}\n{done.stderr[-2000:]}")
    return json.loads(done.stdout)


def judged(quality: str, count: int, rounds: int) -> dict[str, Any]:
    """Return what judging costs for 10 functions and 50 cases each."""
    with scratch() as folder:
        made = for_grader.write_class(folder, FUNCTIONS, quality, count, CASES)
        return dict(in_process_of_its_own(JUDGING, made, rounds))


def around(quality: str, count: int) -> dict[str, float]:
    """Return what `grade`'s main process costs a submission, by parts, start-up left out."""
    runs = []
    for size in (count, LARGER * count):
        with scratch() as folder:
            made = for_grader.write_class(folder, FUNCTIONS, quality, size, CASES)
            runs.append(in_process_of_its_own(WHOLE_RUN, made))
    few, many = runs
    return {part: (many[part] - few[part]) / (LARGER * count - count) for part in many}


def shown(values: Sequence[float]) -> str:
    """Return median and ends."""
    return f"{statistics.median(values):>7.3f} ({min(values):.3f} … {max(values):.3f})"


def plain_loop_ns() -> float:
    """Return what tells how fast Python itself is just now: other work slows a shared core."""
    start, total = time.process_time(), 0
    for i in range(PASSES):
        total += i
    return (time.process_time() - start) / PASSES * 1e9


def goal(name: str, value: float, limit: float, *, at_least: bool = False) -> bool:
    """Print one line, and return whether the goal is met."""
    met = value >= limit if at_least else value <= limit
    sign = ">=" if at_least else "<="
    print(f"goal {name} {sign} {limit:g}: {value:.3g}, {'met' if met else 'MISSED'}", flush=True)
    return met


def compare(count: int, rounds: int) -> list[bool]:
    """Print the table of the three tools, and whether its goals are met."""
    for name, package in (("nbgrader", "nbgrader"), ("otter", "otter-grader")):
        print(f"{package} {version(environment(name), package)}, ", end="")
    print(
        f"{len(COMPARED)} functions, {count} submissions, {rounds} rounds; otter: {OTTER} of them"
    )
    title = f"{'CPU s':<18}{'a submission, start-up left out':<34}{'in all, by submissions':<28}"
    print(f"{title}inputs tried")
    met = []
    for quality in (RIGHT, MIXED):
        costs = {
            "nbgrader": nbgrader_cost(quality, count, rounds),
            "otter": otter_cost(quality),
            "grader": grader_cost(quality, count, rounds),
        }
        for name, cost in costs.items():
            columns = f"{shown(cost.marginal):<34}{shown(cost.whole):<28}{cost.cases:>12.0f}"
            print(f"{quality + ', ' + name:<18}{columns}", flush=True)
        ours, theirs = costs["grader"], costs["nbgrader"]
        less = statistics.median(theirs.marginal) / statistics.median(ours.marginal)
        met.append(
            goal(f"{quality}: times less CPU than nbgrader", less, RATIO_GOAL, at_least=True)
        )
        whole = statistics.median(theirs.whole) / statistics.median(ours.whole)
        print(f"     {quality}: with start-up, {count} submissions: {whole:.1f} times less")
        if quality == RIGHT:  # a check that fails stops at its first failing input
            more = ours.cases / theirs.cases
            name = f"{quality}: times as many inputs as nbgrader"
            met.append(goal(name, more, CASES_GOAL, at_least=True))
    return met


def judge_alone(count: int, rounds: int) -> list[bool]:
    """Print what judging costs and which part of it, and whether its goals are met."""
    from grading_sides.judging import PARTS

    print(f"\nkeeper and box, {len(FUNCTIONS)} functions, {CASES} cases each, {count} submissions")
    met = []
    for quality in (RIGHT, MIXED):
        one = judged(quality, count, rounds)
        both = [k + b for k, b in zip(one["keeper"], one["box"], strict=True)]
        print(
            f"\n{quality}: keeper {shown(one['keeper'])}, box and zygote {shown(one['box'])} CPU s"
        )
        print(f"{'part, ms a submission':<26}{'keeper':>8}{'box':>8}")
        for part in PARTS:
            keeper, box = (_median_ms(one[side], part) for side in ("parts", "box_parts"))
            print(f"{part:<26}{keeper:>8.1f}{box:>8.1f}")
        forking = statistics.median(one["box"]) * 1e3 - sum(
            _median_ms(one["box_parts"], part) for part in PARTS
        )
        print(f"{'fork, reap (the zygote)':<26}{'':>8}{forking:>8.1f}")
        print(f"boxes a submission: {one['boxes']:.1f}; once a worker: rehearsal", end=" ")
        print(f"{one['rehearsal_s']:.2f} CPU s, of it collection {one['collected_s']:.2f}")
        met.append(
            goal(f"{quality}: keeper and box, CPU s", statistics.median(both), JUDGED_GOAL_S)
        )
        if quality == RIGHT:
            same, other = (statistics.median(one[f"{kind}_s"]) for kind in ("same", "other"))
            met.append(goal("1,000 replayed calls, same answers, CPU s", same, SCALAR_GOAL_S))
            met.append(goal("1,000 replayed calls, other answers, CPU s", other, SCALAR_GOAL_S))
            pytest_s = statistics.median(p.get("pytest", 0.0) for p in one["parts"])
            share = pytest_s + one["collected_s"] / count
            met.append(goal(f"pytest, CPU s a submission of {count}", share, PYTEST_GOAL_S))
            print(f"     where nothing is rehearsed: {one['pytest_live_s']:.3f}")
    return met


def main_process(count: int) -> None:
    """Print what `grade` does besides judging."""
    from grading_sides.whole_run import PARTS, WHOLE

    parts = around(MIXED, count)
    print(f"\n{MIXED}: main process of grade, ms a submission, start-up left out")
    for part in (*PARTS, WHOLE):
        print(f"{part:<26}{parts.get(part, 0.0) * 1e3:>8.1f}")


def grow_all(sizes: Sequence[int]) -> list[bool]:
    """Print the growth table, and whether its goals are met."""
    from grading_sides.growth import grow, shares

    print(f"grade of a mixed class, {len(FUNCTIONS)} functions, {CASES} cases each; MiB")
    print(
        f"{'submissions':>11}{'CPU s':>8}{'each':>8}{'wall s':>8}{'each':>8}{'main':>7}"
        f"{'workers':>9}{'whole':>9}{'open files':>15}{'stored':>8}{'again, CPU s':>14}"
    )
    grown = []
    for size in sizes:
        with scratch() as folder:
            one = grow(for_grader.write_class(folder, FUNCTIONS, MIXED, size, CASES), size)
        grown.append(one)
        files = f"{one.files_first} … {one.files_last} ({one.files_most})"
        print(
            f"{size:>11}{one.cpu_s:>8.1f}{one.cpu_s / size:>8.3f}{one.wall_s:>8.1f}"
            f"{one.wall_s / size:>8.3f}{one.main_mb:>7.0f}{one.workers_mb:>9.0f}"
            f"{one.whole_mb:>9.0f}{files:>15}{one.stored:>8}{one.idle_cpu_s:>14.2f}",
            flush=True,
        )
    print(*shares(grown), sep="\n", flush=True)
    last = grown[-1]
    met = [goal(f"memory at {last.submissions}, MiB", last.whole_mb, MEMORY_GOAL_MB)]
    if len(grown) > 2:
        # Each step by itself, so that start-up, which is there once, is in neither.
        early, late = (
            (b.cpu_s - a.cpu_s) / (b.submissions - a.submissions)
            for a, b in zip(grown[-3:], grown[-2:], strict=False)
        )
        name = f"a submission up to {last.submissions}, times one up to {grown[-2].submissions}"
        met.append(goal(name, late / early, GROWN_GOAL))
    if len(grown) > 1:
        more = last.files_last - grown[0].files_last
        met.append(goal("descriptors more than in the smallest class", more, 0))
    return met


def _median_ms(rounds: Sequence[dict[str, float]], part: str) -> float:
    return statistics.median(values.get(part, 0.0) for values in rounds) * 1e3


def _measured(mode: str, folder: Path, arguments: Sequence[str]) -> Any:
    if mode == JUDGING:
        from grading_sides.judging import measure as judging

        return judging(folder, int(arguments[0]))
    from grading_sides.whole_run import measure as whole_run

    return whole_run(folder)


def main() -> None:
    """Print the tables and one line per goal; exit 1 when a goal is missed."""
    arguments = sys.argv[1:]
    if arguments[:1] in ([JUDGING], [WHOLE_RUN]):
        mode, folder, *rest = arguments
        print(json.dumps(_measured(mode, Path(folder), rest)))
        return
    print(f"a plain Python loop: {plain_loop_ns():.0f} ns a pass, before")
    if arguments[:1] == ["--growth"]:
        met = grow_all([int(size) for size in arguments[1:]] or GROWTH)
    else:
        count, rounds = (*map(int, arguments), *(SUBMISSIONS, ROUNDS)[len(arguments) :])
        met = judge_alone(count, rounds)
        main_process(count)
        print()
        met += compare(count, rounds)
    print(f"a plain Python loop: {plain_loop_ns():.0f} ns a pass, after")
    sys.exit(0 if all(met) else 1)


if __name__ == "__main__":
    main()
