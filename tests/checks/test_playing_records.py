"""Records of accesses are played as answers are, in boxes of their own kind."""

from __future__ import annotations

import numpy as np
import pytest

from grader.checks import access
from grader.checks.compare import exact, holds
from grader.checks.student import Student
from tests.checks.stage import INTEGERS, Stage, declared

SUMS = "def total(x, y):\n    s = 0.0\n    for i in range(len(x)):\n        s += x[i]\n    y[0] = s"
RECORDS = {
    "the same accesses": (SUMS, "PASSED", True),
    "other accesses": (
        SUMS.replace("range(len(x))", "reversed(range(len(x)))"),
        "PASSED",
        True,
    ),
    "an input is written": (SUMS.replace("s += x[i]", "x[i] = 0.0"), "FORBIDDEN", False),
    "it goes around": (SUMS.replace("s += x[i]", "s += bytes(x)[0]"), "WRONG", False),
    "too many": (SUMS.replace("s += x[i]", "s += x[i] + x[i] - x[i]"), "WRONG", False),
    "it is right only the first time": (
        f"k = 0\n{SUMS}\n    global k\n    k += 1\n    y[0] += k > 1",
        "PASSED",
        True,
    ),
}


def once(student: Student) -> None:
    x, y = np.arange(6.0), np.full(1, 7.0)
    log = student.trace("total", x=x, y=y, out=("y",))
    access.each(log, "x", reads=1)
    exact(log.after["y"], np.array([15.0]))


def small(student: Student) -> None:
    holds(
        student.peak_bytes("total", x=np.ones(9), y=np.zeros(1)) < 4096,
        zh="少用内存",
        en="little memory",
    )


@pytest.mark.parametrize(("source", "status", "played"), RECORDS.values(), ids=RECORDS)
def test_records_are_played(stage: Stage, source: str, status: str, *, played: bool) -> None:
    def again(student: Student) -> None:
        once(student)

    checks = [declared(f, of="total") for f in (once, small, again)]
    rules = ("TRACE", "MEM", "POISON")
    judged = stage.judged(checks, SUMS, source, rules=rules)
    assert judged.statuses[0] == status
    assert ("once" in judged.by_script) is played
    assert judged.statuses[2] == ("WRONG" if "global k" in source else status)


def test_a_wrong_record_ends_the_scripts_of_trace_boxes_alone(stage: Stage) -> None:
    def plain(student: Student, n: int) -> None:
        x, y = np.full(2, float(n)), np.zeros(1)
        exact(student.call("total", x=x, y=y, out=("y",))[1], np.array([2.0 * n]))

    checks = [
        declared(once, of="total"),
        declared(plain, of="total", n=INTEGERS),
        declared(small, of="total"),
    ]
    twice = SUMS.replace("s += x[i]", "s += x[i] + 0 * x[i]")
    judged = stage.judged(checks, SUMS, twice, rules=("TRACE", "MEM"))
    assert (judged.statuses, judged.by_script) == (["WRONG", "PASSED", "PASSED"], ("plain",))


FORGES = """
import sys
def forged(*_, **__):
    return {"codes": np.zeros(3, np.uint64), "values": np.zeros(3), "after": (), "library": ""}
import numpy as np
sys.modules["_box.inside.serve"]._tracing = lambda: type("T", (), {"trace": forged})
"""


def test_a_forged_record_is_judged_live_and_fails(stage: Stage) -> None:
    judged = stage.judged([declared(once, of="total")], SUMS, SUMS, FORGES, rules=("TRACE",))
    assert (judged.statuses, judged.by_script) == (["FORBIDDEN"], ())


def test_the_answers_of_the_solution_are_nowhere_to_be_copied(stage: Stage) -> None:
    """A record of an earlier call, sent again for another input, does not hold together."""
    source = f"{SUMS}\nfirst = []\nimport sys\nserve = sys.modules['_box.inside.serve']\n"
    source += "tracing = serve._tracing()\ndef replayed(*a, **k):\n"
    source += "    first[:] = first or [tracing.trace(*a, **k)]\n    return first[0]\n"
    source += "serve._tracing = lambda: type('T', (), {'trace': replayed})"

    def other(student: Student) -> None:
        x, y = np.arange(6.0) + 1, np.full(1, 7.0)
        log = student.trace("total", x=x, y=y, out=("y",))
        exact(log.after["y"], np.array([21.0]))

    checks = [declared(once, of="total"), declared(other, of="total")]
    judged = stage.judged(checks, SUMS, source, rules=("TRACE",))
    assert judged.statuses == ["PASSED", "FORBIDDEN"]
    assert judged.by_script == ("once",)
