"""The commands as a person runs them: what they print, where, and the exit code."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from grader.cli import main
from grader.engine.classroom import Classroom
from grader.engine.grade import Grader
from tests.engine.tiny_class import BUNDLE, hand_in, released_class

TINY = Path(__file__).parents[1] / "tiny_course"


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(a) for a in arguments])


@pytest.fixture(scope="module")
def classroom(tmp_path_factory: pytest.TempPathFactory, best_rung: str) -> Classroom:
    from grader.course import load_course

    course = load_course(TINY)
    with Grader(course, best_rung, jobs=2) as grader:
        made = released_class(tmp_path_factory.mktemp("cli"), grader)
    hand_in(made, course)
    return made


@pytest.fixture(scope="module")
def handout(classroom: Classroom, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the unpacked bundle, as a student has it."""
    folder = tmp_path_factory.mktemp("student")
    zips = list((classroom.folder.parent / "handout").glob("*.zip"))
    assert len(zips) == 1
    with zipfile.ZipFile(zips[0]) as bundle:
        bundle.extractall(folder)
    return folder / BUNDLE


@pytest.mark.parametrize("command", ["", *sorted(main.commands)])
def test_every_command_explains_itself(command: str) -> None:
    result = run(*([command] if command else []), "--help")
    assert result.exit_code == 0
    assert "Usage:" in result.stdout


def test_init_makes_a_class_and_may_be_repeated(tmp_path: Path) -> None:
    for _ in range(2):
        assert run("init", tmp_path / "new", "--course", TINY).exit_code == 0
    names = {p.name for p in (tmp_path / "new").iterdir()}
    assert {"source", "submitted", "autograded", "feedback", "releases", "results"} <= names


def test_grade_prints_a_table_and_json(classroom: Classroom) -> None:
    table = run("grade", "b1", "--class", classroom.folder)
    assert table.exit_code == 0
    assert "honest" in table.stdout
    assert "1.5/4 ✗" in table.stdout
    assert "0/4 ·" in table.stdout
    report = json.loads(run("grade", "b1", "--class", classroom.folder, "--json").stdout)
    assert [s["student"] for s in report["students"]] == ["honest", "right", "stub", "wrong"]


def test_grade_one_student_and_unit(classroom: Classroom) -> None:
    result = run(
        *("grade", "b1", "--class", classroom.folder, "--json"),
        *("--student", "wrong", "--unit", "u1"),
    )
    report = json.loads(result.stdout)
    assert [(s["student"], len(s["units"])) for s in report["students"]] == [("wrong", 1)]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("grade", "b9", "--class", "CLASS"), "no bundle named b9"),
        (("grade", "b1", "--class", "CLASS", "--unit", "u9"), "no unit named u9"),
        (("grade", "b1", "--class", "CLASS", "--student", "nobody"), "nobody"),
        (("grade", "b1", "--class", "EMPTY"), "grader init"),
        (("validate", "u7", "--course", "TINY"), "known names"),
        (
            ("validate", "--mutants", "--live", "--course", "TINY"),
            "go with --live",
        ),
        (("check", "EMPTY/none.ipynb", "--course", "TINY"), "no such file"),
        (("init", "EMPTY/x", "--course", "EMPTY"), "no course at or above"),
    ],
)
def test_bad_usage_says_what_to_do(
    arguments: tuple[str, ...], says: str, classroom: Classroom, tmp_path: Path
) -> None:
    places = {"CLASS": str(classroom.folder), "EMPTY": str(tmp_path), "TINY": str(TINY)}
    for name, place in places.items():
        arguments = tuple(a.replace(name, place) for a in arguments)
    result = run(*arguments)
    assert result.exit_code == 2
    assert says in result.stderr
    assert "Traceback" not in result.output


def test_validate_mutants_prints_them_and_tells_by_its_status(tiny_root: Path) -> None:
    fine = run("validate", "u1", "--mutants", "--course", tiny_root)
    assert (fine.exit_code, "✓ u1_rooms" in fine.stdout) == (0, True)
    hidden = tiny_root / "solutions/b1_rooms/u1_rooms/test_hidden.py"
    text = hidden.read_text("utf-8")
    hidden.write_text(text.replace("for people in (0, -1)", "for people in (-1,)"), "utf-8")
    weak = run("validate", "u1", "--mutants", "--json", "--course", tiny_root)
    assert weak.exit_code == 1
    (report,) = json.loads(weak.stdout)
    left = [m["after"] for m in report["tried"] if m["fate"] == "survived"]
    assert left == ["if people < 0:"]
    (hidden.parent / "mutants.toml").write_text("[[equivalent]]\nwhy = 'x'\n", "utf-8")
    assert run("validate", "u1", "--mutants", "--course", tiny_root).exit_code == 2


def test_rung_d_is_refused_unless_trusted(classroom: Classroom) -> None:
    refused = run("grade", "b1", "--class", classroom.folder, "--rung", "D")
    assert refused.exit_code == 2
    assert "--trust" in refused.stderr
    trusted = run(
        *("grade", "b1", "--class", classroom.folder, "--rung", "D", "--trust"),
        *("--student", "honest", "--unit", "u1"),
    )
    assert trusted.exit_code == 0
    assert "without isolation" in trusted.stdout
    assert "4/4 ✓" in trusted.stdout


