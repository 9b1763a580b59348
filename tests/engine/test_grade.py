"""Grading a class: the table, the store, kills and resumes, and what no box may see."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from grader.engine.classroom import Classroom
from grader.engine.grade import Grader, Selection, grade_bundle
from grader.engine.release import release_bundle
from grader.errors import UsageError
from grader.outcome import ClassReport, Status
from tests.engine.tiny_class import BUNDLE, WORKS, hand_in, released_class

POINTS = {
    "honest": {"u1_rooms": "4", "u2_counter": "5"},
    "right": {"u1_rooms": "4", "u2_counter": "5"},
    "stub": {"u1_rooms": "0", "u2_counter": "0"},
    "wrong": {"u1_rooms": "1.5", "u2_counter": "4"},
}
"""u1: `always_large` keeps half of ex and all of err. u2: `shared_counts` loses half of prop."""


@pytest.fixture(scope="module")
def graded(
    tmp_path_factory: pytest.TempPathFactory, tiny_grader: Grader
) -> tuple[Classroom, ClassReport]:
    classroom = released_class(tmp_path_factory.mktemp("graded"), tiny_grader)
    hand_in(classroom, tiny_grader.course)
    report, _ = grade_bundle(classroom, tiny_grader.course.bundle(BUNDLE), tiny_grader)
    return classroom, report


def contents(classroom: Classroom) -> dict[str, bytes]:
    """What was judged; what the command remembers of the gradebook is not a result."""
    return {p.name: p.read_bytes() for p in (classroom.folder / "results").glob("*.json")}


def ended(process: subprocess.Popen[bytes]) -> bool:
    try:
        process.wait(timeout=0.02)
    except subprocess.TimeoutExpired:
        return False
    return True


def test_every_student_gets_what_their_fixture_announces(
    graded: tuple[Classroom, ClassReport],
) -> None:
    _, report = graded
    marks = {s.student: {row.unit: row.points for row in s.units} for s in report.students}
    assert marks == POINTS


def test_statuses_are_named(graded: tuple[Classroom, ClassReport]) -> None:
    _, report = graded
    rows = {(s.student, row.unit): row.status for s in report.students for row in s.units}
    assert rows["stub", "u1_rooms"] is Status.UNANSWERED
    assert rows["wrong", "u1_rooms"] is Status.WRONG
    assert rows["honest", "u1_rooms"] is Status.PASSED
    assert report.not_judged == 0


def test_a_second_run_judges_nothing_and_says_the_same(
    graded: tuple[Classroom, ClassReport], tiny_grader: Grader, monkeypatch: pytest.MonkeyPatch
) -> None:
    classroom, report = graded
    before = contents(classroom)
    asked: list[int] = []
    monkeypatch.setattr(
        tiny_grader, "judge_timed", lambda jobs: asked.append(len(jobs)) or iter(())
    )
    again, _ = grade_bundle(classroom, tiny_grader.course.bundle(BUNDLE), tiny_grader)
    assert again == report
    assert asked == [0]
    assert contents(classroom) == before


def test_grading_anew_gives_the_same_bytes(
    graded: tuple[Classroom, ClassReport], tiny_grader: Grader
) -> None:
    classroom, report = graded
    before = contents(classroom)
    for path in (classroom.folder / "results").iterdir():
        path.unlink()
    again, _ = grade_bundle(classroom, tiny_grader.course.bundle(BUNDLE), tiny_grader)
    assert again == report
    assert contents(classroom) == before


def test_a_damaged_result_is_judged_again(
    graded: tuple[Classroom, ClassReport], tiny_grader: Grader
) -> None:
    classroom, report = graded
    before = contents(classroom)
    victim = sorted((classroom.folder / "results").glob("*.json"))[0]
    victim.write_bytes(victim.read_bytes()[:40])
    again, _ = grade_bundle(classroom, tiny_grader.course.bundle(BUNDLE), tiny_grader)
    assert again == report
    assert contents(classroom) == before


def test_a_selection_grades_only_that(
    graded: tuple[Classroom, ClassReport], tiny_grader: Grader
) -> None:
    classroom, _ = graded
    selection = Selection(students=("wrong",), units=("u1_rooms",))
    part, _ = grade_bundle(classroom, tiny_grader.course.bundle(BUNDLE), tiny_grader, selection)
    assert [(s.student, [r.unit for r in s.units]) for s in part.students] == [
        ("wrong", ["u1_rooms"])
    ]


def test_results_hold_no_student_no_path_and_no_salt(
    graded: tuple[Classroom, ClassReport],
) -> None:
    classroom, _ = graded
    salt = classroom.release(BUNDLE).salt
    for name, data in contents(classroom).items():
        for secret in (salt, str(classroom.folder), "honest", "always_large"):
            assert secret.encode() not in data, (name, secret)


def test_killed_at_any_moment_and_run_again_it_gives_the_same_bytes(
    graded: tuple[Classroom, ClassReport], tiny_grader: Grader, best_rung: str
) -> None:
    """Kill -9 the command after each new result it stores; the last run ends by itself."""
    classroom, _ = graded
    whole = contents(classroom)
    results = classroom.folder / "results"
    for path in results.iterdir():
        path.unlink()
    command = [
        *(sys.executable, "-m", "grader", "grade", BUNDLE),
        *("--class", str(classroom.folder), "--jobs", "1", "--rung", best_rung),
    ]
    kills = 0
    while True:
        have = len(list(results.glob("*.json")))
        process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True
        )
        while not ended(process) and len(list(results.glob("*.json"))) <= have:
            pass
        if ended(process):
            break
        process.send_signal(signal.SIGKILL)
        process.communicate()
        kills += 1
    assert "Traceback" not in process.communicate()[1].decode()
    assert process.returncode == 0
    assert kills >= 3
    assert contents(classroom) == whole


def test_a_bundle_that_was_never_released_is_refused(tmp_path: Path, tiny_grader: Grader) -> None:
    classroom = Classroom.create(tmp_path / "class", tiny_grader.course.root)
    with pytest.raises(UsageError, match="never released"):
        grade_bundle(classroom, tiny_grader.course.bundle(BUNDLE), tiny_grader)


def test_a_second_release_keeps_the_salt_and_the_first(
    graded: tuple[Classroom, ClassReport], tiny_grader: Grader, tmp_path: Path
) -> None:
    import datetime as dt

    classroom, _ = graded
    first = classroom.release(BUNDLE)
    release_bundle(
        classroom,
        tiny_grader.course.bundle(BUNDLE),
        tiny_grader,
        tmp_path,
        langs=("en",),
        today=dt.date(2026, 11, 30),
    )
    second = classroom.release(BUNDLE)
    assert second.salt == first.salt
    assert second.release[0] == first.release[0]
    assert [e.id for e in second.release] == ["2026.11.30", "2026.11.30.2"]
    assert (classroom.folder / "releases" / f"{BUNDLE}.toml").stat().st_mode & 0o077 == 0


def test_two_runs_cannot_share_a_class(graded: tuple[Classroom, ClassReport]) -> None:
    classroom, _ = graded
    holder = f"pid {os.getpid()}"
    with classroom.locked(), pytest.raises(UsageError, match=holder), classroom.locked():
        pass


def test_works_are_four(graded: tuple[Classroom, ClassReport]) -> None:
    assert sorted(WORKS) == sorted(POINTS)
