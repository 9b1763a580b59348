"""Pages and replies of a graded class: written where they belong, read without running anything."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from grader.cli import NOT_JUDGED, USAGE, main
from grader.course import Course, Feedback
from grader.engine.classroom import Classroom
from grader.engine.export import export_bundle
from grader.engine.feedback import page_path, write_feedback
from grader.engine.grade import Grader, Selection, grade_bundle
from grader.engine.pool import Pool
from grader.engine.stored import stored_reports
from grader.engine.why import why
from grader.errors import UsageError
from grader.messages import LANGS
from grader.outcome import StudentReport
from tests.engine.tiny_class import BUNDLE, WORKS, hand_in, released_class

Graded = tuple[Classroom, tuple[StudentReport, ...]]


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory, tiny_grader: Grader) -> Graded:
    classroom = released_class(tmp_path_factory.mktemp("feedback"), tiny_grader)
    hand_in(classroom, tiny_grader.course)
    _, reports = grade_bundle(classroom, tiny_grader.course.bundle(BUNDLE), tiny_grader)
    return classroom, reports


@pytest.fixture
def no_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refuse to start a worker: what only reads must not need one."""

    def refuse(self: Pool, wanted: int) -> None:
        raise AssertionError(f"{wanted} workers were asked for")

    monkeypatch.setattr(Pool, "_start", refuse)


# --- pages ----------------------------------------------------------------------------------------


def test_each_student_gets_one_page_and_a_second_run_leaves_it_alone(graded: Graded) -> None:
    classroom, reports = graded
    paths = write_feedback(classroom, reports, LANGS, Feedback())
    names = {p.relative_to(classroom.folder).as_posix() for p in paths}
    assert names == {f"feedback/{student}/{BUNDLE}/{BUNDLE}.html" for student in WORKS}
    before = {p: (p.stat().st_mtime_ns, p.read_bytes()) for p in paths}
    assert write_feedback(classroom, reports, LANGS, Feedback()) == paths
    assert {p: (p.stat().st_mtime_ns, p.read_bytes()) for p in paths} == before
    assert not list((classroom.folder / "feedback").rglob("*.part"))


def test_a_page_that_changed_is_written_anew(graded: Graded) -> None:
    classroom, reports = graded
    path = write_feedback(classroom, reports[:1], ["zh"], Feedback())[0]
    path.write_text("old")
    write_feedback(classroom, reports[:1], ["zh"], Feedback())
    assert path.read_text("utf-8").startswith("<!doctype html>")


def test_a_page_of_times_beside_the_page_is_linked_and_nothing_else_changes(graded: Graded) -> None:
    classroom, reports = graded
    path = write_feedback(classroom, reports[:1], LANGS, Feedback())[0]
    without = path.read_text("utf-8")
    unit = reports[0].units[0].row.unit
    times = path.with_name(f"{unit}.time.html")
    times.write_text("the times")
    write_feedback(classroom, reports[:1], LANGS, Feedback())
    link = re.compile(f'<p><a href="{times.name}">.*</a></p>\n')
    assert len(link.findall(path.read_text("utf-8"))) == 1
    assert link.sub("", path.read_text("utf-8")) == without
    times.unlink()
    write_feedback(classroom, reports[:1], LANGS, Feedback())
    assert path.read_text("utf-8") == without


@pytest.mark.parametrize("student", ["", ".", "..", "../x", "a/b", "/a", "a/", ".hidden", "a\0b"])
def test_a_student_id_that_is_no_single_folder_writes_nothing(tmp_path: Path, student: str) -> None:
    with pytest.raises(UsageError, match="student"):
        page_path(tmp_path, student, BUNDLE)


def test_a_link_out_of_the_feedback_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "feedback").mkdir()
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "feedback" / "ada").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(UsageError):
        page_path(tmp_path, "ada", BUNDLE)


def test_ordinary_and_chinese_names_are_folders(tmp_path: Path) -> None:
    for student in ("ada", "李雷", "O'Neil, Bo", "a..b", "a\\b", "CON", "aux.", "C:"):
        assert page_path(tmp_path, student, BUNDLE).is_relative_to(tmp_path / "feedback")


# --- stored results -------------------------------------------------------------------------------


@pytest.mark.usefixtures("no_workers")
def test_stored_reports_are_those_of_grading(graded: Graded, tiny: Course) -> None:
    classroom, reports = graded
    stored = stored_reports(classroom, tiny, tiny.bundle(BUNDLE), Selection())
    assert stored.reports == reports
    assert stored.missing == 0


