"""What a worker prepares once for all submissions of a unit: its checks, and their scripts.

Writing scripts takes two live runs, so they are kept on disk; collecting the checks does not.
"""

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
from grader.engine.script_store import ScriptStore


@dataclass(frozen=True)
class Rehearsed:
    """The checks of a unit in order, and the scripts of those that have one, by name."""

    checks: Sequence[Collected]
    scripts: Mapping[str, Script]


class Rehearsals:
    """Keeps what was prepared, by unit, salt and scope; None where the checks are broken.

    Parameters
    ----------
    store
        Where scripts are looked for before they are written, and put afterwards.
    """

    def __init__(self, store: ScriptStore | None = None) -> None:
        self._store = store or ScriptStore(None)
        self._known: dict[tuple[str, str, str], Rehearsed | None] = {}

    def of(
        self, job: Job, course: Course, zygote: Zygote, *, write: bool = True
    ) -> Rehearsed | None:
        """Return what is prepared for a job.

        Parameters
        ----------
        write
            Whether scripts that are not there are worth writing.
        """
        key = (job.unit, job.salt, job.scope)
        if key in self._known:
            return self._known[key]
        cells = _solution(course.unit(job.unit))
        kept = self._store.get(job, cells)
        if kept is None and not write:
            return None
        found = rehearsed(job, course, zygote, kept)
        if found is not None and kept is None:
            self._store.put(job, cells, found.scripts)
        self._known[key] = found
        return found


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


def rehearsed(
    job: Job, course: Course, zygote: Zygote, kept: Mapping[str, Script] | None = None
) -> Rehearsed | None:
    """Collect the checks of a unit and write down what can be played back.

    Parameters
    ----------
    kept
        The scripts, where they were written before.
    """
    unit = course.unit(job.unit)
    checks = collected(check_files(job, unit), course.root)
    cells = _solution(unit)
    if not checks or not cells:
        return None
    if kept is None:
        with importable(course.root):
            kept = _written(job, unit, zygote, checks, cells)
    return None if kept is None else Rehearsed(checks, kept)


def _solution(unit: Unit) -> tuple[str, ...]:
    """Return the cells of the model solution; none where there is no solution."""
    if not (unit.secret / "solution.py").is_file():
        return ()
    return next(iter(unit_fixtures(unit))).cells


def _written(
    job: Job, unit: Unit, zygote: Zygote, checks: Sequence[Collected], cells: Sequence[str]
) -> dict[str, Script] | None:
    """Run checks against the solution; None where it does not survive that.

    It runs in a box of its own, which is closed before this worker opens another one.
    """
    backend = unit_backend(unit, zygote, tuple(enumerate(cells)))
    scripts: dict[str, Script] = {}
    try:
        with warnings.catch_warnings():
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
    return scripts
