"""Writes the files of a new unit: refuses first, renders everything, then writes.

Nothing is ever overwritten: a folder that is there is refused, whatever is in it. The line in
bundle.toml comes last, so that a run that is cut off leaves folders a second run names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import get_args

from grader.course import Bundle, Course, Track
from grader.errors import UsageError
from grader.files import write_atomically
from grader.messages import say
from grader.outcome import Key, Record
from grader.scaffold.bundle_file import with_unit
from grader.scaffold.marks import MARK
from grader.scaffold.signature import Signature, read_signature
from grader.scaffold.templates import fill, laid_out, names_of
from grader.scaffold.values import (
    Plan,
    function_flags,
    function_values,
    unit_flags,
    unit_values,
)

UNIT = re.compile(r"[a-z][0-9]{2}(_[a-z0-9]+)+\Z")
DEFAULT_POINTS = "ex=3,prop=6,err=1"
EXAMPLE = "total_s(compute_s: float, transfer_s: float) -> float"
EXAMPLE_CLAIM = "takes_long(compute_s: float, transfer_s: float) -> bool"
KEYS: tuple[Key, ...] = ("ex", "prop", "err", "claim", "wr")
"""The keys a scaffold can have; `trace` needs a kernel first."""
_PER_FUNCTION = {
    "not_validated": "err",
    "nan_slips_through": "err",
    "off_by_one": "ex",
    "turned_round": "ex",
    "first_left_out": "prop",
}


@dataclass(frozen=True)
class Request:
    """What the author asked for, as typed."""

    unit: str
    bundle: str | None = None
    functions: tuple[str, ...] = ()
    points: str = DEFAULT_POINTS
    track: str = "core"
    minutes: int = 40


class Made(Record, frozen=True):
    """What was written; paths are relative to the course."""

    unit: str
    files: tuple[str, ...]
    bundle_file: str
    listed: bool
    """Whether bundle.toml lists its units, and so this one."""
    marks: int


def new_unit(course: Course, request: Request) -> Made:
    """Write the scaffold of a unit into both trees of a course.

    Raises
    ------
    UsageError
        A name, a signature or a key cannot be used, or a folder of that name is there.
    CourseError
        `units` in bundle.toml is written in a way that cannot be added to.
    """
    bundle = _bundle(course, request.bundle)
    _demand_free(course, bundle, request.unit)
    plan = _plan(bundle, request)
    path = bundle.folder / "bundle.toml"
    before = path.read_text("utf-8")
    after = with_unit(path, before, plan.unit)
    files = {
        f"{tree}/{bundle.id}/{plan.unit}/{name}": text
        for tree in ("assignments", "solutions")
        for name, text in _files(tree, plan)
    }
    for file, text in files.items():
        write_atomically(course.root / file, text.encode("utf-8"))
    if after != before:
        write_atomically(path, after.encode("utf-8"))
    marks = sum(line.count(MARK) for text in files.values() for line in text.splitlines())
    listed = path.relative_to(course.root).as_posix()
    return Made(plan.unit, tuple(files), listed, after != before, marks)


def _bundle(course: Course, name: str | None) -> Bundle:
    if name is not None:
        return course.bundle(name)
    if len(course.bundles) == 1:
        return course.bundles[0]
    known = ", ".join(bundle.id for bundle in course.bundles)
    raise UsageError(say("new.which_bundle"), say("usage.known", names=known))


def _demand_free(course: Course, bundle: Bundle, unit: str) -> None:
    if UNIT.match(unit) is None:
        raise UsageError(say("new.unit_name", name=unit), say("new.unit_name_hint"))
    short = unit.split("_")[0]
    for other in course.units:
        if other.id == unit or other.id.split("_")[0] == short:
            why = say("new.number_taken", name=unit, short=short, other=other.id)
            raise UsageError(why, say("new.number_hint"))
    for tree in ("assignments", "solutions"):
        folder = course.root / tree / bundle.id / unit
        if folder.exists():
            why = say("new.folder_there", path=str(folder))
            raise UsageError(why, say("new.folder_hint"))


def _plan(bundle: Bundle, request: Request) -> Plan:
    points = _points(request.points)
    if request.track not in get_args(Track):
        tracks = ", ".join(get_args(Track))
        raise UsageError(say("new.track", name=request.track), say("usage.known", names=tracks))
    if request.minutes < 1:
        raise UsageError(say("course.minutes"))
    functions = [read_signature(text) for text in request.functions or (EXAMPLE,)]
    if "claim" in points and not any(f.result.decides for f in functions):
        functions.append(read_signature(EXAMPLE_CLAIM))
    _demand_once(functions)
    return Plan(request.unit, bundle.id, tuple(functions), points, request.track, request.minutes)


def _demand_once(functions: Sequence[Signature]) -> None:
    names = [f.name for f in functions]
    for name in names:
        if names.count(name) > 1:
            raise UsageError(say("new.function_twice", name=name), say("new.signature_hint"))


def _points(text: str) -> dict[Key, str]:
    """Return the points of `ex=3,prop=6,err=1`, in the order of the course."""
    found: dict[str, str] = {}
    for pair in text.split(","):
        key, _, value = (part.strip() for part in pair.partition("="))
        if key not in KEYS or key in found:
            message = "new.trace_key" if key == "trace" else "new.points_key"
            raise UsageError(say(message, key=key or pair), say("new.points_hint"))
        if not re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,2})?", value) or Fraction(value) == 0:
            raise UsageError(say("new.points_value", key=key, value=value), say("new.points_hint"))
        found[key] = value
    if "ex" not in found:
        raise UsageError(say("new.no_examples"), say("new.points_hint"))
    return {key: found[key] for key in KEYS if key in found}


def _files(tree: str, plan: Plan) -> Iterator[tuple[str, str]]:
    """Yield name and text of every file of one tree."""
    repeated = set(names_of("each_function"))
    for name in names_of(tree):
        values, flags = unit_values(plan), unit_flags(plan)
        for block in (name, *(f"{name}.{part}" for part in ("table", "refused", "worked"))):
            if block in repeated:
                hole = "functions" if block == name else block.rpartition(".")[2]
                values[hole] = _for_each(plan, f"each_function/{block}")
        yield name, laid_out(fill(f"{tree}/{name}", values, flags))
    if tree == "solutions":
        for function in plan.functions:
            for slip in _slips(plan, function):
                text = fill(
                    f"slips/{slip}.py",
                    function_values(plan, function),
                    function_flags(plan, function),
                )
                yield f"wrong/{function.name}_{slip}.py", laid_out(text)


def _for_each(plan: Plan, template: str) -> str:
    return "".join(
        fill(template, function_values(plan, f), function_flags(plan, f)) for f in plan.functions
    )


def _slips(plan: Plan, function: Signature) -> Iterator[str]:
    """Yield the mistakes that a function can have and that some check of the unit is about."""
    possible = {
        "not_validated": True,
        # Rounding down raises for NaN by itself.
        "nan_slips_through": function.floats and not function.result.rounds,
        "off_by_one": not function.result.decides,
        "turned_round": function.result.decides,
        "first_left_out": function.result.number,
    }
    for slip, key in _PER_FUNCTION.items():
        if possible[slip] and key in plan.points:
            yield slip
