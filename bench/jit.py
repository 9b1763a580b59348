"""What numba's compilation of submissions costs: how often, of which types, in which boxes.

Run: python bench/jit.py [ROUNDS] [UNIT…]

The first table judges each right submission that numba compiles as a class is judged: rehearsed
once, asked in batches, with boxes of its own for records of accesses. A cell of ours in front of
the submission's own listens to numba and prints what it compiles. "again" is what was compiled
before in the same judging, nearly always in another box. Each is judged once more with one check
that fails and is judged live. CPU seconds are of the boxes and the keeper together.

The second compiles pairs of functions of the same form and types in fresh boxes. What the first of
a pair costs beyond the second is what numba works out once a process: at most that much could a
zygote spare its boxes by working it out for them.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from grader.box import Box, Limits, Raised, Zygote, best_rung
from grader.course import Course, Unit, find_course_root, load_course
from grader.engine.fixtures import unit_fixtures
from grader.engine.judge import judge
from grader.engine.plan import Job
from grader.engine.rehearsals import rehearsed

ROUNDS, FRESH_BOXES = 3, 5
SALT = "bench"
LISTENER_POSITION = 998
"""Of the cell that listens; far from those of the submission."""
MARK = "\x1ejit "
LISTENER = """
def _listen():
    import json, os, time
    from numba.core import event
    class Heard(event.Listener):
        def __init__(self):
            self.starts = []
        def on_start(self, event):
            self.starts.append(time.thread_time())
        def on_end(self, event):
            spent = time.thread_time() - self.starts.pop()
            of = event.data["dispatcher"]
            what = [of.py_func.__qualname__, ", ".join(map(str, event.data["args"]))]
            line = json.dumps([*what, spent, len(self.starts)])
            os.write(1, ("\\n\\x1ejit " + line + "\\n").encode())
    event.register("numba:compile", Heard())
_listen()
del _listen
"""
REFUSES_NOTHING = """
def _refuses_nothing(function):
    def called(*args, **kwargs):
        try:
            return function(*args, **kwargs)
        except ValueError:
            return None
    return called
{name} = _refuses_nothing({name})
"""
PAIRS = {
    "plain loop, C arrays": ("njit", "range"),
    "parallel loop, C arrays": ("njit(parallel=True)", "prange"),
    "fast mathematics, C arrays": ("njit(fastmath=True)", "range"),
}
PAIR = """
import numpy as np
from numba import njit, prange
@{decorator}
def {name}(a, b, c):
    if a.shape[1] != b.shape[0]:
        raise ValueError("no fit")
    c[:] = 0
    for i in {loop}(a.shape[0]):
        for k in range(a.shape[1]):
            for j in range(b.shape[1]):
                c[i, j] += a[i, k] * b[k, j]
"""
CALL = "{name}(np.ones((3, 4), 'f'), np.ones((4, 5), 'f'), np.ones((3, 5), 'f'))"


class Compilation(NamedTuple):
    """One of them, as the listener in the box told it; nested ones are in the time of the outer."""

    function: str
    types: str
    cpu_s: float
    depth: int


class Seen(NamedTuple):
    """A box after its end."""

    purpose: str
    compilations: tuple[Compilation, ...]
    cpu_s: float


class WatchingZygote(Zygote):
    """Remembers what each of its boxes was asked for, compiled and used."""

    def __init__(self) -> None:
        super().__init__(best_rung())
        self.seen: list[Seen] = []

    def open_box(self, limits: Limits, *, guard_s: float | None = None) -> Box:
        """Return a box that tells what it did when it is closed."""
        box = super().open_box(limits, guard_s=guard_s)
        purposes: set[str] = set()
        close = box.close

        def noting(name: str, purpose: str) -> None:
            method = getattr(box, name)

            def noted(*args: object, **kwargs: object) -> object:
                purposes.add(purpose)
                return method(*args, **kwargs)

            setattr(box, name, noted)

        def told() -> None:
            if box.close is told:
                vars(box)["close"] = close
                purpose = min(purposes, key=["trace", "batch", "live"].index, default="none")
                self.seen.append(Seen(purpose, tuple(heard(box.stdout())), box.cpu_s))
            close()

        noting("record", "trace")
        noting("batch", "batch")
        noting("call", "live")
        vars(box)["close"] = told
        return box


def heard(printed: str) -> list[Compilation]:
    """Return what the listener said."""
    lines = [line for line in printed.split("\n") if line.startswith(MARK)]
    return [Compilation(*json.loads(line.removeprefix(MARK))) for line in lines]


class Judging(NamedTuple):
    """One submission, judged once."""

    boxes: tuple[Seen, ...]
    cpu_s: float


def judged(
    course: Course, unit: Unit, cells: Sequence[str], rounds: int, *, right: bool
) -> list[Judging]:
    """Judge a submission after one rehearsal and one round that pays for imports.

    Parameters
    ----------
    right
        Whether it passes; otherwise a cell of ours makes it accept what it has to refuse.
    """
    if not right:
        cells = (*cells, REFUSES_NOTHING.format(name=unit.entry_points[0]))
    listening = (LISTENER_POSITION, LISTENER)
    job = Job(
        unit=unit.id,
        salt=SALT,
        rung=best_rung().value,
        cells=(listening, *enumerate(cells)),
    )
    found = []
    with WatchingZygote() as zygote:
        scripts = rehearsed(job, course, zygote)
        for _ in range(rounds + 1):
            zygote.seen.clear()
            start = time.process_time()
            status = judge(job, course, zygote, scripts).result.status.value
            spent = time.process_time() - start + sum(box.cpu_s for box in zygote.seen)
            if (status == "PASSED") is not right:
                sys.exit(f"{unit.id}: a submission that is right ({right}) is {status}")
            found.append(Judging(tuple(zygote.seen), spent))
    return found[1:]


def outermost_s(box: Seen) -> float:
    """Return the CPU seconds of a box's compilations, none counted twice."""
    return sum(c.cpu_s for c in box.compilations if not c.depth)


