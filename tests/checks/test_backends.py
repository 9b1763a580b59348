"""The box as a backend: cells run in order, a killer cell is left out, a death costs one box."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
import pytest

from grader.box import (
    Box,
    BoxDied,
    CellDone,
    Limits,
    Missing,
    Raised,
    Returned,
    Rung,
    Zygote,
    best_rung,
)
from grader.box.limits import Over
from grader.checks.arrays import poisoned
from grader.checks.backends import BoxBackend
from grader.checks.compare import exact
from grader.checks.declare import check
from grader.checks.loading import MAX_LOADS
from grader.checks.rooms import MOST_CONSTANTS
from grader.checks.session import run_check
from grader.checks.student import Student
from grader.messages import say
from grader.outcome import CellNote, Status
from tests.checks.fake_box import death


class PlayedBox:
    """Runs cells with `exec`; one that says DIE kills it, one that says TWICE in a later box."""

    def __init__(self, opened: list[PlayedBox]) -> None:
        self.namespace: dict[str, Any] = {}
        self.ran: list[int] = []
        self.printed = ""
        self.alive = True
        self.cpu_s = 0.0
        self.compiled_s = float
        self.closed = False
        self.calls: list[tuple[tuple[Any, ...], Mapping[str, Any]]] = []
        self.nth = len(opened)
        opened.append(self)

    def run_cell(self, source: str, index: int) -> CellDone | Raised:
        index -= 1  # given code runs as 0, the notebook's cells from 1
        self.ran.append(index)
        if "DIE" in source or ("TWICE" in source and self.nth):
            self.alive = False
            raise death(Status.TIME_LIMIT, starved="STARVED" in source)
        try:
            exec(source, self.namespace)
        except Exception as error:  # noqa: BLE001 - whatever a cell raises
            over = Over(Status.MEMORY_LIMIT, say("box.memory", megabytes=1))
            over = over if "EVIDENCE" in source else None
            lines = (f"cell {index + 1}, line 1\x1b",)
            return Raised(type(error).__name__, ("Exception",), str(error), lines, over=over)
        self.printed += f"[{index}]"
        return CellDone()

    def call(self, name: str, args: Any, kwargs: Any, **_: Any) -> Returned | Missing:
        if name not in self.namespace:
            return Missing(name)
        self.calls.append((args, kwargs))
        if name == "die":
            self.alive = False
            raise death(Status.CRASHED)
        return Returned(self.namespace[name](*args, **kwargs))

    def set(self, name: str, value: Any) -> None:
        self.namespace[name] = value

    @property
    def printed_bytes(self) -> int:
        return len(self.printed)

    def stdout(self, first_bytes: int | None = None) -> str:
        return self.printed[:first_bytes]

    def close(self) -> None:
        self.alive = False
        self.closed = True


def backend(*cells: str, given: str | None = None) -> tuple[BoxBackend, list[PlayedBox]]:
    opened: list[PlayedBox] = []

    def open_box() -> Any:
        return PlayedBox(opened)

    return BoxBackend.of(open_box, tuple(enumerate(cells)), given), opened


def call(made: BoxBackend, name: str, *args: Any, **kwargs: Any) -> Any:
    frozen = kwargs.pop("frozen", ())
    return made.call(name, args, kwargs, out=(), frozen=frozen)


def test_cells_run_in_order_before_the_first_call() -> None:
    made, opened = backend("x = 1", "x += 1", "def f():\n    return x")
    assert opened == []
    assert call(made, "f") == Returned(2)
    assert call(made, "g") == Missing("g")
    assert [box.ran for box in opened] == [[0, 1, 2]]
    assert made.notes == ()
    assert made.output == "[0][1][2]"


def test_given_code_runs_first() -> None:
    made, opened = backend("def f():\n    return L", given="L = 5")
    assert call(made, "f") == Returned(5)
    assert opened[0].ran == [-1, 0]


def test_a_cell_that_fails_is_noted_and_the_next_one_runs() -> None:
    made, _ = backend("import nothing_at_all", "def f():\n    return 1", "1 / 0")
    assert call(made, "f") == Returned(1)
    assert [(n.cell, n.status, n.why.args["type"]) for n in made.notes] == [
        (0, Status.ERROR, "ModuleNotFoundError"),
        (2, Status.ERROR, "ZeroDivisionError"),
    ]
    assert made.notes[0].traceback == (r"cell 1, line 1\u001b",)


def test_a_memory_error_with_evidence_is_noted_as_such() -> None:
    made, _ = backend("raise MemoryError('8 GiB')  # EVIDENCE", "raise MemoryError('just so')")
    made.load()
    assert [n.status for n in made.notes] == [Status.MEMORY_LIMIT, Status.ERROR]


def test_a_cell_that_kills_its_box_is_left_out() -> None:
    made, opened = backend("x = 1", "DIE", "def f():\n    return x")
    assert call(made, "f") == Returned(1)
    assert [box.ran for box in opened] == [[0, 1], [0, 2]]
    assert opened[0].closed
    assert made.notes == (CellNote(1, Status.TIME_LIMIT, say("box.waited")),)
    assert not made.starved


def test_every_killer_costs_one_box() -> None:
    made, opened = backend("DIE # STARVED", "1 / 0", "DIE", "def f():\n    return 1")
    assert call(made, "f") == Returned(1)
    assert len(opened) == 3
    assert [n.cell for n in made.notes] == [0, 1, 2]
    assert made.starved


def test_too_many_killers_end_it() -> None:
    made, opened = backend(*["DIE"] * 20)
    for _ in range(3):
        with pytest.raises(BoxDied):
            call(made, "f")
    assert len(opened) == MAX_LOADS + 1
    assert all(box.closed for box in opened)
    assert [n.cell for n in made.notes] == list(range(MAX_LOADS + 1))


def test_a_death_costs_one_box_and_the_next_one_is_loaded() -> None:
    made, opened = backend("def die():\n    pass", "def f():\n    return 1")
    with pytest.raises(BoxDied):
        call(made, "die")
    assert call(made, "f") == Returned(1)
    assert len(opened) == 2
    assert opened[1].ran == [0, 1]


def test_recover_closes_the_box_and_opens_none() -> None:
    made, opened = backend("def f():\n    return 1")
    made.recover()
    assert opened == []
    made.load()
    made.recover()
    assert [box.closed for box in opened] == [True]
    assert call(made, "f") == Returned(1)
    assert len(opened) == 2


def test_the_notes_are_of_the_first_load() -> None:
    made, _ = backend("x = 1", "pass # TWICE", "def f():\n    return x")
    made.load()
    assert (made.notes, made.output) == ((), "[0][1][2]")
    made.recover()
    assert call(made, "f") == Returned(1)
    assert (made.notes, made.output) == ((), "[0][1][2]")


def test_the_output_is_bounded_and_printable() -> None:
    made, opened = backend("x = 1")
    made._open_box = lambda: _printing(opened)  # type: ignore[assignment,return-value,method-assign]
    made.load()
    assert len(made.output) <= 2000
    assert made.output.isprintable()


def _printing(opened: list[PlayedBox]) -> PlayedBox:
    box = PlayedBox(opened)
    box.printed = "\x1b[2J" * 10_000
    return box


def test_each_value_of_a_constant_has_a_box() -> None:
    made, opened = backend("TILE = 32\ndef f():\n    return TILE")
    assert call(made, "f") == Returned(32)
    for value in (8, 4, 8):
        made.set("TILE", value)
        assert call(made, "f") == Returned(value)
    assert len(opened) == 3
    made.unset()
    assert call(made, "f") == Returned(32)
    assert len(opened) == 3
    made.recover()
    assert all(box.closed for box in opened)
    assert call(made, "f") == Returned(32)
    assert len(opened) == 4


def test_only_some_boxes_of_constants_are_open_together() -> None:
    made, opened = backend("TILE = 32")
    for value in range(MOST_CONSTANTS + 1):
        made.set("TILE", value)
    assert [box.closed for box in opened] == [True] * MOST_CONSTANTS + [False]
    made.recover()


def test_a_cell_that_kills_its_box_kills_one() -> None:
    made, opened = backend("def f():\n    return 8", "DIE")
    assert call(made, "f") == Returned(8)
    known = len(opened)
    made.set("TILE", 8)
    assert call(made, "f") == Returned(8)
    assert len(opened) == known + 1
    made.recover()


def test_frozen_arrays_are_sent_read_only() -> None:
    made, opened = backend("def f(A, B, C=None):\n    pass")
    A, B, C = np.zeros(2), np.zeros(3), np.zeros(4)
    call(made, "f", A, B, C=C, frozen=("0", "C"))
    args, kwargs = opened[0].calls[0]
    assert [a.flags.writeable for a in (*args, kwargs["C"])] == [False, True, False]
    assert A.flags.writeable


# --- a real box -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def zygote() -> Iterator[Zygote]:
    if best_rung() is Rung.D:
        pytest.skip("no walls can be raised on this machine")
    with Zygote(best_rung()) as zygote:
        yield zygote


@pytest.fixture
def graded(zygote: Zygote) -> Iterator[Callable[..., Status]]:
    """Return a function that judges a body against cells that run in a real box."""
    backends: list[BoxBackend] = []

    def graded(body: Callable[..., None], *cells: str, rules: tuple[str, ...] = ()) -> Status:
        def open_box() -> Box:
            return zygote.open_box(Limits(cpu_s=1.0))

        backends.append(BoxBackend.of(open_box, tuple(enumerate(cells))))
        body.__doc__ = "中文。\n\nEnglish."
        function = check("ex", of="f")(body)
        student = Student(backends[-1], rules=rules)
        return run_check(function, student, unit="u", salt="s", public=False).result.status

    yield graded
    for each in backends:
        each.recover()


ARRAYS = (
    "def f(A, C):\n    C[...] = A",
    "def spoils(A, C):\n    A[0] = 1",
    "def forces(A, C):\n    A.flags.writeable = True\n    A[0] = 1",
    "def leaves(A, C):\n    pass",
    "from numpy.lib.stride_tricks import as_strided",
    "def overruns(A, C):\n    as_strided(C, (20,), (4,))[...] = 0",
)


def _copying(name: str) -> Callable[[Student], None]:
    def body(student: Student) -> None:
        A = np.arange(4, dtype=np.float32)
        _, C = student.call(name, A=A, C=poisoned((4,)), out=("C",))
        exact(C, A)

    return body


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("f", Status.PASSED),
        ("spoils", Status.ERROR),
        ("forces", Status.FORBIDDEN),
        ("leaves", Status.WRONG),
        ("overruns", Status.FORBIDDEN),
        ("gone", Status.UNANSWERED),
    ],
)
def test_arrays_go_through_a_real_box(
    graded: Callable[..., Status], name: str, status: Status
) -> None:
    rules = ("FROZEN", "POISON")
    assert graded(_copying(name), *ARRAYS, rules=rules) is status


def test_a_real_death_leaves_a_working_submission(graded: Callable[..., Status]) -> None:
    def body(student: Student) -> None:
        exact(student.call("f"), 1)

    cells = ("import os\nos.kill(os.getpid(), 9)", "def f():\n    return 1")
    assert graded(body, *cells) is Status.PASSED
    assert graded(body, "def f():\n    while True:\n        pass") is Status.TIME_LIMIT
