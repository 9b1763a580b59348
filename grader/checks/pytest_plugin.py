"""The pytest plugin that runs a unit's checks and keeps their verdicts.

It is given to `pytest.main` as an object and registered nowhere, so a student's or a stranger's
pytest never loads it. Importing it costs little: Hypothesis comes with the first check.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from _pytest.fixtures import FixtureFunctionDefinition

from grader.checks.declare import Spec, spec_of
from grader.checks.draws import Aside, seed_of
from grader.checks.playing import Player
from grader.checks.session import Verdict, result_of, run_check
from grader.checks.student import Student
from grader.errors import CourseError
from grader.messages import say
from grader.outcome import Status

_SET_UP = frozenset(
    f"{when}_{what}" for when in ("setup", "teardown") for what in ("module", "function")
) | {"setUpModule", "tearDownModule", "setup", "teardown"}
"""What pytest runs by its name."""


class Collected(NamedTuple):
    """A check that pytest found, and where."""

    function: Any
    path: Path


class CheckPlugin:
    """Collects declared checks, runs each against `student`, keeps the verdicts in order.

    Parameters
    ----------
    brief
        Whether the first failure tells all that is asked: `run` ends with it.
    shrink
        Whether a failing input is made smaller; not where nobody reads it.
    aside
        A context in which that is done.
    """

    def __init__(
        self,
        student: Student,
        *,
        unit: str,
        salt: str,
        public: Path,
        player: Player | None = None,
        brief: bool = False,
        shrink: bool = True,
        aside: Aside = nullcontext,
    ) -> None:
        self._student = student
        self._player = player
        self._unit = unit
        self._salt = salt
        self._public = public
        self._brief = brief
        self._options: dict[str, Any] = {"shrink": shrink, "aside": aside}
        self.verdicts: list[Verdict] = []
        self.broken: list[str] = []
        """Files not collected and checks not run, for the TA's log; the verdicts are incomplete."""
        self._unjudged: list[str] = []

    def run(self, checks: Sequence[Collected]) -> None:
        """Run checks that were collected before, in order."""
        for check in checks:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # as pytest, which shows them to nobody here
                verdict = self._judge(
                    check.function, self._student, public=check.path == self._public
                )
            if self._brief and verdict.result.status not in (Status.PASSED, Status.NOT_JUDGED):
                return

    @pytest.fixture(scope="module")
    def student(self) -> Student:
        """Return the submission under judgement."""
        return self._student

    @pytest.hookimpl(tryfirst=True)
    def pytest_pycollect_makeitem(self, collector: Any, name: str, obj: object) -> Any:
        """Collect declared checks and nothing else; what they draw is hidden from pytest."""
        _note_set_up(self.broken, collector, name, obj)
        if spec_of(obj) is None or obj.__module__ != collector.obj.__name__:
            return []

        where = f"{collector.path.name}::{name}"
        self._unjudged.append(where)

        def judged(student: Student) -> None:
            verdict = self._judge(obj, student, public=collector.path == self._public)
            self._unjudged.remove(where)
            if verdict.result.status is not Status.PASSED:
                pytest.fail(verdict.result.status.value, pytrace=False)

        return pytest.Function.from_parent(collector, name=name, callobj=judged)

    def _judge(self, function: Any, student: Student, *, public: bool) -> Verdict:
        spec = spec_of(function)
        assert spec is not None
        student.begin_check()
        seed = seed_of(self._salt, self._unit, spec.name)
        cases = self._player and self._player.cases(function, student, seed)
        if cases:
            verdict = Verdict(result_of(spec, Status.PASSED, cases, public=public))
        else:
            verdict = run_check(
                function,
                student,
                unit=self._unit,
                salt=self._salt,
                public=public,
                **self._options,
            )
        self.verdicts.append(verdict)
        return verdict

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Keep what could not be collected."""
        _note_broken(self.broken, report)

    def pytest_sessionfinish(self) -> None:
        """Keep which checks were not run: skipped or cut off, they would vanish from the score."""
        self.broken += [f"{where}: it was not run" for where in self._unjudged]


class _Interrupts:
    """Remembers a Ctrl-C, which `pytest.main` swallows."""

    def __init__(self) -> None:
        self.came = False

    def pytest_keyboard_interrupt(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        self.came |= excinfo.type is KeyboardInterrupt  # pytest's own Interrupted is a subclass


class DescribePlugin:
    """Collects declared checks without running any."""

    def __init__(self) -> None:
        self.found: list[tuple[Path, Spec]] = []
        self.checks: list[Collected] = []
        self.broken: list[str] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_pycollect_makeitem(self, collector: Any, name: str, obj: object) -> Any:
        """Note a declared check; no item is made, so nothing runs."""
        _note_set_up(self.broken, collector, name, obj)
        spec = spec_of(obj)
        if spec is not None and obj.__module__ == collector.obj.__name__:
            self.found.append((collector.path, spec))
            self.checks.append(Collected(obj, collector.path))
        return []

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Keep what could not be collected."""
        _note_broken(self.broken, report)


