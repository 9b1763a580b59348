"""macOS and Windows, *simulated*: modules import, students can check, all else says it cannot.

Nothing here ran on those systems. What is simulated is in `other_system.py`: the names and modules
that Python lacks there. One process for each system, which answers all that is asked here.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from grader.box import doctor
from grader.box.walls import Rung
from grader.report.doctor import doctor_lines

ROOT = Path(__file__).parents[2]
# What runs in a box, which Windows does not have; macOS has rung D.
ONLY_IN_BOXES = {
    *("grader.box.attacker", "grader.box.zygote"),
    *("grader.box.walls.bare", "grader.box.walls.linux"),
}

PROGRAM = """
import contextlib, importlib, io, json, pathlib, sys
from tests.tooling.other_system import become
become(sys.argv[1])

def imported():
    failed, paths = {}, pathlib.Path("grader").rglob("*.py")
    names = [".".join(p.with_suffix("").parts) for p in paths if not p.stem.startswith("__")]
    for name in sorted(names):
        try:
            importlib.import_module(name)
        except Exception as error:
            failed[name] = f"{type(error).__name__}: {error}"
    return {"tried": len(names), "failed": failed}

def self_checked(*files):
    from grader.checks.self_check import run_public
    from grader.course import load_course
    unit = load_course(pathlib.Path("tests/tiny_course")).unit("u1_rooms")
    namespace = {"CAPACITY": {"small": 4, "large": 12}}
    for name in files:
        source = pathlib.Path("tests/tiny_course/solutions/b1_rooms/u1_rooms", name)
        exec(source.read_text("utf-8"), namespace)
    return [result.status.value for result in run_public(unit, "ex", namespace)]

def said(*arguments):
    from grader.cli import main
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(arguments, prog_name="grader", standalone_mode=False)
    return code, out.getvalue(), err.getvalue()

course = ("--course", "tests/tiny_course")
found = {
    "imported": imported(),
    "right": self_checked("solution.py"),
    "wrong": self_checked("solution.py", "wrong/always_large.py"),
    "help": said("--help"),
}
if sys.argv[1] == "win32":
    found["check"] = said("check", "answer.ipynb", *course)
    found["validate"] = said("validate", *course)
    found["doctor"] = said("doctor")
print(json.dumps(found))
"""

each_system = pytest.mark.parametrize("system", ["darwin", "win32"])


@cache
def found_on(system: str) -> Any:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", PROGRAM, system],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=os.environ | {"GRADER_LANG": "en"},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@each_system
def test_simulated_every_module_imports_but_what_runs_in_a_box(system: str) -> None:
    found = found_on(system)["imported"]
    assert found["tried"] > 150
    assert set(found["failed"]) == (ONLY_IN_BOXES if system == "win32" else set()), found


@each_system
def test_simulated_a_student_can_check_in_the_notebook(system: str) -> None:
    assert found_on(system)["right"] == ["PASSED"]
    assert found_on(system)["wrong"] == ["WRONG"]


@each_system
def test_simulated_help_is_there(system: str) -> None:
    code, out, _ = found_on(system)["help"]
    assert not code
    assert "doctor" in out


@pytest.mark.parametrize("command", ["check", "validate"])
def test_simulated_windows_says_that_it_has_no_box(command: str) -> None:
    code, _, err = found_on("win32")[command]
    assert code == 2
    assert "this operating system cannot run the box" in err
    assert "The public checks inside a notebook work here as well." in err


def test_simulated_windows_has_a_doctor() -> None:
    code, out, err = found_on("win32")["doctor"]
    shown = " ".join(out.split())
    assert not code, err
    assert "this system is win32" in shown
    assert "no box can be made here" in shown


def test_simulated_macos_has_rung_d_only(monkeypatch: pytest.MonkeyPatch) -> None:
    through = tuple(doctor.Attack(name, False, "") for name in doctor.ATTACKS)
    monkeypatch.setattr(doctor, "_attack", lambda rung, target: through)
    monkeypatch.setattr(sys, "platform", "darwin")
    reports = doctor.probe()
    assert [(report.rung, report.holds) for report in reports] == [
        *((rung, False) for rung in (Rung.A, Rung.B, Rung.C)),
        (Rung.D, True),
    ]
    shown = " ".join(" ".join(doctor_lines(reports, "en", 80)).split())
    assert "this system is darwin" in shown
    assert "a Linux virtual machine on macOS" in shown
    assert "refused unless --trust is given (rung D)" in shown
