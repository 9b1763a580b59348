"""The export: a row a key, safe in a spreadsheet, marked while anything is open."""

from __future__ import annotations

import csv
import io
import json

import pytest

from grader.messages import say
from grader.outcome import Status
from grader.report.export import BOM, ExportRow, export_rows, inert, to_csv, to_json
from grader.report.standing import Mark
from tests.report.small_reports import WRONG, check, report, unit, unread

WRITTEN = unit(
    [check("a"), check("b", Status.WRONG, WRONG)],
    points={"prop": "3", "wr": "4"},
    written="answered",
    answer="因为",
)


def read(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_a_row_for_each_student_unit_and_key() -> None:
    rows = export_rows([report(WRITTEN), report(WRITTEN, student="Lee, Ann")])
    assert [(r.student, r.unit, r.key, r.status, r.points, r.possible, r.by) for r in rows] == [
        ("李雷", "q13_message_batches", "prop", "WRONG", "1.5", "3", "checks"),
        ("李雷", "q13_message_batches", "wr", "UNMARKED", "", "4", ""),
        ("Lee, Ann", "q13_message_batches", "prop", "WRONG", "1.5", "3", "checks"),
        ("Lee, Ann", "q13_message_batches", "wr", "UNMARKED", "", "4", ""),
    ]


def test_a_student_is_provisional_until_everything_is_judged_and_marked() -> None:
    open_, closed = report(WRITTEN), report(unit([check()]), student="韩梅梅")
    assert [r.provisional for r in export_rows([open_, closed])] == [True, True, False]
    marks = {("李雷", "q13_message_batches", "wr"): Mark("3.5")}
    rows = export_rows([open_], marks)
    assert [(r.status, r.points, r.by, r.provisional) for r in rows] == [
        ("WRONG", "1.5", "checks", False),
        ("MARKED", "3.5", "person", False),
    ]


def test_what_could_not_be_judged_has_no_points_and_is_no_zero() -> None:
    (row,) = export_rows([report(unread(say("check.unplayed"), status=Status.NOT_JUDGED))])
    assert (row.status, row.points, row.by, row.provisional) == ("NOT_JUDGED", "", "", True)
    (row,) = export_rows([report(unit([check("a", Status.NOT_JUDGED)]))])
    assert (row.status, row.points, row.provisional) == ("NOT_JUDGED", "", True)


def test_a_file_that_cannot_be_read_and_one_that_is_not_there_earn_nothing() -> None:
    broken = unread(say("notebook.empty", name="q13.ipynb"))
    missing = unread(say("work.missing", file="q13.ipynb"), file="", status=Status.UNANSWERED)
    rows = export_rows([report(broken, missing)])
    assert [(r.status, r.points, r.file) for r in rows] == [
        ("ERROR", "0", "q13_message_batches.ipynb"),
        ("UNANSWERED", "0", ""),
    ]
    assert not any(r.provisional for r in rows)


def test_csv_reads_back_with_commas_quotes_and_chinese() -> None:
    rows = export_rows([report(unit([check()]), student='O\'Neil "Bo", 李')])
    (found,) = read(to_csv(rows))
    assert found["student"] == 'O\'Neil "Bo", 李'
    assert (found["points"], found["provisional"]) == ("3", "")
    assert list(found) == list(ExportRow.__struct_fields__)


def test_every_cell_is_quoted_and_provisional_is_a_word() -> None:
    line = to_csv(export_rows([report(WRITTEN)])).splitlines()[1]
    assert line.count('"') == 2 * len(ExportRow.__struct_fields__)
    assert '"provisional"' in line


@pytest.mark.parametrize(
    "start", ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠", " ="]
)
def test_nothing_in_a_cell_is_a_formula(start: str) -> None:
    name = f"{start}cmd|' /C calc'!A0"
    rows = export_rows([report(unit([check()]), student=name)])
    text = to_csv(rows)
    assert f"\"'{start}cmd" in text
    assert inert(name) == f"'{name}"


@pytest.mark.parametrize("cell", ["", "李雷", "0.25", "a=b", "q13_message_batches"])
def test_an_ordinary_cell_stays_as_it_is(cell: str) -> None:
    assert inert(cell) == cell


def test_excel_gets_its_mark_only_when_asked() -> None:
    rows = export_rows([report(WRITTEN)])
    assert to_csv(rows, bom=True) == BOM + to_csv(rows)
    assert not to_csv(rows).startswith(BOM)


def test_json_has_the_same_rows_with_every_field() -> None:
    found = json.loads(to_json(export_rows([report(WRITTEN, student="=1+1")])))
    assert [row["student"] for row in found] == ["=1+1", "=1+1"]
    assert all(list(row) == list(ExportRow.__struct_fields__) for row in found)
    assert found[0]["provisional"] is True


def test_a_class_without_students_has_a_header_alone() -> None:
    assert read(to_csv(())) == []
    assert json.loads(to_json(())) == []
