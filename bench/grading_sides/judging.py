"""What judging costs in keeper and box, and which part of it: one process, one class, no pool.

A worker does the same with one job after the other. The unit is rehearsed and judged once before
anything is counted, so imports and scripts are left out here and told apart.
"""

from __future__ import annotations

import os
import time
from collections import defaultdict
from functools import partial
from pathlib import Path
from typing import Any

from grader.box import Box, Zygote, best_rung
from grader.checks import playing, pytest_plugin
from grader.checks.backends import BoxBackend
from grader.checks.rooms import played
from grader.checks.scripts import plays
from grader.engine import judge as judging
from grader.engine import rehearsals
from grader.engine.classroom import Classroom
from grader.engine.grade import Grader, Selection, read_bundle
from grader.engine.plan import Job
from grading_sides.clock import Clock
from grading_sides.for_grader import BUNDLE
from grading_sides.processes import cpu_s_below

OPEN, CELLS, CALLS, CLOSE = "open the boxes", "run the cells", "replayed calls", "close the boxes"
ANSWERS, LIVE, PYTEST, REST = "compare answers", "live checks", "pytest", "the rest"
PARTS = (OPEN, CELLS, CALLS, ANSWERS, LIVE, CLOSE, PYTEST, REST)
SCALAR_CALLS = 1000
SCALAR_ROUNDS = 5


class BoxTimes:
    """CPU seconds of boxes by part, from the kernel's meters."""

    def __init__(self) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self.boxes = 0

    def install(self) -> None:
        """Watch all boxes of this process."""
        self._watch("run_cell", CELLS)
        self._watch("batch", CALLS)
        self._watch("call", LIVE)
        inner = Zygote.open_box

        def opened(zygote: Zygote, *args: Any, **options: Any) -> Box:
            box = inner(zygote, *args, **options)
            self.seconds[OPEN] += box.cpu_s
            self.boxes += 1
            return box

        setattr(Zygote, "open_box", opened)  # noqa: B010 - to mypy it is no method of theirs

    def _watch(self, name: str, part: str) -> None:
        inner = getattr(Box, name)

        def watched(box: Box, *args: Any, **options: Any) -> Any:
            before = box.cpu_s
            try:
                return inner(box, *args, **options)
            finally:
                self.seconds[part] += box.cpu_s - before

        setattr(Box, name, watched)


def jobs_of(folder: Path) -> tuple[Any, list[Job]]:
    """Return the course of a class and the jobs of its submissions."""
    classroom = Classroom(folder)
    course = classroom.course()
    with Grader(course, best_rung().value) as grader:
        graded = read_bundle(classroom, course.bundle(BUNDLE), grader, Selection())
    return course, [g.job for g in graded if g.job is not None]


def measure(folder: Path, rounds: int) -> dict[str, Any]:
    """Judge all submissions of a class `rounds` times; return CPU seconds a submission."""
    course, jobs = jobs_of(folder)
    clock, boxes = _installed()
    out: dict[str, Any] = {"keeper": [], "box": [], "parts": [], "box_parts": [], "boxes": 0}
    with Zygote(best_rung()) as zygote:
        start_up = time.process_time()
        prepared = clock.count(REST, lambda: rehearsals.Rehearsals().of(jobs[0], course, zygote))
        out["rehearsal_s"] = time.process_time() - start_up
        out["collected_s"] = clock.seconds[PYTEST]
        assert prepared is not None
        for round_ in range(rounds + 1):
            clock.reset()
            boxes.seconds.clear()
            boxes.boxes = 0
            below, keeper = cpu_s_below(os.getpid()), time.process_time()
            for job in jobs:
                action = partial(judging.judge, job, course, zygote, prepared)
                result = clock.count(REST, action).result
                assert all(c.cases for c in result.checks), result.status
            keeper, below = time.process_time() - keeper, cpu_s_below(os.getpid()) - below
            if round_:  # the first one imports
                out["keeper"].append(keeper / len(jobs))
                out["box"].append(below / len(jobs))
                out["parts"].append({k: v / len(jobs) for k, v in clock.seconds.items()})
                out["box_parts"].append({k: v / len(jobs) for k, v in boxes.seconds.items()})
                out["boxes"] = boxes.boxes / len(jobs)
        out["same_s"], out["other_s"] = _scalar_calls(jobs, course, zygote, prepared)
        out["pytest_live_s"] = _pytest_live(jobs[0], course, zygote, clock)
    return out


def _installed() -> tuple[Clock, BoxTimes]:
    clock, boxes = Clock(), BoxTimes()
    boxes.install()
    clock.watch(Zygote, "open_box", OPEN)
    clock.watch(Box, "run_cell", CELLS)
    clock.watch(Box, "batch", CALLS)
    clock.watch(Box, "close", CLOSE)
    clock.watch(playing, "plays", ANSWERS)
    clock.watch(pytest_plugin, "run_check", LIVE)
    clock.watch(pytest_plugin, "run_files", PYTEST)
    clock.watch(judging, "run_files", PYTEST)
    return clock, boxes


def _scalar_calls(
    jobs: list[Job], course: Any, zygote: Zygote, prepared: Any
) -> tuple[list[float], list[float]]:
    """Return what 1,000 calls cost in keeper and box: answers of the solution, and other ones."""
    from grader.checks.backends import unit_backend
    from grader.checks.draws import seed_of
    from grader.checks.student import Answers, Student

    unit = course.unit(jobs[0].unit)
    scripts = [(c.function, prepared.scripts[c.function.__name__]) for c in prepared.checks]
    calls = sum(len(script.series.calls) for _, script in scripts)
    taken: tuple[list[float], list[float]] = ([], [])
    for job, times in zip(jobs[:2], taken, strict=True):
        backend: BoxBackend = unit_backend(unit, zygote, job.cells)
        student = Student(backend, Answers(), unit.rules)
        backend.load()
        for _ in range(SCALAR_ROUNDS):
            below, keeper = cpu_s_below(os.getpid()), time.process_time()
            turns = 4 * SCALAR_CALLS // calls
            for _ in range(turns):
                for function, script in scripts:
                    came = played(backend, script.series, 10.0, script.most_bytes)
                    seed = seed_of(job.salt, unit.id, function.__name__)
                    assert plays(script, came, function, student, seed)
            used = time.process_time() - keeper + cpu_s_below(os.getpid()) - below
            times.append(used / (turns * calls) * SCALAR_CALLS)
        backend.recover()
    return taken


def _pytest_live(job: Job, course: Any, zygote: Zygote, clock: Clock) -> float:
    """Return pytest's own share where nothing is rehearsed: checks, boxes and calls left out."""
    judging.judge(job, course, zygote)
    clock.reset()
    clock.count(REST, lambda: judging.judge(job, course, zygote))
    return clock.seconds[PYTEST]
