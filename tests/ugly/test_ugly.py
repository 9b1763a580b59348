"""A real class of ugly notebooks: each has its verdict and its sentence, and nothing stops it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grader.engine.grade import Grader, grade_bundle
from grader.engine.store import readable_json
from grader.messages import LANGS, Message
from grader.outcome import Status, UnitReport
from grader.report.class_table import print_class
from grader.report.terminal import shown_name
from tests.ugly.case import HONEST, UNIT, Case
from tests.ugly.corpus import CASES
from tests.ugly.ugly_class import (
    BUNDLE,
    LINKED_BUNDLE,
    LINKED_STUDENT,
    STRAYS,
    UglyClass,
    grade_class,
)

HAN = re.compile(r"[\u4e00-\u9fff]")


def unit_of(graded: UglyClass, student: str, unit: str) -> UnitReport:
    return next(u for u in graded.students[student].units if u.row.unit == unit)


def sentences(unit: UnitReport) -> list[Message]:
    """Return all that the student is told about a unit."""
    said = [*unit.row.notes]
    if unit.row.problem is not None:
        said.append(unit.row.problem)
    if unit.result is not None:
        said += [note.why for note in unit.result.cells]
        said += [check.failure.why for check in unit.result.checks if check.failure is not None]
    return said


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_each_has_its_verdict_and_a_sentence(graded: UglyClass, case: Case) -> None:
    unit = unit_of(graded, case.student, UNIT)
    assert (unit.row.status, unit.row.points) == (case.status, case.points)
    assert case.says <= {message.id for message in sentences(unit)}
    assert unit.row.written == ("answered" if case.written else "empty")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_honest_unit_of_the_same_student_keeps_its_marks(graded: UglyClass, case: Case) -> None:
    row = unit_of(graded, case.student, HONEST).row
    assert (row.status, row.points, row.problem) == (Status.PASSED, "5", None)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_sentences_are_for_people(graded: UglyClass, case: Case) -> None:
    """They are one printable line each, in the reader's own language."""
    said = sentences(unit_of(graded, case.student, UNIT))
    assert said or case.status is Status.PASSED
    for message in said:
        assert all(message.text(lang).isprintable() for lang in LANGS)
        assert HAN.search(message.text("zh"))
        assert not message.text("en").endswith((" ", ":"))


def test_cases_have_names_of_their_own() -> None:
    assert len({case.name for case in CASES}) == len({case.student for case in CASES})
    assert len(CASES) == len({case.name for case in CASES})


def test_everyone_is_in_the_class(graded: UglyClass) -> None:
    students = {student.student for student in graded.report.students}
    assert students == {case.student for case in CASES} | {LINKED_STUDENT, LINKED_BUNDLE}
    assert students.isdisjoint(STRAYS)
    assert all(len(student.units) == 2 for student in graded.report.students)


def test_nothing_is_our_fault_so_the_command_ends_with_0(graded: UglyClass) -> None:
    assert graded.report.not_judged == 0


def test_the_table_shows_everyone_and_names_every_file_that_was_not_read(
    graded: UglyClass, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    print_class(graded.report, graded.classroom.folder, "en")
    printed = capsys.readouterr().out
    assert printed.isprintable() or set(printed) - set("\n") <= set(
        filter(str.isprintable, printed)
    )
    for case in CASES:
        assert shown_name(case.student) in printed
        problem = unit_of(graded, case.student, UNIT).row.problem
        if problem is not None and problem.id != "work.missing":
            assert f"{shown_name(case.student)} · {UNIT}: {problem.text('en')}"[:90] in printed


@pytest.mark.parametrize("student", [LINKED_STUDENT, LINKED_BUNDLE])
@pytest.mark.parametrize("unit", [UNIT, HONEST])
def test_a_folder_that_is_a_link_is_not_read(graded: UglyClass, student: str, unit: str) -> None:
    row = unit_of(graded, student, unit).row
    assert (row.status, row.points) == (Status.ERROR, "0")
    assert row.problem is not None
    assert row.problem.id == "work.linked_folder"
    assert [note.id for note in row.notes] == ["notebook.hand_in_again"]


def test_graded_again_nothing_runs_and_nothing_changes(graded: UglyClass) -> None:
    course = graded.classroom.course()
    steps: list[tuple[int, int]] = []
    with Grader(course, graded.report.rung, jobs=1) as grader:
        report, _ = grade_bundle(
            graded.classroom,
            course.bundle(BUNDLE),
            grader,
            watch=lambda step: steps.append((step.done, step.all)),
        )
    assert steps == [(steps[0][1], steps[0][1])]
    assert readable_json(report) == readable_json(graded.report)


@pytest.mark.long
def test_judged_live_they_come_to_the_same(
    graded: UglyClass, tmp_path: Path, best_rung: str
) -> None:
    """`graded` is judged by scripts, as any class is."""
    live = grade_class(tmp_path, CASES, best_rung, live=True)
    different = [
        name
        for name, report in live.students.items()
        if readable_json(report) != readable_json(graded.students[name])
    ]
    assert different == []
