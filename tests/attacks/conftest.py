"""Where attacks are judged: the tiny course, small limits, the strongest walls of this machine.

Every attack is a test; its docstring says what is tried and the exact verdict. `test_controls.py`
holds the honest and the wrong submissions without which these verdicts would prove nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import msgspec
import pytest

from grader.box import Limits, Rung, Zygote, probe_rung
from grader.checks.backends import BoxBackend
from grader.checks.budget import Budget
from grader.checks.session import Verdict, run_check
from grader.checks.student import Student
from grader.course import Course
from grader.engine.judge import Judged, judge
from grader.engine.plan import Job
from grader.engine.rehearsals import Rehearsals
from grader.engine.submissions import work_of_cells
from grader.outcome import CheckResult, Status

SALT = "a salt that no box may see"
SMALL = Limits(cpu_s=1, cell_cpu_s=2, unit_cpu_s=20, memory_mb=256)


@dataclass(frozen=True)
class Came:
    """What judging a hostile submission came to."""

    judged: Judged

    @property
    def points(self) -> dict[str, str]:
        return {key.key: key.points for key in self.judged.result.keys}

    @property
    def statuses(self) -> set[Status]:
        return {check.status for check in self.judged.result.checks}

    def check(self, name: str) -> CheckResult:
        return next(check for check in self.judged.result.checks if check.name == name)


class Arena:
    """One zygote, and ways to put a submission before it."""

    def __init__(self, course: Course, rung: Rung) -> None:
        self.course = course
        self.rung = rung
        self.zygote = Zygote(rung)
        self.rehearsals = Rehearsals()

    def solution(self, unit: str = "u1_rooms") -> str:
        return (self.course.unit(unit).secret / "solution.py").read_text("utf-8")

    def judge(
        self,
        *cells: str,
        unit: str = "u1_rooms",
        alike: bool = True,
        live: bool = True,
        **limits: float,
    ) -> Came:
        """Judge the cells as a class's notebook is: live and by scripts.

        Parameters
        ----------
        alike
            Whether both come to the same record, byte for byte; not for what time decides.
        live
            Without it by scripts alone.
        """
        course = _with_limits(self.course, msgspec.structs.replace(SMALL, **limits))
        work = work_of_cells(cells, "hostile.ipynb", course.unit(unit))
        assert work.answers is not None
        job = Job(
            unit=unit,
            salt=SALT,
            rung=self.rung.value,
            cells=tuple(enumerate(cells)),
            unanswered=tuple(sorted(work.answers.trivial)),
            defined_in=work.answers.defined_in,
        )
        came = judge(job, course, self.zygote) if live else None
        rehearsed = self.rehearsals.of(job, course, self.zygote)
        played = judge(job, course, self.zygote, rehearsed)
        if came is None:
            return Came(played)
        same = msgspec.json.encode(played.result) == msgspec.json.encode(came.result)
        assert same or not alike
        return Came(came)

    def run(self, check: Callable[..., Any], *cells: str, **limits: float) -> Verdict:
        """Run one check of the test's own against the cells."""
        allowed = msgspec.structs.replace(SMALL, **limits)
        backend = BoxBackend.of(
            lambda: self.zygote.open_box(allowed),
            tuple(enumerate(cells)),
            budget=Budget(allowed.unit_cpu_s),
        )
        try:
            return run_check(check, Student(backend), unit="u", salt=SALT, public=False)
        finally:
            backend.recover()

    def ask(self, source: str, *args: object, **limits: float) -> Any:
        """Return what `f` of a submission comes to in a fresh box."""
        with self.zygote.open_box(msgspec.structs.replace(SMALL, **limits)) as box:
            box.run_cell(source, 1)
            return box.call("f", args, {})


def _with_limits(course: Course, limits: Limits) -> Course:
    replace = msgspec.structs.replace
    bundles = (
        replace(bundle, units=tuple(replace(unit, limits=limits) for unit in bundle.units))
        for bundle in course.bundles
    )
    return replace(course, bundles=tuple(bundles))


@pytest.fixture(scope="session")
def arenas(tiny: Course) -> Iterator[Callable[[Rung], Arena]]:
    """Return a function that gives the arena of a rung; each has one zygote for all attacks."""
    made: dict[Rung, Arena] = {}

    def of(rung: Rung) -> Arena:
        if rung not in made:
            if rung is Rung.D or not probe_rung(rung).holds:
                pytest.skip(f"rung {rung} has no walls to attack on this machine")
            made[rung] = Arena(tiny, rung)
        return made[rung]

    yield of
    for arena in made.values():
        arena.zygote.close()


@pytest.fixture
def arena(arenas: Callable[[Rung], Arena], best_rung: str) -> Arena:
    """The strongest rung of this machine."""
    return arenas(Rung(best_rung))


@pytest.fixture(params=[Rung.A, Rung.B])
def each_arena(request: pytest.FixtureRequest, arenas: Callable[[Rung], Arena]) -> Arena:
    """Each of the two rungs that an ordinary user may have."""
    return arenas(request.param)


@pytest.fixture
def arena_b(arenas: Callable[[Rung], Arena]) -> Arena:
    """Rung B, where the private folder is one of the host's."""
    return arenas(Rung.B)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let a descriptor that an attack dropped be collected during any later test here.

    Python reports it in whichever test happens to run then, so as an error it would be a flake.
    """
    for item in items:
        if "attacks" in item.path.parts:
            item.add_marker(
                pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
            )
