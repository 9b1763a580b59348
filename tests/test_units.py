"""Every unit of the course meets every demand, under a salt; `./dev long` uses all three.

Failing inputs are made smaller in `./dev long` and for some units only: it takes most of the time.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.course import load_course
from grader.engine.grade import Grader
from grader.engine.validate import FIXED_SALTS, validate_units

COURSE = load_course(Path(__file__).parents[1])


SHRUNK = {"q13_message_batches", "q23_tile_budget", "c01_gemm_ikj"}


def findings(unit: str, rung: str, salts: tuple[str, ...], *, shrink: bool) -> list[str]:
    with Grader(COURSE, rung) as grader:
        found = validate_units(COURSE, [COURSE.unit(unit)], grader, salts, shrink=shrink)
    return [f"[{f.demand}] {f.why.text('en')}" for f in found]


@pytest.mark.parametrize("unit", [u.id for u in COURSE.units])
def test_a_unit_meets_every_demand(unit: str, best_rung: str) -> None:
    assert findings(unit, best_rung, FIXED_SALTS[:1], shrink=unit in SHRUNK) == []


@pytest.mark.long
@pytest.mark.parametrize("unit", [u.id for u in COURSE.units])
def test_a_unit_meets_every_demand_under_every_fixed_salt(unit: str, best_rung: str) -> None:
    # One by one: then each is the first, under which the verdicts are compared exactly.
    found = [findings(unit, best_rung, (salt,), shrink=True) for salt in FIXED_SALTS]
    assert found == [[], [], []]