@pytest.mark.usefixtures("no_workers")
def test_a_result_that_is_gone_is_not_judged_and_all_gone_is_an_error(
    tmp_path: Path, tiny_grader: Grader, graded: Graded
) -> None:
    classroom, reports = graded
    bundle = tiny_grader.course.bundle(BUNDLE)
    results = classroom.folder / "results"
    kept = {p: p.read_bytes() for p in results.glob("*.json")}
    rows = next(r.units for r in reports if r.student == "wrong")
    job = next(u.row.job for u in rows if u.row.unit == "u1_rooms")
    try:
        (results / f"{job}.json").unlink()
        exported = export_bundle(classroom, tiny_grader.course, bundle)
        assert exported.missing == 1
        lost = [r for r in exported.rows if (r.student, r.unit) == ("wrong", "u1_rooms")]
        automatic = [r for r in lost if r.key != "wr"]
        assert automatic
        assert {r.points for r in automatic} == {""}
        assert all(r.provisional for r in exported.rows if r.student == "wrong")
        with pytest.raises(UsageError, match="no results"):
            why(classroom, tiny_grader.course, "wrong", "u1", None, "en")
        for path in results.glob("*.json"):
            path.unlink()
        with pytest.raises(UsageError, match="grader grade b1_rooms"):
            export_bundle(classroom, tiny_grader.course, bundle)
    finally:
        for path, data in kept.items():
            path.write_bytes(data)


# --- commands -------------------------------------------------------------------------------------


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(a) for a in arguments])


@pytest.mark.usefixtures("no_workers")
def test_why_explains_in_either_language(graded: Graded) -> None:
    where = ("--class", graded[0].folder)
    english = run("why", "wrong", "u1", *where, "--lang", "en")
    assert english.exit_code == 0
    assert "failing input: room_for(" in english.stdout
    assert "expected:" in english.stdout
    chinese = run("why", "wrong", "u1_rooms", "ex", *where, "--lang", "zh")
    assert "应为：" in chinese.stdout
    assert len(chinese.stdout.splitlines()) < len(english.stdout.splitlines())


@pytest.mark.usefixtures("no_workers")
@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("nobody", "u1"), "no submission of a student named nobody"),
        (("wrong", "u9"), "no unit named u9"),
        (("wrong", "u1", "trace"), "no key trace"),
        (("wrong", "u1", "nonsense"), "no key nonsense"),
    ],
)
def test_why_says_what_is_not_there(graded: Graded, asked: tuple[str, ...], said: str) -> None:
    result = run("why", *asked, "--class", graded[0].folder)
    assert result.exit_code == USAGE
    assert said in result.stderr


@pytest.mark.usefixtures("no_workers")
def test_export_prints_csv_or_json_with_the_same_rows(graded: Graded) -> None:
    where = ("--class", graded[0].folder)
    printed = run("export", "b1", *where)
    assert printed.exit_code == 0
    rows = list(csv.DictReader(io.StringIO(printed.stdout)))
    assert {row["student"] for row in rows} == set(WORKS)
    as_json = json.loads(run("export", "b1", *where, "--format", "json").stdout)
    assert [row["points"] for row in as_json] == [row["points"] for row in rows]


@pytest.mark.usefixtures("no_workers")
def test_export_writes_a_file_that_excel_reads_as_utf_8(graded: Graded, tmp_path: Path) -> None:
    out = tmp_path / "points.csv"
    result = run("export", BUNDLE, "--class", graded[0].folder, "--out", out)
    assert result.exit_code == 0
    assert result.stdout == ""
    assert out.read_bytes().startswith(b"\xef\xbb\xbf")
    assert str(out) in result.stderr
    assert run("export", "b1", "--class", graded[0].folder, "--out", tmp_path).exit_code != 0


def test_export_tells_the_shell_that_something_is_open(graded: Graded) -> None:
    classroom, reports = graded
    victim = classroom.folder / "results" / f"{reports[-1].units[0].row.job}.json"
    data = victim.read_bytes()
    victim.unlink()
    try:
        result = run("export", "b1", "--class", classroom.folder)
    finally:
        victim.write_bytes(data)
    assert result.exit_code == NOT_JUDGED
    assert "1 row has no result" in result.stderr
