"""Tries to stop, slow or swell the keeper: what a submission may cost is bounded by its budget."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from hypothesis import strategies as st

from grader.checks import show
from grader.checks.loading import MAX_LOADS
from grader.checks.compare import exact
from grader.checks.declare import check, given
from grader.checks.student import Student
from grader.checks.verdicts import CheckFailed
from grader.engine import submissions
from grader.engine.submissions import MAX_CODE
from grader.notebooks.answers import MAX_CELL
from grader.notebooks.read import read_notebook
from grader.outcome import Status
from tests.attacks.conftest import Arena
from tests.attacks.hijack import HIJACK

MIB = 1 << 20
LARGE = "import numpy as np\nlarge = np.zeros(1 << 20, np.uint8)\n"


@contextmanager
def at_most(most_bytes: int) -> Iterator[None]:
    """Demand that the keeper never holds more than `most_bytes` beyond what it held before."""
    tracemalloc.start()
    try:
        yield
        assert tracemalloc.get_traced_memory()[1] < most_bytes
    finally:
        tracemalloc.stop()


@check("prop", of="f")
@given(st.integers(0, 10**6), examples=60)
def sometimes_zero(student: Student, n: int) -> None:
    """得零。

    It is zero.
    """
    exact(student.call("f", n=n), 0)


def test_large_answers_to_every_situation_of_a_claim(arena: Arena) -> None:
    """1 MiB for each of 30 situations: three are kept at a time, WRONG."""
    answers = f"{LARGE}def room_for(people):\n    return large"
    arena.judge(arena.solution())  # rehearses
    with at_most(15 * MIB):
        came = arena.judge(arena.solution(), answers)
    assert came.check("test_rooms").status is Status.WRONG


def test_large_answers_in_every_case_that_is_shrunk(arena: Arena) -> None:
    """1 MiB in each failing case, and cases that keep the shrinking busy: none is kept, WRONG."""
    answers = f"{LARGE}def f(n):\n    return 0 if n % 2 or n < 300 else large"
    with at_most(5 * MIB):
        verdict = arena.run(sometimes_zero, answers)
    assert verdict.result.status is Status.WRONG
    assert verdict.result.cases > 20


def test_a_huge_array_where_a_short_list_is_wanted() -> None:
    """The array is compared as it is, never turned into millions of objects."""
    answer = np.zeros(4 * MIB, np.int8)
    with at_most(MIB), pytest.raises(CheckFailed):
        exact(answer, [0, 0, 0])


def test_values_that_are_slow_to_show(arena: Arena) -> None:
    """Thousands of members, elements and levels: a few hundred are written, the rest is counted."""
    answers = "def f(n):\n    return {str(i) for i in range(40_000)} if n > 9 else 0"
    failure = arena.run(sometimes_zero, answers).result.failure
    assert failure is not None
    assert failure.got == "<set of 40000 values>"
    nested = [[[[0] * 12] * 12] * 12] * 12
    writer = show._Short()
    assert len(writer.repr(nested)) < 10 * show.MAX_PARTS
    assert show.value(np.zeros((300, 400), order="F")).startswith("array([0.0, 0.0, ")


def test_cells_that_each_stay_below_their_limit(arena: Arena) -> None:
    """30 cells of 0.3 CPU s under a budget of 1 s: stopped between two cells, TIME_LIMIT, 0."""
    spin = (
        "import time\nend = time.process_time() + 0.3\nwhile time.process_time() < end:\n    pass\n"
    )
    cells = [f"{spin}print('<{i}>')" for i in range(30)]
    came = arena.judge(arena.solution(), *cells, unit_cpu_s=1, alike=False)
    assert came.statuses == {Status.TIME_LIMIT}
    assert "<0>" in came.judged.result.output
    assert "<9>" not in came.judged.result.output


def test_calls_that_each_stay_below_their_limit(arena: Arena) -> None:
    """0.2 CPU s in each of 30 calls under a budget of 1 s: TIME_LIMIT from then on."""
    slow = "import time\ndef room_for(people):\n    end = time.process_time() + 0.2\n"
    slow += "    while time.process_time() < end: pass\n    return 'small'"
    came = arena.judge(arena.solution(), slow, unit_cpu_s=1, alike=False)
    assert came.check("test_two_people").status is Status.PASSED
    assert came.check("test_rooms").status is Status.TIME_LIMIT


def test_threads_that_go_on_after_the_answer(arena: Arena) -> None:
    """Eight threads that spin for ever: they spend the budget like any call, TIME_LIMIT."""
    spin = "import threading\ndef spin():\n    while True: pass\n"
    spin += "for _ in range(8): threading.Thread(target=spin, daemon=True).start()\n"
    wait = "_honest = room_for\ndef room_for(people):\n    import time\n    time.sleep(0.2)\n"
    wait += "    return _honest(people)"
    came = arena.judge(arena.solution(), spin + wait, unit_cpu_s=0.8, alike=False)
    assert came.check("test_rooms").status is Status.TIME_LIMIT


def test_cells_that_kill_their_box(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twelve cells that end the process: loading gives up after a few boxes, CRASHED, 0."""
    arena.judge(arena.solution())  # rehearses
    opened: list[object] = []
    open_box = arena.zygote.open_box
    monkeypatch.setattr(
        arena.zygote, "open_box", lambda limits: opened.append(limits) or open_box(limits)
    )
    came = arena.judge(arena.solution(), *(f"import os\nos._exit({i})" for i in range(12)))
    assert came.statuses == {Status.CRASHED}
    assert len(opened) == 2 * (MAX_LOADS + 1)  # live, and by scripts


