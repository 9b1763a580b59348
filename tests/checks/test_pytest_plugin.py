"""Checks are collected and run the same wherever the course lies and whatever lies beside it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grader.checks.pytest_plugin import CheckPlugin, collected, declared_checks, run_files
from grader.checks.student import Student
from grader.errors import CourseError
from grader.outcome import Status
from tests.checks.fake_box import FakeBox

INPUTS = "from hypothesis import strategies as st\n\nNUMBERS = st.sampled_from({numbers})\n"
PUBLIC = '''\
from .inputs import NUMBERS
from grader import check, exact, given


@check("ex", of="f")
@given(NUMBERS)
def test_public(student, n):
    """公开。

    Public.
    """
    exact(student.call("f", n=n), 2 * n)
'''
HIDDEN = '''\
from assignments.b1_first.{unit}.inputs import NUMBERS
from grader import check, exact, given


def test_not_a_check(student):
    raise AssertionError


class TestNotAClass:
    def test_it(self):
        raise AssertionError


@check("prop", of="f", weight=2)
@given(NUMBERS)
def test_hidden(student, n):
    """隐藏。

    Hidden.
    """
    exact(student.call("f", n=n), 2 * n)


@check("prop", of="g")
def test_other(student):
    """另一个。

    The other one.
    """
    exact(student.call("g"), 1)
'''
UNITS = {"q01_one": (1, 2), "q02_two": (30, 40)}


@pytest.fixture
def course(tmp_path: Path) -> Iterator[Path]:
    """A course of two units whose files have the same names; its modules are forgotten after."""
    before = set(sys.modules)
    for unit, numbers in UNITS.items():
        write(tmp_path, f"assignments/b1_first/{unit}/inputs.py", INPUTS.format(numbers=numbers))
        write(tmp_path, f"assignments/b1_first/{unit}/test_public.py", PUBLIC)
        write(tmp_path, f"solutions/b1_first/{unit}/test_hidden.py", HIDDEN.format(unit=unit))
    yield tmp_path
    for name in set(sys.modules) - before:
        if name.partition(".")[0] in ("assignments", "solutions"):
            del sys.modules[name]


def write(root: Path, name: str, text: str) -> Path:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def files(root: Path, unit: str = "q01_one") -> list[Path]:
    return [
        root / f"assignments/b1_first/{unit}/test_public.py",
        root / f"solutions/b1_first/{unit}/test_hidden.py",
    ]


def run(
    root: Path, unit: str = "q01_one", box: FakeBox | None = None, check_files: Any = None
) -> CheckPlugin:
    box = box or FakeBox({"f": lambda n: 2 * n, "g": lambda: 1})
    public, hidden = files(root, unit)
    plugin = CheckPlugin(Student(box), unit=unit, salt="salt", public=public)
    run_files(check_files or [public, hidden], root, plugin)
    return plugin


def statuses(plugin: CheckPlugin) -> dict[str, Status]:
    return {v.result.name: v.result.status for v in plugin.verdicts}


ALL_PASSED = dict.fromkeys(("test_public", "test_hidden", "test_other"), Status.PASSED)

# --- running --------------------------------------------------------------------------------------


def test_declared_checks_are_run_in_order_and_nothing_else(course: Path) -> None:
    plugin = run(course)
    assert plugin.broken == []
    assert [v.result.name for v in plugin.verdicts] == ["test_public", "test_hidden", "test_other"]
    assert statuses(plugin) == ALL_PASSED


def test_what_was_declared_arrives_in_the_result(course: Path) -> None:
    public, hidden, other = (v.result for v in run(course).verdicts)
    assert [r.public for r in (public, hidden, other)] == [True, False, False]
    assert (hidden.key, hidden.of, hidden.weight) == ("prop", ("f",), 2)
    assert (hidden.title.zh, hidden.title.en) == ("隐藏。", "Hidden.")


def test_each_unit_gets_its_own_inputs(course: Path) -> None:
    """A bare `inputs` on sys.path would give the second unit those of the first."""
    for unit, numbers in UNITS.items():
        box = FakeBox({"f": lambda n: 2 * n, "g": lambda: 1})
        assert statuses(run(course, unit, box)) == ALL_PASSED
        asked = {kwargs["n"] for name, _, kwargs in box.asked if name == "f"}
        assert asked == set(numbers)
    assert "inputs" not in sys.modules


def test_a_wrong_answer_fails_its_own_checks_only(course: Path) -> None:
    plugin = run(course, box=FakeBox({"f": lambda n: n, "g": lambda: 1}))
    assert statuses(plugin) == ALL_PASSED | {
        "test_public": Status.WRONG,
        "test_hidden": Status.WRONG,
    }
    assert plugin.broken == []


def test_a_course_beside_it_changes_nothing(
    course: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    sabotage = "import pytest\n\ndef pytest_runtest_setup(item):\n    pytest.skip('no')\n"
    for folder in (".", "assignments", "assignments/b1_first/q01_one", "solutions"):
        write(course, f"{folder}/conftest.py", sabotage)
    write(course, "pytest.ini", "[pytest]\naddopts = --collect-only\npython_functions = nothing\n")
    write(course, "pyproject.toml", "[tool.pytest]\naddopts = ['--collect-only']\n")
    write(course, "solutions/pytest.ini", "[pytest]\naddopts = -k nothing\n")
    write(course, "sabotage.py", sabotage)
    monkeypatch.syspath_prepend(str(course))
    monkeypatch.setenv("PYTEST_ADDOPTS", "--collect-only -k nothing")
    monkeypatch.setenv("PYTEST_PLUGINS", "sabotage")
    monkeypatch.chdir(course)
    plugin = run(course)
    assert statuses(plugin) == ALL_PASSED
    assert plugin.broken == []


def test_the_environment_and_the_path_are_as_they_were(
    course: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ("PYTEST_ADDOPTS", "PYTEST_PLUGINS", "PYTEST_DISABLE_PLUGIN_AUTOLOAD")
    for value in (None, "0"):
        for name in names:
            if value is None:
                monkeypatch.delenv(name, raising=False)
            else:
                monkeypatch.setenv(name, value)
        path = list(sys.path)
        run(course)
        assert [os.environ.get(name) for name in names] == [value] * 3
        assert sys.path == path


def test_nothing_is_written_and_nothing_printed(
    course: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    before = {p for p in course.rglob("*") if "__pycache__" not in p.parts}
    run(course, box=FakeBox({}))
    assert {p for p in course.rglob("*") if "__pycache__" not in p.parts} == before
    assert capfd.readouterr() == ("", "")


# --- what cannot be judged ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("import a_module_that_is_missing\n", "a_module_that_is_missing"),
        ("def test(:\n", "SyntaxError"),
        ("from .no_inputs import NUMBERS\n", "no_inputs"),
        ("import pytest\npytest.skip('later', allow_module_level=True)\n", "later"),
        ("import pytest\npytest.importorskip('a_module_that_is_missing')\n", "missing"),
        ("from grader import check\n@check('ex', of='f')\ndef test_x(student): ...\n", "docstring"),
        ("raise SystemExit(0)\n", ""),
    ],
    ids=range(7),
)
def test_a_file_that_cannot_be_collected_is_broken(course: Path, source: str, says: str) -> None:
    write(course, "solutions/b1_first/q01_one/test_hidden.py", source)
    plugin = run(course)
    assert plugin.broken
    assert says in plugin.broken[0]


@pytest.mark.parametrize(
    "mark",
    [
        "import pytest\npytestmark = pytest.mark.skip(reason='later')\n",
        "import pytest\npytestmark = pytest.mark.skipif(True, reason='here')\n",
        "import pytest\npytestmark = pytest.mark.usefixtures('nothing_of_that_name')\n",
    ],
    ids=["skip", "skipif", "fixture"],
)
def test_a_check_that_pytest_does_not_run_is_missed(course: Path, mark: str) -> None:
    write(course, "solutions/b1_first/q01_one/test_hidden.py", mark + HIDDEN.format(unit="q01_one"))
    plugin = run(course)
    assert statuses(plugin) == {"test_public": Status.PASSED}
    assert plugin.broken == [
        "test_hidden.py::test_hidden: it was not run",
        "test_hidden.py::test_other: it was not run",
    ]


def test_a_check_that_skips_itself_is_not_judged(course: Path) -> None:
    skips = HIDDEN.format(unit="q01_one").replace(
        'exact(student.call("g"), 1)', 'import pytest; pytest.skip("later")'
    )
    write(course, "solutions/b1_first/q01_one/test_hidden.py", skips)
    assert statuses(run(course)) == ALL_PASSED | {"test_other": Status.NOT_JUDGED}


def test_a_file_that_is_missing_is_broken(course: Path) -> None:
    plugin = run(course, check_files=[course / "test_nothing.py"])
    assert plugin.verdicts == []
    assert plugin.broken == ["pytest: it ended with USAGE_ERROR"]


def test_an_interrupt_goes_on(course: Path) -> None:
    class Interrupted(FakeBox):
        def call(self, name: str, *args: Any, **kwargs: Any) -> Any:
            if name == "g":
                raise KeyboardInterrupt
            return super().call(name, *args, **kwargs)

    with pytest.raises(KeyboardInterrupt):
        run(course, box=Interrupted({"f": lambda n: 2 * n}))


# --- describing -----------------------------------------------------------------------------------


def test_declared_checks_are_found_without_running_any(course: Path) -> None:
    found = declared_checks(files(course), course)
    assert [(path.name, spec.name, spec.key, spec.weight) for path, spec in found] == [
        ("test_public.py", "test_public", "ex", 1),
        ("test_hidden.py", "test_hidden", "prop", 2),
        ("test_hidden.py", "test_other", "prop", 1),
    ]


@pytest.mark.parametrize(
    "source",
    [
        "import a_module_that_is_missing\n",
        "import pytest\npytest.skip('later', allow_module_level=True)\n",
    ],
    ids=["import", "skip"],
)
def test_a_file_that_cannot_be_loaded_is_the_authors_mistake(course: Path, source: str) -> None:
    write(course, "solutions/b1_first/q01_one/test_hidden.py", source)
    with pytest.raises(CourseError) as caught:
        declared_checks(files(course), course)
    assert caught.value.path.name == "test_hidden.py"
    assert caught.value.message.id == "error.course_file"


SET_UP = {
    "a function by its name": "def setup_module():\n    pass\n",
    "a fixture": "import pytest\n\n@pytest.fixture(autouse=True)\ndef ready():\n    pass\n",
}


@pytest.mark.parametrize("extra", SET_UP.values(), ids=SET_UP)
def test_what_pytest_would_run_around_checks_is_refused(course: Path, extra: str) -> None:
    """A class is judged without a session of pytest: marks must not depend on its size."""
    hidden = next((course / "solutions").rglob("test_hidden.py"))
    hidden.write_text(f"{hidden.read_text('utf-8')}\n\n{extra}", "utf-8")
    assert collected([hidden], course) == ()
    with pytest.raises(CourseError, match="no fixtures and no set-up"):
        declared_checks([hidden], course)
