"""How `grade` grows with a class: time, memory, descriptors and files of one whole run.

CPU seconds are those of all processes: what a box used is its zygote's once it was reaped, and the
meter waits for the zygotes too.
"""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from grading_sides.commands import Meter, grader_command, own_surroundings
from grading_sides.for_grader import BUNDLE
from grading_sides.processes import below, open_files, own_cpu_s, peak_mb, shared_mb

SAMPLE_S = 0.2
PSS_EVERY = 10
"""Looks from one to the next at the shares of shared pages, which cost the kernel a walk."""
WORKER = "grader.engine.worker"


class Grown(NamedTuple):
    """One run of `grade` over a whole class."""

    submissions: int
    cpu_s: float
    wall_s: float
    main_mb: float
    workers_mb: float
    """Peaks of all workers added up."""
    whole_mb: float
    """Most that all processes held at once, zygotes and boxes too, shared pages counted once."""
    files_first: int
    """Descriptors that the main process had open when the first results were there."""
    files_last: int
    """The same at the last look before it ended."""
    files_most: int
    stored: int
    """Files in the store of results."""
    idle_cpu_s: float
    """What grading the same class again takes, when there is nothing to judge."""
    main_cpu_s: float
    """Of `cpu_s`, the main process: notebooks, store, gradebook, pages."""
    workers_cpu_s: float
    """Of `cpu_s`, the workers; what is left are zygotes and boxes."""

    @property
    def boxes_cpu_s(self) -> float:
        """Return the CPU seconds of zygotes and boxes, the one that proves the walls among them."""
        return self.cpu_s - self.main_cpu_s - self.workers_cpu_s


class _Watch:
    """What was seen of one run."""

    def __init__(self, results: Path) -> None:
        self.results = results
        self.workers: dict[int, float] = {}
        self.whole_mb = 0.0
        self.looks = 0
        self.files: list[int] = []
        self.main_mb = 0.0
        self.main_cpu_s = 0.0
        self.workers_cpu_s: dict[int, float] = {}

    def look(self, pid: int) -> None:
        started = below(pid)
        for process in started:
            if WORKER in process.command:
                self.workers[process.pid] = process.peak_mb
                seen = self.workers_cpu_s.get(process.pid, 0.0)
                self.workers_cpu_s[process.pid] = max(seen, own_cpu_s(process.pid))
        if self.looks % PSS_EVERY == 0:
            held = sum(shared_mb(p) for p in (pid, *(process.pid for process in started)))
            self.whole_mb = max(self.whole_mb, held)
        self.looks += 1
        self.main_mb = max(self.main_mb, peak_mb(pid))
        self.main_cpu_s = max(self.main_cpu_s, own_cpu_s(pid))
        count = open_files(pid)
        if count and any(self.results.glob("*.json")):
            self.files.append(count)


def grow(folder: Path, submissions: int) -> Grown:
    """Grade a class that has nothing graded, then once more, and return what was seen."""
    watch = _Watch(folder / "results")
    cpu_s, wall_s = _run(folder, watch)
    idle_cpu_s, _ = _run(folder, _Watch(folder / "results"))
    return Grown(
        submissions,
        cpu_s,
        wall_s,
        watch.main_mb,
        sum(watch.workers.values()),
        watch.whole_mb,
        watch.files[0],
        watch.files[-1],
        max(watch.files),
        sum(1 for _ in (folder / "results").iterdir()),
        idle_cpu_s,
        watch.main_cpu_s,
        sum(watch.workers_cpu_s.values()),
    )


PARTS = ("cpu_s", "main_cpu_s", "workers_cpu_s", "boxes_cpu_s", "idle_cpu_s")


def shares(grown: Sequence[Grown]) -> Iterator[str]:
    """Yield a table of what each step of the growth costs a submission, and what is there once.

    A line from one class to the next larger one; where growth is linear all lines of a part agree,
    and what is there once, the rest of the smaller class, does not grow.
    """
    yield f"{'CPU s a submission':<24}{'all':>8}{'main':>8}{'workers':>9}{'boxes':>8}{'again':>8}"
    for few, many in pairwise(grown):
        more = many.submissions - few.submissions
        each = [(getattr(many, part) - getattr(few, part)) / more for part in PARTS]
        once = [
            getattr(few, part) - one * few.submissions
            for part, one in zip(PARTS, each, strict=True)
        ]
        for name, values in ((f"{few.submissions} to {many.submissions}", each), ("  once", once)):
            cells = (f"{value:>{8 + (i == 2)}.3f}" for i, value in enumerate(values))
            yield f"{name:<24}{''.join(cells)}"


def _run(folder: Path, watch: _Watch) -> tuple[float, float]:
    start, meter = time.monotonic(), Meter()
    with subprocess.Popen(
        grader_command(folder, BUNDLE),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=own_surroundings(),
    ) as process:
        while True:
            watch.look(process.pid)
            time.sleep(SAMPLE_S)
            if process.poll() is not None:
                break
    if process.returncode:
        raise SystemExit(f"grade ended with {process.returncode}")
    return meter.read(), time.monotonic() - start
