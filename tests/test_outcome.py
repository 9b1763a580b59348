"""One order of verdicts, and records that cannot be read back unless they are whole."""

from __future__ import annotations

import itertools
from typing import Any

import msgspec
import pytest

from grader.messages import say
from grader.outcome import (
    CallShown,
    CellNote,
    CheckResult,
    ClassReport,
    Failure,
    KeyResult,
    Record,
    Status,
    StudentRow,
    Text,
    UnitResult,
    UnitRow,
    worst,
)

ORDER = [
    "PASSED",
    "UNANSWERED",
    "WRONG",
    "ERROR",
    "FORBIDDEN",
    "TIME_LIMIT",
    "MEMORY_LIMIT",
    "OUTPUT_LIMIT",
    "CRASHED",
    "NOT_JUDGED",
]


def test_the_order_of_badness_is_this_one() -> None:
    assert [s.value for s in Status] == ORDER
    assert [s.badness for s in Status] == list(range(10))


def test_the_worst_wins_wherever_it_stands() -> None:
    for better, worse in itertools.combinations(Status, 2):
        assert worst([better, worse]) is worse
        assert worst([worse, better, better]) is worse
    assert worst([Status.PASSED, Status.PASSED]) is Status.PASSED


def test_no_evidence_is_no_pass() -> None:
    assert worst([]) is Status.NOT_JUDGED


FAILURE = Failure(
    why=say("student.broken_cell", name="f", cell=3, why=say("compare.none")),
    calls=(CallShown("f(x=1)", "2"),),
    got="2",
    expected="3",
    where="[1]",
    hint=Text("看。", "Look."),
    traceback=("cell 1, line 2",),
)
CHECK = CheckResult("test_f", "ex", ("f",), 1, True, Text("甲", "A"), Status.WRONG, 7, FAILURE)
UNIT = UnitResult(
    unit="q01_one",
    job="abc",
    rung="A",
    status=Status.WRONG,
    keys=(KeyResult("ex", Status.WRONG, "0", "3"),),
    checks=(CHECK,),
    cells=(CellNote(2, Status.ERROR, say("compare.none")),),
)
ROW = UnitRow("q01_one", Status.NOT_JUDGED, "", "3")
REPORT = ClassReport("b1_first", "A", (StudentRow("s1", (ROW,)), StudentRow("s2", ())))


@pytest.mark.parametrize("record", [FAILURE, CHECK, UNIT, ROW, REPORT], ids=range(5))
def test_a_record_is_read_back_as_it_was(record: Record) -> None:
    data = msgspec.json.encode(record)
    assert msgspec.json.decode(data, type=type(record)) == record
    assert msgspec.json.encode(msgspec.json.decode(data, type=type(record))) == data


def test_a_sentence_inside_a_sentence_survives_the_file() -> None:
    back = msgspec.json.decode(msgspec.json.encode(FAILURE), type=Failure)
    for lang in ("zh", "en"):
        assert back.why.text(lang) == FAILURE.why.text(lang)


def test_defaults_are_left_out_of_the_file() -> None:
    assert msgspec.json.encode(CallShown("f()")) == b'{"call":"f()"}'


def changed(**fields: Any) -> bytes:
    return msgspec.json.encode(msgspec.to_builtins(CHECK) | fields)


@pytest.mark.parametrize(
    "data",
    [
        changed(stauts="PASSED"),
        changed(status="passed"),
        changed(status="SKIPPED"),
        changed(status=0),
        changed(key="exx"),
        changed(weight="1"),
        changed(weight=1.5),
        changed(public=1),
        changed(of="f"),
        changed(title={"zh": "甲"}),
        changed(failure={"got": "2"}),
        changed(failure={"why": {"id": "x", "args": {"a": [1]}}}),
        msgspec.json.encode({"name": "test_f"}),
        b"{",
        b"",
    ],
    ids=range(15),
)
def test_what_is_not_exactly_a_record_is_refused(data: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        msgspec.json.decode(data, type=CheckResult)


def test_a_record_cannot_be_changed() -> None:
    for record, field in ((CHECK, "status"), (FAILURE, "got"), (UNIT, "keys"), (ROW, "points")):
        with pytest.raises(AttributeError):
            setattr(record, field, "x")


def test_a_text_is_told_in_the_readers_language() -> None:
    assert (CHECK.title.text("zh"), CHECK.title.text("en")) == ("甲", "A")


def test_a_report_counts_what_needs_a_person() -> None:
    assert list(REPORT.rows) == [ROW]
    assert REPORT.not_judged == 1
    assert ClassReport("b", "A", ()).not_judged == 0
