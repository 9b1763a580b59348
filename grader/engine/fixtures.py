"""The submissions an author keeps with a unit: solution, stub, `wrong/`, `right/`, and nonsense.

A file of `wrong/` or `right/` runs after the solution in the same namespace, so it holds only what
differs. The first line of its docstring announces the verdict of every automatic key:
``Expect: ex=PASSED prop=WRONG err=PASSED``. A key that keeps part of its points says how many:
``trace=WRONG:6``. A right file without the line announces that everything passes.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from grader.course import Unit, read_text
from grader.errors import CourseError
from grader.messages import say
from grader.outcome import AUTOMATIC_KEYS, Key, Status

ALWAYS_VALUEERROR = "wrong/always_valueerror"
CONSTANT = "wrong/constant"
WORTHLESS = ("stub", ALWAYS_VALUEERROR, CONSTANT)
NONSENSE = ("None", "'text'", "-1", "float('nan')", "[]", "{}", "(1, [2, {}])", "10**400")
"""Values that a broken check trips over; what a submission may return is anything."""
EXPECT = re.compile(r"Expect:((?:\s+[a-z]+=[A-Z_]+(?::[0-9.]+)?)+)\s*\Z")


@dataclass(frozen=True)
class Announced:
    """What a fixture says it will come to, for one key."""

    status: Status
    points: str = ""
    """Points kept, where the fixture says so."""


@dataclass(frozen=True)
class Fixture:
    """One submission kept with a unit."""

    unit: str
    name: str
    """`solution`, `stub`, `wrong/<file>`, `right/<file>` or `nonsense/<value>`."""
    cells: tuple[str, ...]
    path: Path
    expected: Mapping[Key, Announced] | None = None
    """None where nothing is announced: the stub and nonsense have demands of their own."""


def automatic_keys(unit: Unit) -> tuple[Key, ...]:
    """Return the keys of a unit that checks decide, in the order of the course."""
    return tuple(key for key in AUTOMATIC_KEYS if key in unit.points)


def unit_fixtures(unit: Unit) -> Iterator[Fixture]:
    """Yield every fixture of a unit. CourseError for a missing solution or a bad Expect line."""
    solution = read_text(unit.secret / "solution.py")
    all_passed = {key: Announced(Status.PASSED) for key in automatic_keys(unit)}
    path = unit.secret / "solution.py"
    yield Fixture(unit.id, "solution", (solution,), path, all_passed)
    stub = unit.public / "stub.py"
    yield Fixture(unit.id, "stub", (read_text(stub),), stub)
    for path in unit.fixtures:
        source = read_text(path)
        name = f"{path.parent.name}/{path.stem}"
        default = all_passed if path.parent.name == "right" else None
        yield Fixture(
            unit.id, name, (solution, source), path, announced(path, source, unit, default)
        )


def fixture_cells(path: Path, source: str, unit: Unit) -> tuple[str, ...]:
    """Return the cells of any Python file: one of `wrong/` or `right/` follows the solution."""
    if path.resolve() in {fixture.resolve() for fixture in unit.fixtures}:
        return read_text(unit.secret / "solution.py"), source
    return (source,)


def nonsense_fixtures(unit: Unit) -> Iterator[Fixture]:
    """Yield submissions whose every function and method returns the same nonsense."""
    stub = unit.public / "stub.py"
    tree = ast.parse(read_text(stub))
    classes = {node.name for node in tree.body if isinstance(node, ast.ClassDef)}
    for value in NONSENSE:
        source = "\n".join(
            _nonsense_class(n, value) if n in classes else _nonsense_function(n, value)
            for n in unit.entry_points
        )
        yield Fixture(unit.id, f"nonsense/{value}", (source,), stub)


def announced(
    path: Path, source: str, unit: Unit, default: Mapping[Key, Announced] | None
) -> Mapping[Key, Announced]:
    """Return what a fixture file announces.

    Raises
    ------
    CourseError
        The line is missing (and there is no default), malformed, or does not name exactly the
        automatic keys of the unit.
    """
    keys = automatic_keys(unit)
    example = "Expect: " + " ".join(f"{k}=PASSED" for k in keys)
    first = (ast.get_docstring(ast.parse(source)) or "").split("\n")[0]
    if not first.startswith("Expect:") and default is not None:
        return default
    found = EXPECT.match(first)
    if found is None:
        raise CourseError(path, "Expect", say("validate.expect_line", example=example))
    said: dict[Key, Announced] = {}
    for pair in found[1].split():
        key, _, rest = pair.partition("=")
        status, _, points = rest.partition(":")
        if key not in keys or key in said or status not in Status.__members__:
            raise CourseError(path, pair, say("validate.expect_line", example=example))
        said[key] = Announced(Status(status), points)
    if set(said) != set(keys):
        raise CourseError(path, "Expect", say("validate.expect_line", example=example))
    return said


def _nonsense_function(name: str, value: str) -> str:
    return f"def {name}(*args, **kwargs):\n    return {value}\n"


def _nonsense_class(name: str, value: str) -> str:
    return (
        f"class {name}:\n"
        "    def __init__(self, *args, **kwargs):\n        pass\n"
        "    def __getattr__(self, name):\n"
        f"        return lambda *args, **kwargs: {value}\n"
    )
