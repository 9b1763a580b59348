"""How `grade` grows with a class: time, memory, descriptors and files of one whole run."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path
from typing import NamedTuple

from grading_sides.commands import Meter, grader_command, own_surroundings
from grading_sides.for_grader import BUNDLE
from grading_sides.processes import below, open_files, peak_mb, shared_mb

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


class _Watch:
    """What was seen of one run."""

    def __init__(self, results: Path) -> None:
        self.results = results
        self.workers: dict[int, float] = {}
        self.whole_mb = 0.0
        self.looks = 0
        self.files: list[int] = []
        self.main_mb = 0.0

    def look(self, pid: int) -> None:
        started = below(pid)
        for process in started:
            if WORKER in process.command:
                self.workers[process.pid] = process.peak_mb
        if self.looks % PSS_EVERY == 0:
            held = sum(shared_mb(p) for p in (pid, *(process.pid for process in started)))
            self.whole_mb = max(self.whole_mb, held)
        self.looks += 1
        self.main_mb = max(self.main_mb, peak_mb(pid))
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
    )


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
