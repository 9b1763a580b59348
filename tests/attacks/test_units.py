"""Values that no author thinks of, as answers to the checks of every unit: none breaks a check.

A check that trips over an answer is NOT_JUDGED, so that a person has to look; a student could have
that at will.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.course import Unit, load_course
from grader.engine.judge import judge
from grader.engine.plan import Job
from grader.engine.submissions import work_of_cells
from grader.outcome import Status
from tests.attacks.conftest import SALT, Arena

COURSE = load_course(Path(__file__).parents[2])
UNITS = [unit for bundle in COURSE.bundles for unit in bundle.units]
STRANGE = """
import decimal, fractions
import numpy as np
strange = [
    float("nan"), float("inf"), -0.0, 1e308, 10**4000, 2**63, -1, True, 1j, None, "", "x", b"x",
    np.zeros((0, 3)), np.zeros(3, "i8"), np.array("x"), np.float16("nan"), np.datetime64("NaT"),
    fractions.Fraction(1, 3), decimal.Decimal("sNaN"), [], (), {}, set(), [[]], [None], [{}],
    [float("nan")] * 3, [10**400] * 4, [(1, 2, 3)], ["a", "b"], {"a": 1}, {1: {}}, {(): ()},
    frozenset({(1,)}), range(3),
]
asked = SEED
def answer(*args, **kwargs):
    global asked
    asked = (asked + 7) % len(strange)
    return strange[asked]
def answers_strangely(name):
    found = globals()[name]
    if not isinstance(found, type):
        globals()[name] = answer
        return
    for method, value in list(vars(found).items()):
        if callable(value) and not method.startswith("__"):
            setattr(found, method, answer)
"""


def strange(unit: Unit, seed: int) -> str:
    """Return a cell after which every function and method of the unit answers strangely."""
    made = (f"answers_strangely({name!r})" for name in unit.entry_points)
    return "\n".join((STRANGE.replace("SEED", str(seed)), *made))


@pytest.mark.parametrize(
    "seed", [11, *(pytest.param(n, marks=pytest.mark.long) for n in (0, 18, 25))]
)
@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.id)
def test_no_answer_breaks_a_check(arena: Arena, unit: Unit, seed: int) -> None:
    """Texts, NaN, empty arrays, huge numbers, sets of tuples: no check is NOT_JUDGED."""
    cells = ((unit.secret / "solution.py").read_text("utf-8"), strange(unit, seed))
    answers = work_of_cells(cells, "strange.ipynb", unit).answers
    assert answers is not None
    job = Job(
        unit=unit.id,
        salt=SALT,
        rung=arena.rung.value,
        cells=tuple(enumerate(cells)),
        unanswered=(),
        defined_in=answers.defined_in,
    )
    came = judge(job, COURSE, arena.zygote, shrink=False)
    assert came.log == ""
    assert Status.NOT_JUDGED not in {check.status for check in came.result.checks}
