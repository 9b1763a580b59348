"""What `grader time` is pointed at: a unit that the course can time, and a submission's cells.

A course says how through a plugin (`plugins` in `course.toml`): a module with `timing()`, whose
result has the shape of `CourseTiming`. It runs in this process only; no box or worker sees it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from grader.box.intake import read_file
from grader.course import Course, Unit
from grader.engine.check import open_work
from grader.engine.fixtures import fixture_cells
from grader.engine.plugins import plugin_modules
from grader.errors import SubmissionError, UsageError
from grader.messages import say
from grader.notebooks.decode import MAX_BYTES


class Case(Protocol):
    """One call: arguments and counted work."""

    @property
    def label(self) -> str: ...  # noqa: D102 - the size, for people
    @property
    def kwargs(self) -> Mapping[str, Any]: ...  # noqa: D102 - arrays are filled by the grader
    @property
    def outputs(self) -> Sequence[str]: ...  # noqa: D102 - the arrays that the call fills
    @property
    def flop(self) -> int: ...  # noqa: D102
    @property
    def moved_bytes(self) -> int: ...  # noqa: D102


class Rung(Protocol):
    """One reference, as cells that define a function with the same arguments."""

    @property
    def name(self) -> Mapping[str, str]: ...  # noqa: D102 - in both languages
    @property
    def cells(self) -> Sequence[str]: ...  # noqa: D102
    @property
    def entry_point(self) -> str: ...  # noqa: D102


class UnitTiming(Protocol):
    """How one unit is timed."""

    @property
    def entry_point(self) -> str: ...  # noqa: D102
    @property
    def sizes(self) -> Sequence[int]: ...  # noqa: D102 - ascending; the last one is the usual one
    @property
    def rungs(self) -> Sequence[Rung]: ...  # noqa: D102
    @property
    def moved(self) -> Mapping[str, str]: ...  # noqa: D102 - what the bytes are, in both languages
    @property
    def format(self) -> str: ...  # noqa: D102 - the number format of the peak

    def case(self, size: int, /) -> Case:
        """Return the call of a size."""

    def expected(self, given: Mapping[str, Any], /) -> Mapping[str, Any]:
        """Return the exact outputs for inputs that are small integers."""


class CourseTiming(Protocol):
    """What a plugin's `timing()` returns."""

    TIMINGS: Mapping[str, UnitTiming]

    def roof(self, machine: str, format: str, lang: str, /) -> Any:
        """Return the roof of a machine: `machine`, `flop_per_s`, `bytes_per_s`."""

    def beneath(self, roof: Any, flop: int, moved_bytes: int, flop_per_s: float, /) -> Any:
        """Return `attainable_flop_per_s`, `limiter` and `share` of a rate under a roof."""

    def check_drawing(self, lang: str, /) -> None:
        """Refuse if nothing can be drawn here."""

    def drawing(
        self, roof: Any, intensity: float, rates: Sequence[tuple[str, float]], lang: str, /
    ) -> bytes:
        """Return the roof with the points as SVG."""


def course_timing(root: Path) -> CourseTiming:
    """Return what the course at `root` knows about timing. UsageError if it knows nothing."""
    for module in plugin_modules(root):
        if hasattr(module, "timing"):
            found: CourseTiming = module.timing()
            return found
    raise UsageError(say("timing.no_plugin"))


def unit_timing(course: Course, name: str, known: Mapping[str, UnitTiming]) -> Unit:
    """Return the unit `name`. UsageError if there is none, or it is none that can be timed."""
    there = ", ".join(unit.id for unit in course.units if unit.id in known)
    hint = say("timing.known", units=there or "-")
    try:
        unit = course.unit(name)
    except UsageError as error:
        raise UsageError(error.message, hint) from None
    if unit.id not in known:
        raise UsageError(say("timing.no_entry", unit=unit.id), hint)
    return unit


def submission_cells(path: Path, unit: Unit, course: Course) -> tuple[tuple[int, str], ...]:
    """Return position and source of each code cell of a notebook, or of a file like a fixture.

    Raises
    ------
    UsageError
        There is no such file, or it is of another unit or kind.
    SubmissionError
        It cannot be read.
    """
    if not path.is_file():
        raise UsageError(say("check.no_file", path=str(path)))
    if path.suffix == ".ipynb":
        found, work = open_work(path, course)
        if found.id != unit.id:
            raise UsageError(say("timing.other_unit", file=path.name, found=found.id, unit=unit.id))
        assert work.notebook is not None
        return tuple((cell.position, cell.source) for cell in work.notebook.code)
    if path.suffix != ".py":
        raise UsageError(say("timing.kind", file=path.name))
    # Read as a stranger's file is: no link that leads elsewhere, no endless device.
    data = read_file(path.parent, path.name, max_bytes=MAX_BYTES)
    try:
        source = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise SubmissionError(say("timing.not_text", file=path.name, detail=error.reason)) from None
    return tuple(enumerate(fixture_cells(path, source, unit)))
