"""By scripts or live: a submission comes to the same result, byte for byte."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from grader.box import Rung, Zygote
from grader.checks import playing
from grader.course import Course, load_course
from grader.engine.fixtures import nonsense_fixtures, unit_fixtures
from grader.engine.judge import Judged, judge
from grader.engine.plan import Job
from grader.engine.rehearsals import Rehearsals
from grader.engine.submissions import work_of_cells
from grader.outcome import Status
from tests.attacks.hijack import HIJACK

SALT = "a salt for replays"
ROOT = Path(__file__).parents[2]
QUICK = {"q13_message_batches": 6, "q23_tile_budget": 12, "x07_linear_layer_gemm": 13}
"""Units of which every so many-th fixture is judged; `long` judges all of them."""
RECORDED = {
    "c01_gemm_ikj": ("right/row_views", "wrong/kij_order"),  # TRACE
    "x16_fused_operator": ("right/chunks", "wrong/hidden_temporary"),  # MEM
    "c03_cuda_gemm": ("right/transposed_tile", "wrong/barrier_of_a_warp"),  # SIM
}
"""Fixtures of units whose calls are recorded."""


class Twice:
    """Judges a submission in both ways."""

    def __init__(self, course: Course, rung: str) -> None:
        self.course = course
        self.zygote = Zygote(Rung(rung))
        self.rehearsals = Rehearsals()

    def job(self, unit: str, cells: tuple[str, ...], salt: str = SALT) -> Job:
        work = work_of_cells(cells, "x.ipynb", self.course.unit(unit))
        assert work.answers is not None
        return Job(
            unit=unit,
            salt=salt,
            rung=self.zygote._host.rung.value,
            cells=tuple(enumerate(cells)),
            unanswered=tuple(sorted(work.answers.trivial)),
            defined_in=work.answers.defined_in,
        )

    def __call__(self, unit: str, *cells: str) -> Judged:
        """Return what it came to, the same in both ways."""
        job = self.job(unit, cells)
        live = judge(job, self.course, self.zygote)
        rehearsed = self.rehearsals.of(job, self.course, self.zygote)
        assert rehearsed is not None
        played = judge(job, self.course, self.zygote, rehearsed)
        assert _text(played) == _text(live)
        assert msgspec.json.encode(played.result) == msgspec.json.encode(live.result)
        return played

    def fixtures(self, unit: str, *, nonsense: bool = False) -> int:
        """Judge every fixture of a unit; return how many there are."""
        known = self.course.unit(unit)
        fixtures = [*unit_fixtures(known), *(nonsense_fixtures(known) if nonsense else ())]
        for fixture in fixtures:
            self(unit, *fixture.cells)
        return len(fixtures)


def _text(judged: Judged) -> list[str]:
    """Return a line for each check, so that a difference can be read."""
    return [
        f"{c.name} {c.status.value} {c.cases} {msgspec.json.encode(c.failure).decode()}"
        for c in judged.result.checks
    ]


def _twice(course: Course, rung: str) -> Iterator[Twice]:
    if Rung(rung) is Rung.D:
        pytest.skip("no walls can be raised on this machine")
    twice = Twice(course, rung)
    yield twice
    twice.zygote.close()


@pytest.fixture(scope="module")
def tiny_twice(tiny: Course, best_rung: str) -> Iterator[Twice]:
    yield from _twice(tiny, best_rung)


@pytest.fixture(scope="module")
def twice(best_rung: str) -> Iterator[Twice]:
    yield from _twice(load_course(ROOT), best_rung)


def solution(twice: Twice, unit: str) -> str:
    return (twice.course.unit(unit).secret / "solution.py").read_text("utf-8")


@pytest.mark.parametrize("unit", ["u1_rooms", "u2_counter"])
def test_every_fixture_of_the_tiny_course(tiny_twice: Twice, unit: str) -> None:
    assert tiny_twice.fixtures(unit, nonsense=True) > 12


def test_the_scripts_of_the_tiny_course(tiny_twice: Twice) -> None:
    """Every check has one, also the one that sets a constant."""
    for unit in ("u1_rooms", "u2_counter"):
        job = tiny_twice.job(unit, (solution(tiny_twice, unit),))
        rehearsed = tiny_twice.rehearsals.of(job, tiny_twice.course, tiny_twice.zygote)
        assert rehearsed is not None
        names = {check.function.__name__ for check in rehearsed.checks}
        assert names == rehearsed.scripts.keys()


def test_what_is_prepared_is_prepared_once(tiny_twice: Twice) -> None:
    jobs = [tiny_twice.job("u1_rooms", ("x = 1",), salt) for salt in ("one", "one", "another")]
    one, again, another = (
        tiny_twice.rehearsals.of(job, tiny_twice.course, tiny_twice.zygote) for job in jobs
    )
    assert one is again
    assert one is not another


OWN_REFUSAL = """
def price(hours):
    if hours < 0:
        raise Wrong(hours)
    return 6
"""
REMEMBERS = """
seen = []
def price(hours):
    seen.append(hours)
    if hours < 0:
        raise ValueError
    return 6 if len(seen) < 2 else 14
