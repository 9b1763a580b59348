"""`grader gpu`: the kernels that a class handed in, on real GPUs. Reported; no mark depends on it.

What happens to one submission, and where::

    box of kind "gpu"   the cells run, constants are set, kernels compiled   walls, no GPU
    keeper              draws inputs, knows the results, compares            no student's code
    runner              launches on one GPU, ends with the first error       no class, no result
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from grader.box import Rung as Walls
from grader.box import Zygote
from grader.course import Bundle, Course, Unit
from grader.engine.classroom import Classroom
from grader.engine.device_bench import Bench, Cases, Found, Job
from grader.engine.device_gpus import Gpu, locked
from grader.engine.device_queue import run_queue
from grader.engine.device_unit import device_units, load_device
from grader.engine.submissions import Work, read_works
from grader.messages import Message
from grader.report.device import DeviceReport, Tried

Progress = Callable[[int, int, str], None]


class ClassTrial:
    """What to try of a class, and what for.

    Raises
    ------
    UsageError
        No unit of the bundle runs on a GPU.
    CourseError
        A `device.py` cannot be used.
    """

    def __init__(self, classroom: Classroom, course: Course, bundle: Bundle, seed: int) -> None:
        self._bundle = bundle
        self._seed = seed
        self._secrets = (classroom.folder, course.root / "assignments", course.root / "solutions")
        units = device_units(bundle)
        self._cases = {u.id: Cases(u, load_device(u, course.root), seed) for u in units}
        submitted = classroom.folder / "submitted"
        self._works = [
            (unit, work)
            for student in classroom.students(bundle.id)
            for unit, work in zip(
                units,
                read_works(submitted / student / bundle.id, student, bundle, units),
                strict=True,
            )
        ]

    def run(
        self,
        gpus: Sequence[Gpu],
        walls: Walls,
        tell: Callable[[Message], None],
        progress: Progress = lambda done, all_, what: None,
    ) -> DeviceReport:
        """Try everything on the GPUs given and return what came of it, sorted by student."""

        @contextmanager
        def station(gpu: Gpu) -> Iterator[Callable[[Job], Found]]:
            with locked(gpu, tell), Zygote(walls, secrets=self._secrets, kind="gpu") as zygote:
                yield Bench(gpu, zygote, self._cases).examine

        jobs = [_job(unit, work) for unit, work in self._works]
        unique = list(dict.fromkeys(job for job in jobs if job is not None))
        found: dict[Job, Found] = {}
        progress(0, len(unique), "")
        for job, came in run_queue(gpus, unique, station):
            found[job] = came
            progress(len(found), len(unique), job.unit)
        tried = (
            _tried(work, found[job] if job is not None else None)
            for job, (_, work) in zip(jobs, self._works, strict=True)
        )
        return DeviceReport(
            bundle=self._bundle.id,
            rung=walls.value,
            gpus=tuple(gpu.shown for gpu in gpus),
            seed=self._seed,
            tried=tuple(tried),
        )


def report_path(classroom: Classroom, bundle: Bundle) -> Path:
    """Return where the record of a bundle lies: beside the students' pages, in none of theirs."""
    return classroom.folder / "feedback" / f"gpu-{bundle.id}.json"


def _job(unit: Unit, work: Work) -> Job | None:
    if work.notebook is None or work.answers is None:
        return None
    cells = tuple((cell.position, cell.source) for cell in work.notebook.code)
    return Job(unit.id, cells, work.answers.unanswered)


def _tried(work: Work, found: Found | None) -> Tried:
    if found is None:
        return Tried(work.student, work.unit, work.file, why=work.problem)
    return Tried(work.student, work.unit, work.file, found.gpu, found.settings)
