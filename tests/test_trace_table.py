"""The table of fixtures against keys, where a unit judges the method: it and the numbers are apart.

That every fixture comes to exactly what it announces is held by `test_units`. Here the announced
rows are read as a table.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.course import Unit, load_course
from grader.engine.fixtures import Announced, automatic_keys, unit_fixtures
from grader.outcome import Key, Status

UNITS = [u for u in load_course(Path(__file__).parents[1]).units if "trace" in u.points]


def passed(row: dict[Key, Announced]) -> set[Key]:
    return {key for key, announced in row.items() if announced.status is Status.PASSED}


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.id)
def test_method_and_numbers_are_judged_apart(unit: Unit) -> None:
    """Some wrong method has every number right; some wrong number has the method right."""
    values = {*automatic_keys(unit)} - {"trace"}
    wrongs = [f for f in unit_fixtures(unit) if f.name.startswith("wrong/")]
    rows = [passed(dict(f.expected)) for f in wrongs if f.expected is not None]
    assert values in rows
    assert any("trace" in row and not values <= row for row in rows)


def test_there_are_units_that_judge_the_method() -> None:
    assert UNITS