def test_thousands_of_failing_cells(arena: Arena) -> None:
    """300 cells that raise and print: noted briefly, and the answers below still count."""
    failing = ["print('x' * 300)\nraise RuntimeError('y' * 3000)"] * 300
    came = arena.judge(*failing, arena.solution(), cell_cpu_s=5)
    assert came.statuses == {Status.PASSED}
    assert len(came.judged.result.cells) == 300
    assert len(came.judged.result.output) <= 2000


@pytest.mark.parametrize(
    "hostile",
    [
        "class Kind(type):\n    __name__ = 5\nclass E(Exception, metaclass=Kind): pass",
        "class Kind(type):\n    @property\n    def __name__(c): raise KeyError\n"
        "class E(Exception, metaclass=Kind): pass",
        "class E(Exception):\n    def __str__(self): return 5",
        "class E(Exception):\n    def __str__(self): raise SystemExit",
        "class E(MemoryError):\n    shape = (1 << 62, 1 << 62)\n    class dtype: itemsize = 8",
        "class E(SyntaxError):\n    filename, lineno, text = '/box/cell_1.py', '\\x1b', 5",
        "E = type('\\u202e\\x1b[2J', (ValueError,), {'__str__': lambda _: '\\ud800\\x1b[31m'})",
        "E = lambda: ExceptionGroup('', [ValueError()] * 9999)",
        "E = GeneratorExit",
        "def E():\n    e = None\n    for _ in range(10**5):\n        e, last = ValueError(), e\n"
        "        e.__context__ = e.__cause__ = last\n    return e",
    ],
)
def test_exceptions_that_resist_being_described(arena: Arena, hostile: str) -> None:
    """Lying names, texts, shapes and endless chains: a verdict about the student, never ours."""
    body = f"{hostile}\ndef room_for(people):\n    raise E()"
    came = arena.judge(arena.solution(), body)
    assert came.check("test_rooms").status in (Status.ERROR, Status.CRASHED, Status.MEMORY_LIMIT)
    assert came.check("test_negative_hours").status is Status.PASSED
    assert Status.NOT_JUDGED not in came.statuses


@pytest.mark.parametrize(
    "body",
    [
        "os.close(3)",
        "os.dup2(1, 3)",
        "os._exit(70)",
        "sys.modules['_box.wire'].Kind._value2member_map_.clear()",
        "channel.sendall(b'RLW1' + bytes([8]) + bytes(24))",
        "[socket.send_fds(channel, [b'x'], [0]) for _ in range(50)]",
        "reply(wire.Kind.RETURNED, {'value': 1, 'buffers': {}, 'more': 1})",
        "reply(wire.Kind.DONE, None)",
        "channel.shutdown(socket.SHUT_RDWR)",
    ],
)
def test_a_broken_channel_costs_its_own_checks(arena: Arena, body: str) -> None:
    """Closed, replaced or filled with nonsense: CRASHED or FORBIDDEN there, the rest is PASSED."""
    broken = f"{HIJACK}\ndef room_for(people):\n    {body}\n    os._exit(0)"
    came = arena.judge(arena.solution(), broken)
    assert came.check("test_rooms").status in (Status.CRASHED, Status.FORBIDDEN)
    assert came.check("test_price_follows_the_rate").status is Status.PASSED
    assert came.points == {"ex": "0.5", "claim": "0", "err": "0.5"}


def test_a_handle_that_is_no_number_of_ours(arena: Arena) -> None:
    """A handle of half a million bits is only sent back to its own box: no PASSED, not ours."""
    forged = f"{HIJACK}\nimport _box.inside.serve as serve\n"
    forged += "serve.Server._called = lambda *_: {'value': 1 << 500_000, 'buffers': {}}"
    came = arena.judge(arena.solution("u2_counter"), forged, unit="u2_counter")
    assert came.statuses.isdisjoint({Status.PASSED, Status.NOT_JUDGED})


def notebook(*sources: str) -> str:
    """Return the text of a notebook with these code cells."""
    return json.dumps(
        {
            "nbformat": 4,
            "nbformat_minor": 5,
            "metadata": {},
            "cells": [{"cell_type": "code", "metadata": {}, "source": s} for s in sources],
        }
    )


def test_more_code_than_anybody_writes(
    arena: Arena, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """40 files of 0.7 million characters: after the first million none is read, and that is said."""
    for i in range(40):
        large = notebook("def room_for(people): pass", "#" * (7 * MAX_CODE // 10))
        (tmp_path / f"u1_rooms_{i:02}.ipynb").write_text(large, "utf-8")
    (tmp_path / "u2_counter_copy.ipynb").write_text(notebook("x = 1"), "utf-8")
    read: list[str] = []
    monkeypatch.setattr(
        submissions,
        "read_notebook",
        lambda data, ids, name: read.append(name) or read_notebook(data, ids, name),
    )
    bundle = arena.course.bundle("b1_rooms")
    works = {w.unit: w for w in submissions.read_works(tmp_path, "s", bundle, bundle.units)}
    assert read == ["u1_rooms_00.ipynb", "u1_rooms_01.ipynb"]
    assert works["u1_rooms"].file == "u1_rooms_00.ipynb"
    assert works["u2_counter"].problem is not None
    assert works["u2_counter"].problem.id == "work.too_much"


def test_a_cell_too_long_to_parse_still_runs(arena: Arena) -> None:
    """Code past the length we parse is not analysed and counts all the same: PASSED."""
    long = arena.solution() + "\n# " + "x" * MAX_CELL
    assert arena.judge(long).statuses == {Status.PASSED}