def _note_set_up(broken: list[str], collector: Any, name: str, obj: object) -> None:
    """Note a fixture or a function that pytest would run around the checks.

    A class is judged without a session of pytest, where nothing would run it.
    """
    if name in _SET_UP or isinstance(obj, FixtureFunctionDefinition):
        broken.append(
            f"{collector.path.name}::{name}: checks have no fixtures and no set-up; "
            "write what they need into the module or into each check"
        )


def _note_broken(broken: list[str], report: pytest.CollectReport) -> None:
    """Note a file that was not collected; one that skips itself loses its checks just the same."""
    if not report.passed:
        broken.append(f"{report.nodeid}: {report.longreprtext}")


def declared_checks(files: Sequence[Path], root: Path) -> list[tuple[Path, Spec]]:
    """Return every declared check of `files`, in order.

    Raises
    ------
    CourseError
        A file cannot be imported, or a declaration breaks the rules.
    """
    plugin = DescribePlugin()
    run_files(files, root, plugin)
    if plugin.broken:
        where, _, why = plugin.broken[0].partition(": ")
        raise CourseError(where, "", say("course.checks", detail=why))
    return plugin.found


def collected(files: Sequence[Path], root: Path) -> tuple[Collected, ...]:
    """Return the declared checks of `files`, in order; none of files that are broken.

    Running them without a session of pytest saves 70 ms a submission.
    """
    plugin = DescribePlugin()
    run_files(files, root, plugin)
    return () if plugin.broken else tuple(plugin.checks)


def run_files(files: Sequence[Path], root: Path, plugin: CheckPlugin | DescribePlugin) -> None:
    """Run the checks in `files` with nothing of the project's own pytest settings.

    No ini file, no conftest, no foreign plugin, no cache: grading has to give the same verdicts
    wherever the course lies.

    Raises
    ------
    KeyboardInterrupt
        The run was interrupted; the verdicts so far are not all.
    """
    arguments = [
        *(str(f) for f in files),
        f"-c{os.devnull}",
        f"--rootdir={root}",
        f"-opythonpath={root}",
        "-opython_files=test_*.py",
        "--import-mode=importlib",
        "--noconftest",
        "--assert=plain",
        "--capture=no",
        "-pno:cacheprovider",
        "-pno:terminal",
        "-pno:logging",
        "-pno:faulthandler",
        "-pno:junitxml",
    ]
    kept = {name: os.environ.pop(name, None) for name in ("PYTEST_ADDOPTS", "PYTEST_PLUGINS")}
    autoload = os.environ.get("PYTEST_DISABLE_PLUGIN_AUTOLOAD")
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    interrupts = _Interrupts()
    try:
        code = pytest.main(arguments, plugins=[plugin, interrupts])
    finally:
        kept["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = autoload
        for name, value in kept.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
    if interrupts.came:
        raise KeyboardInterrupt
    if code in (pytest.ExitCode.INTERNAL_ERROR, pytest.ExitCode.USAGE_ERROR):
        plugin.broken.append(f"pytest: it ended with {pytest.ExitCode(code).name}")