"""
ACCIDENTS: dict[str, tuple[str, ...]] = {
    "no cell": (),
    "a syntax error": ("def price(",),
    "a cell that exits": ("import os\nos._exit(1)",),
    "a cell that sleeps in vain": ("raise SystemExit",),
    "a cell that prints": ("print('x' * 5000)",),
    "a name is deleted": ("del price",),
    "a name is no function": ("price = 3",),
    "the answer is a function": ("def price(hours):\n    return price",),
    "the answer is yielded": ("def price(hours):\n    yield 3 * hours",),
    "the answer is printed": ("def price(hours):\n    print(3 * hours)",),
    "other parameters": ("def price(h):\n    return 3 * h",),
    "a value of numpy": ("import numpy as np\ndef price(hours):\n    return np.int8(3) * hours",),
    "a value too many": ("def price(hours):\n    return 3 * hours, None",),
    "a refusal of its own": ("class Wrong(ValueError):\n    pass", OWN_REFUSAL),
    "it remembers": (REMEMBERS,),
    "a magic": ("%matplotlib inline\n!ls",),
    "many cells": ("x = 1",) * 30,
    "warnings": ("import warnings\ndef price(hours):\n    warnings.warn('x')\n    return 6",),
}


@pytest.mark.parametrize("cells", ACCIDENTS.values(), ids=ACCIDENTS)
def test_what_happens_to_notebooks(tiny_twice: Twice, cells: tuple[str, ...]) -> None:
    came = tiny_twice("u1_rooms", solution(tiny_twice, "u1_rooms"), *cells)
    assert len(came.result.checks) == 5


def test_a_helper_fails_before_any_answer(tiny_twice: Twice) -> None:
    came = tiny_twice("u1_rooms", "1 / 0\ndef price(hours):\n    return 1")
    assert Status.PASSED not in {check.status for check in came.result.checks}


ATTACKS = {
    "it answers for the box": f"{HIJACK}\ndef room_for(people):\n"
    "    reply(wire.Kind.RETURNED, {'value': 'small', 'buffers': {}})\n    return 'large'",
    "it ends the channel": f"{HIJACK}\ndef room_for(people):\n    os.close(3)\n    channel.close()",
    "it changes how answers are packed": "import sys\nserve = sys.modules['_box.inside.serve']\n"
    "serve._packed = lambda kind, payload: b''",
    "it closes its output": "import os\nos.close(1)",
}


@pytest.mark.parametrize("cell", ATTACKS.values(), ids=ATTACKS)
def test_attacks(tiny_twice: Twice, cell: str) -> None:
    assert tiny_twice("u1_rooms", solution(tiny_twice, "u1_rooms"), cell).result.checks


LOOKS = """
import sys
solved = room_for
def room_for(people):
    frame, names = sys._getframe(), set()
    while frame:
        names.add(frame.f_code.co_name)
        frame = frame.f_back
    return solved(people) if "_batch" in names else "large"
"""


def test_who_looks_at_the_stack_is_judged_by_what_a_batch_was_answered(tiny_twice: Twice) -> None:
    """The limit of the promise: other answers live. It still has to give right ones in a batch."""
    cells = (solution(tiny_twice, "u1_rooms"), LOOKS)
    job = tiny_twice.job("u1_rooms", cells)
    rehearsed = tiny_twice.rehearsals.of(job, tiny_twice.course, tiny_twice.zygote)
    live = judge(job, tiny_twice.course, tiny_twice.zygote)
    played = judge(job, tiny_twice.course, tiny_twice.zygote, rehearsed)
    assert (live.result.status, played.result.status) == (Status.WRONG, Status.PASSED)


def test_a_check_may_import_while_it_runs(tiny_root: Path, best_rung: str) -> None:
    """The root of the course can be imported from in every run, not in those of pytest alone."""
    (tiny_root / "rates_of_a_test.py").write_text("RATE = 3\n", "utf-8")
    hidden = tiny_root / "solutions/b1_rooms/u1_rooms/test_hidden.py"
    text = hidden.read_text("utf-8")
    late = "from rates_of_a_test import RATE\n\n    exact(student.call('price', hours=2), 2 * RATE)"
    hidden.write_text(text.replace('exact(student.call("price", hours=2), 6)', late), "utf-8")
    assert "RATE" in hidden.read_text("utf-8")
    for made in _twice(load_course(tiny_root), best_rung):
        came = made("u1_rooms", solution(made, "u1_rooms"))
        assert {check.status for check in came.result.checks} == {Status.PASSED}


BURNS = """
import time
seen = []
def price(hours):
    seen.append(hours)
    end = time.process_time() + 0.1
    while time.process_time() < end:
        pass
    return 6 if len(seen) < 4 else 14
"""


def test_boxes_that_cannot_be_brought_back_are_given_up_altogether(
    tiny_twice: Twice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What live checks may take, calls made again may not: then all is judged live, from new."""
    monkeypatch.setattr(playing, "OWED_CPU_S", 0.05)
    came = tiny_twice("u1_rooms", solution(tiny_twice, "u1_rooms"), BURNS)
    assert Status.WRONG in {check.status for check in came.result.checks}


@pytest.mark.parametrize(("unit", "step"), QUICK.items(), ids=QUICK)
def test_units_of_the_course(twice: Twice, unit: str, step: int) -> None:
    for fixture in itertools.islice(unit_fixtures(twice.course.unit(unit)), 0, None, step):
        assert twice(unit, *fixture.cells).result.unit == unit


@pytest.mark.parametrize(("unit", "names"), RECORDED.items(), ids=RECORDED)
def test_units_whose_calls_are_recorded(twice: Twice, unit: str, names: tuple[str, ...]) -> None:
    for fixture in unit_fixtures(twice.course.unit(unit)):
        if fixture.name in names:
            passed = twice(unit, *fixture.cells).result.status is Status.PASSED
            assert passed is fixture.name.startswith("right/")


@pytest.mark.long
def test_all_units_of_the_course(twice: Twice) -> None:
    different: list[str] = []
    for unit in twice.course.units:
        for fixture in unit_fixtures(unit):
            try:
                twice(unit.id, *fixture.cells)
            except AssertionError as error:
                different.append(f"{unit.id} {fixture.name}: {error}")
    assert different == []
