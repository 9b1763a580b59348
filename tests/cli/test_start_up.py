"""What a command imports in its own process: some packages take seconds, needed or not.

A list, not a time: a slow machine must not fail it, and a new heavy import must.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from grader.engine.classroom import Classroom
from grader.engine.grade import Grader
from tests.engine.tiny_class import BUNDLE, hand_in, released_class

HEAVY = {
    *("numpy", "numba", "llvmlite", "hypothesis", "pytest", "_pytest", "IPython", "matplotlib"),
    *("nbformat", "jsonschema", "nbgrader", "sqlalchemy", "alembic", "rich", "msgspec", "asyncio"),
    "lark",
}
PROGRAM = """
import sys
sys.argv[0] = "grader"
from grader.cli import main
try:
    main()
except SystemExit as end:
    print("exit", end.code)
print("imported", *{name.partition(".")[0] for name in sys.modules})
"""


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory, tiny_grader: Grader) -> Classroom:
    classroom = released_class(tmp_path_factory.mktemp("start_up"), tiny_grader)
    hand_in(classroom, tiny_grader.course)
    code, modules = imported("grade", "b1", "--class", classroom.folder)
    # nbgrader writes the marks, without the grammar of web addresses that jsonschema would build.
    assert (code, "nbgrader" in modules, "lark" in modules) == ("0", True, False)
    return classroom


def imported(*arguments: str | Path) -> tuple[str, set[str]]:
    """Return the exit code of a command and which heavy packages its own process imported."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *map(str, arguments)],
        capture_output=True,
        text=True,
        env=os.environ | {"GRADER_LANG": "en"},
        cwd=Path(__file__).parents[2],
    )
    *_, code, modules = done.stdout.splitlines()
    assert modules.startswith("imported "), done.stderr
    return code.removeprefix("exit "), HEAVY & set(modules.split())


def test_help_imports_nothing_heavy() -> None:
    # msgspec reads the course, which may add commands.
    assert imported("--help") == ("0", {"msgspec"})


def test_checking_a_notebook_imports_no_engine_of_checks(graded: Classroom) -> None:
    notebook = graded.folder / "submitted/honest" / BUNDLE / "u1_rooms.ipynb"
    course = graded.course().root
    # numpy comes with the box's wire; checks and compilers are the worker's.
    assert imported("check", notebook, "--course", course) == ("0", {"msgspec", "numpy"})


def test_grading_with_nothing_to_do_imports_what_prints_the_table(graded: Classroom) -> None:
    code, modules = imported("grade", "b1", "--class", graded.folder)
    assert (code, modules) == ("0", {"msgspec", "numpy", "rich"})


def test_grading_with_nothing_to_do_starts_no_process(graded: Classroom) -> None:
    """No worker, and no box to prove the walls with: what is stored names the walls it had."""
    program = (
        "import subprocess, os\n"
        "def refuse(*a, **k): raise SystemExit('a process was started')\n"
        "subprocess.Popen.__init__ = os.fork = os.posix_spawn = refuse\n" + PROGRAM
    )
    done = subprocess.run(
        [sys.executable, "-c", program, "grade", "b1", "--class", str(graded.folder)],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
    )
    assert "exit 0" in done.stdout, done.stdout + done.stderr