def spread(values: Sequence[float]) -> str:
    """Return median and extremes."""
    return f"{statistics.median(values):5.2f} ({min(values):.2f}-{max(values):.2f})"


def print_submission(unit: Unit, name: str, rounds: Sequence[Judging]) -> None:
    """Print a line for the submission."""
    boxes = rounds[0].boxes
    every = [(c.function, c.types) for box in boxes for c in box.compilations]
    again = len(every) - len(set(every))
    compiling = [sum(map(outermost_s, judging.boxes)) for judging in rounds]
    shares = [s / judging.cpu_s for s, judging in zip(compiling, rounds, strict=True)]
    print(
        f"{unit.id:<24}{name:<18}{len(boxes):>6}{len(every):>10}{again:>7}"
        f"   {spread(compiling)}   {spread([j.cpu_s for j in rounds])}   {spread(shares)}"
    )


def print_compilations(rounds: Sequence[Judging]) -> None:
    """Print a line for each compilation."""
    for number, box in enumerate(rounds[0].boxes):
        costs = defaultdict(list)
        for judging in rounds:
            for at, c in enumerate(judging.boxes[number].compilations):
                costs[at].append(c.cpu_s)
        for at, c in enumerate(box.compilations):
            inner = "  inside the one below" if c.depth else ""
            print(f"    {box.purpose:<6}{spread(costs[at])}  {c.function}({c.types}){inner}")


def pair_costs(zygote: Zygote, decorator: str, loop: str) -> tuple[float, float]:
    """Return the CPU seconds of the first call of each of two like functions in a fresh box."""
    costs = []
    with zygote.open_box(Limits()) as box:
        for index, name in enumerate(("first", "second")):
            sources = (
                PAIR.format(decorator=decorator, loop=loop, name=name),
                CALL.format(name=name),
            )
            for source in sources:
                before = box.cpu_s
                done = box.run_cell(source, 2 * index)
                assert not isinstance(done, Raised), done
            costs.append(box.cpu_s - before)
    return costs[0], costs[1]


def print_first_and_second() -> None:
    """Print what a fresh box pays once."""
    with Zygote(best_rung()) as zygote:
        print(f"\n{'pairs in a fresh box':<30}{'first':>22}{'second':>20}{'saved at most':>16}")
        for name, (decorator, loop) in PAIRS.items():
            costs = [pair_costs(zygote, decorator, loop) for _ in range(FRESH_BOXES)]
            firsts, seconds = zip(*costs, strict=True)
            most = statistics.median(firsts) - statistics.median(seconds)
            print(f"{name:<30}{spread(firsts):>22}{spread(seconds):>20}{most:>16.2f}")


def main() -> None:
    """Print both tables."""
    words = sys.argv[1:]
    rounds = int(words.pop(0)) if words and words[0].isdigit() else ROUNDS
    root = find_course_root(Path(__file__).parent)
    assert root is not None
    course = load_course(root)
    print(
        f"{'unit':<24}{'submission':<18}{'boxes':>6}{'compiled':>10}{'again':>7}"
        f"   {'compiling CPU s':<18}{'judging CPU s':<20}share"
    )
    for unit in [course.unit(name) for name in words] or course.units:
        if "SIM" in unit.rules:
            continue  # numba's kernels run in our simulator there, nothing is compiled
        for fixture in unit_fixtures(unit):
            if fixture.name.startswith("right/") and any("njit" in c for c in fixture.cells):
                name = fixture.name.removeprefix("right/").removesuffix(".py")
                found = judged(course, unit, fixture.cells, rounds, right=True)
                print_submission(unit, name, found)
                print_compilations(found)
                found = judged(course, unit, fixture.cells, rounds, right=False)
                print_submission(unit, "  one check WRONG", found)
    print_first_and_second()


if __name__ == "__main__":
    main()