def test_check_on_the_untouched_notebook_fails_and_says_where(handout: Path) -> None:
    result = run("check", handout / "u1_rooms.ipynb")
    assert result.exit_code == 1
    assert "not answered" in result.stdout
    assert "public checks only" in result.stdout


def test_check_on_an_answer_passes(classroom: Classroom, handout: Path) -> None:
    answer = classroom.folder / "submitted/honest" / BUNDLE / "u1_rooms.ipynb"
    (handout / "mine_u1.ipynb").write_bytes(answer.read_bytes())
    result = run("check", handout / "mine_u1.ipynb")
    assert result.exit_code == 0, result.output
    assert "✓" in result.stdout


def test_check_runs_from_the_bundles_own_wheel_alone(
    classroom: Classroom, handout: Path, tmp_path: Path
) -> None:
    """The student's machine: the wheel of the bundle, no checkout, nothing on the path."""
    wheel = next((handout / "wheels").glob("*.whl"))
    install = (*("-m", "pip", "install", "-q", "--no-deps", "--no-index"), "--target", tmp_path)
    subprocess.run([sys.executable, *install, wheel], check=True)
    answer = classroom.folder / "submitted/right" / BUNDLE / "u1_rooms.ipynb"
    (handout / "u1_rooms.ipynb").write_bytes(answer.read_bytes())
    environment = os.environ | {"PYTHONPATH": str(tmp_path), "GRADER_LANG": "zh"}
    where = subprocess.run(
        [sys.executable, "-c", "import grader; print(grader.__file__)"],
        env=environment,
        cwd=handout,
        capture_output=True,
        text=True,
    )
    assert where.stdout.startswith(str(tmp_path))
    done = subprocess.run(
        [sys.executable, "-m", "grader", "check", "u1_rooms.ipynb"],
        env=environment,
        cwd=handout,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "通过" in done.stdout


def test_what_we_cannot_judge_is_exit_code_3_and_no_zero(
    classroom: Classroom, tmp_path: Path
) -> None:
    """After the release the author breaks a check: no mark is made up."""
    import shutil

    root = tmp_path / "course"
    shutil.copytree(TINY, root, ignore=shutil.ignore_patterns("__pycache__"))
    hidden = root / "solutions/b1_rooms/u1_rooms/test_hidden.py"
    text = hidden.read_text("utf-8")
    hidden.write_text(text.replace('exact(student.call("price", hours=2), 6)', "1 / 0"), "utf-8")
    result = run(
        *("grade", "b1", "--class", classroom.folder, "--course", root),
        *("--student", "honest", "--unit", "u1"),
    )
    assert result.exit_code == 3, result.output + result.stderr
    assert "?/4 ?" in result.stdout
    assert "not a zero" in result.stdout
    logs = [p.read_text("utf-8") for p in (classroom.folder / "results").glob("*.log")]
    assert any("ZeroDivisionError" in log for log in logs)
    assert "ZeroDivisionError" not in result.output


def test_doctor_names_the_rung(best_rung: str) -> None:
    result = run("doctor")
    assert result.exit_code == 0
    assert f"grading uses rung {best_rung}" in result.stdout or best_rung == "D"


def test_grading_writes_pages_and_a_reply_can_be_pasted(classroom: Classroom) -> None:
    assert run("grade", "b1", "--class", classroom.folder).exit_code == 0
    page = classroom.folder / "feedback/wrong" / BUNDLE / f"{BUNDLE}.html"
    assert "Rooms and counting" in page.read_text("utf-8")
    for lang, word in {"zh": "分配房间", "en": "Giving out rooms"}.items():
        reply = run("why", "wrong", "u1", "--class", classroom.folder, "--lang", lang)
        assert reply.exit_code == 0
        assert word in reply.stdout


def test_export_has_a_row_for_every_key(classroom: Classroom, tmp_path: Path) -> None:
    rows = json.loads(run("export", "b1", "--class", classroom.folder, "--format", "json").stdout)
    assert {(r["student"], r["unit"], r["key"]) for r in rows} >= {
        ("honest", "u1_rooms", "claim"),
        ("stub", "u2_counter", "err"),
    }
    out = tmp_path / "points.csv"
    assert run("export", "b1", "--class", classroom.folder, "--out", out).exit_code == 0
    assert len(out.read_text("utf-8-sig").splitlines()) == len(rows) + 1


def test_a_group_of_the_roster_is_graded(classroom: Classroom) -> None:
    (classroom.folder / "roster.csv").write_text("student,group\nwrong,B\nstub,A\n")
    report = json.loads(
        run("grade", "b1", "--class", classroom.folder, "--group", "B", "--json").stdout
    )
    assert [s["student"] for s in report["students"]] == ["wrong"]
    later = run("grade", "b1", "--class", classroom.folder, "--since", "2999-01-01", "--json")
    assert json.loads(later.stdout)["students"] == []
