"""What a worker prepares once for all submissions of a unit: its checks, and their scripts."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from grader.box import BoxDied, Zygote
from grader.checks.backends import unit_backend
from grader.checks.playing import BATCH_CPU_S
from grader.checks.pytest_plugin import Collected, collected
from grader.checks.scripts import Script, write_script
from grader.course import Course, Unit
from grader.engine.fixtures import unit_fixtures
from grader.engine.plan import Job


@dataclass(frozen=True)
class Rehearsed:
    """The checks of a unit in order, and the scripts of those that have one, by name."""

    checks: Sequence[Collected]
    scripts: Mapping[str, Script]


class Rehearsals:
    """Keeps what was prepared, by unit, salt and scope; None where the checks are broken."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str, str], Rehearsed | None] = {}

    def of(self, job: Job, course: Course, zygote: Zygote) -> Rehearsed | None:
        """Return what is prepared for a job."""
        key = (job.unit, job.salt, job.scope)
        if key not in self._known:
            self._known[key] = rehearsed(job, course, zygote)
        return self._known[key]


def check_files(job: Job, unit: Unit) -> tuple[Path, ...]:
    """Return the files whose checks judge a job."""
    return unit.check_files if job.scope == "all" else unit.check_files[:1]


@contextmanager
def importable(root: Path) -> Iterator[None]:
    """Let checks import from the course while they run, as pytest does while it collects them."""
    sys.path.insert(0, str(root))
    try:
        yield
    finally:
        sys.path.remove(str(root))


def rehearsed(job: Job, course: Course, zygote: Zygote) -> Rehearsed | None:
    """Run the checks of a unit against its solution and write down what can be played back.

    The solution runs in a box of its own, which is closed before this worker opens another one.
    """
    unit = course.unit(job.unit)
    checks = collected(check_files(job, unit), course.root)
    if not checks or not (unit.secret / "solution.py").is_file():
        return None
    cells = next(iter(unit_fixtures(unit))).cells
    backend = unit_backend(unit, zygote, tuple(enumerate(cells)))
    scripts: dict[str, Script] = {}
    try:
        with importable(course.root), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # they are shown to nobody when judging either
            for check in checks:
                script = write_script(
                    check.function,
                    backend,
                    unit=unit.id,
                    salt=job.salt,
                    rules=unit.rules,
                    cpu_s=min(unit.limits.cpu_s, BATCH_CPU_S),
                )
                if script is not None:
                    scripts[check.function.__name__] = script
    except BoxDied:
        return None  # the model solution is at fault: live verdicts say how
    finally:
        backend.recover()
    return Rehearsed(checks, scripts)
