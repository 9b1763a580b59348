"""Reports made by hand, one verdict each, for the tests that render them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from grader.checks.shares import decimal
from grader.gradebook.score import score_key, total
from grader.messages import Message, say
from grader.outcome import (
    CallShown,
    CheckResult,
    Failure,
    Key,
    Status,
    StudentReport,
    Text,
    UnitReport,
    UnitResult,
    UnitRow,
    worst,
)

TITLE = Text("消息分批", "Message batches")
CALLS = (CallShown("transfer_s(total_bytes=1.0, messages=2)", "0.5"),)
WRONG = Failure(
    why=say("compare.relative", factor="0.25", rel="1e-09"),
    calls=CALLS,
    got="0.5",
    expected="2.0",
    where="[0]",
    hint=Text("延迟算了几次？", "How often is the latency counted?"),
)
RAISED = Failure(
    why=say("student.raised", type="ZeroDivisionError", message="division by zero"),
    calls=(CallShown("transfer_s(total_bytes=0.0, messages=1)", "raise ZeroDivisionError"),),
    traceback=("cell 3, line 2, in transfer_s: return 1 / total_bytes",),
)
EMPTY = Failure(why=say("student.stub", name="transfer_s"))


def check(
    name: str = "a",
    status: Status = Status.PASSED,
    failure: Failure | None = None,
    *,
    key: Key = "prop",
    of: tuple[str, ...] = ("transfer_s",),
    public: bool = False,
    cases: int = 100,
    title: Text | None = None,
) -> CheckResult:
    """Return the verdict of one check."""
    shown = title or Text(f"检查 {name} 的句子。", f"The sentence of {name}.")
    return CheckResult(name, key, of, 1, public, shown, status, cases, failure)


def unit(
    checks: Sequence[CheckResult] = (),
    *,
    name: str = "q13_message_batches",
    points: dict[Key, str] | None = None,
    written: str = "",
    answer: str | None = None,
    notes: tuple[Message, ...] = (),
    cells: Any = (),
) -> UnitReport:
    """Return a unit whose points follow from its checks as in a real grading run."""
    worth: dict[Key, str] = points or {"prop": "3"}
    automatic = {key: Fraction(value) for key, value in worth.items() if key != "wr"}
    keys = tuple(score_key(key, value, checks) for key, value in automatic.items())
    status = worst(key.status for key in keys)
    earned = decimal(total(keys)) if all(key.points for key in keys) else ""
    row = UnitRow(
        name,
        status,
        earned,
        decimal(sum(automatic.values(), Fraction(0))),
        file=f"{name}.ipynb",
        job="0" * 32,
        notes=notes,
        written=written,
    )
    result = UnitResult(name, "0" * 32, "A", status, keys, tuple(checks), cells)
    return UnitReport(row, TITLE, worth, result, answer)


def unread(
    problem: Message, *, file: str = "q13_message_batches.ipynb", status: Status = Status.ERROR
) -> UnitReport:
    """Return a unit of which nothing was judged."""
    points = "" if status is Status.NOT_JUDGED else "0"
    row = UnitRow("q13_message_batches", status, points, "3", file, problem=problem)
    return UnitReport(row, TITLE, {"prop": "3"})


def report(*units: UnitReport, student: str = "李雷") -> StudentReport:
    """Return one student's bundle."""
    title = Text("通信、粒度与加速", "Messages, granularity, speedup")
    return StudentReport(student, "b4_cost_of_parallelism", title, units)
