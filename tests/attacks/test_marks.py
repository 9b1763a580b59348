"""Tries for a mark that was not earned."""

from __future__ import annotations

import pytest

from grader.outcome import Status
from tests.attacks.conftest import Arena
from tests.attacks.hijack import HIJACK

NOTHING = {"ex": "0", "claim": "0", "err": "0"}
BOTH = "\n\ndef room_for(people):\n    {}\n\ndef price(hours):\n    {}\n"


def both(prelude: str, body: str) -> str:
    """Return a submission whose two functions have the same body."""
    return prelude + BOTH.format(body, body)


@pytest.mark.parametrize(
    "prelude",
    [
        "class Yes:\n    def __eq__(self, other): return True",
        "class Yes(str):\n    def __eq__(self, other): return True\n    __hash__ = str.__hash__",
        "class Yes(int):\n    def __eq__(self, other): return True\n    __hash__ = int.__hash__",
        "import os\nclass Yes:\n    def __reduce__(self): return os._exit, (0,)",
        "import numpy\nclass Yes(numpy.ndarray):\n    def __new__(cls): return numpy.zeros(1).view(cls)",
    ],
    ids=["object", "str", "int", "pickle", "ndarray"],
)
def test_an_answer_that_equals_everything(arena: Arena, prelude: str) -> None:
    """Objects with a lying `__eq__` or `__reduce__`: never leave the box, ERROR, 0."""
    came = arena.judge(both(prelude, "return Yes()"))
    assert (came.statuses, came.points) == ({Status.ERROR}, NOTHING)


def test_an_answer_sent_before_the_function_returns(arena: Arena) -> None:
    """RETURNED twice for one call: the second answer nobody asked for is FORBIDDEN, 0."""
    early = HIJACK + "\nanswer = {'value': 'none', 'buffers': {}}\n"
    came = arena.judge(both(early, "reply(wire.Kind.RETURNED, answer); return 'none'"))
    assert came.points == NOTHING
    assert came.check("test_nobody").status is Status.FORBIDDEN


def test_a_forged_exception_for_every_call(arena: Arena) -> None:
    """RAISED frames that claim a ValueError each time: the valid call fails too, ERROR, 0."""
    forged = HIJACK + (
        "\nlie = dict(type_name='ValueError', builtin_bases=('ValueError', 'Exception'),"
        " message='', lines=(), requested_bytes=0, too_large=False)\n"
    )
    came = arena.judge(both(forged, "reply(wire.Kind.RAISED, lie); wire.receive(channel)"))
    assert came.points == NOTHING


def test_our_server_patched_to_answer_by_itself(arena: Arena) -> None:
    """`Server._called` replaced by a constant: a constant is WRONG, 0."""
    patch = "import _box.inside.serve as serve\n"
    patch += "serve.Server._called = lambda *_: {'value': 'none', 'buffers': {}}"
    came = arena.judge(arena.solution(), patch)
    assert (came.statuses, came.points) == ({Status.WRONG}, NOTHING)


def test_a_passed_record_printed_and_a_clean_exit(arena: Arena) -> None:
    """Text that looks like a verdict and exit code 0: nothing was answered, UNANSWERED, 0."""
    printed = 'print(\'{"status": "PASSED", "points": "4"}\\n5 passed\')\nimport os\nos._exit(0)'
    came = arena.judge(printed)
    assert (came.statuses, came.points) == ({Status.UNANSWERED}, NOTHING)
    assert came.judged.result.cells[0].status is Status.CRASHED


def test_a_class_of_ones_own_named_valueerror(arena: Arena) -> None:
    """It lies about its `__mro__` but derives from Exception: both `err` checks are WRONG."""
    liar = "class ValueError(Exception):\n    __mro__ = __bases__ = ()"
    came = arena.judge(arena.solution(), liar)
    assert came.points == {"ex": "1", "claim": "2", "err": "0"}
    assert came.check("test_nobody").status is Status.WRONG


def test_answers_by_the_number_of_the_call(arena: Arena) -> None:
    """Right in the public check, then guesses from a default-argument cache: WRONG, half of ex."""
    cached = "def room_for(people, calls=[]):\n    calls.append(people)\n"
    cached += "    return 'small' if len(calls) == 1 else 'none'"
    came = arena.judge(arena.solution(), cached)
    assert came.points == {"ex": "1", "claim": "0", "err": "0.5"}


def test_a_function_that_replaces_itself_after_the_first_call(arena: Arena) -> None:
    """Right once, then another function takes the name: only the first check is PASSED."""
    turncoat = "def room_for(people):\n    global room_for\n"
    turncoat += "    room_for = lambda people: 'large'\n    return 'small'"
    came = arena.judge(arena.solution(), turncoat)
    assert came.points == {"ex": "1", "claim": "0", "err": "0.5"}


def test_every_answer_at_once(arena: Arena) -> None:
    """A set, a list or a dict of all answers is no answer: WRONG, 0."""
    for everything in ("{'small', 'large', 'none'}", "['small', 'large', 'none']", "{'small': 1}"):
        came = arena.judge(both("", f"return {everything}"))
        assert (came.statuses, came.points) == ({Status.WRONG}, NOTHING)


def test_a_number_of_another_kind(arena: Arena) -> None:
    """6.0, True or Decimal(6) for the integer 6: WRONG."""
    for value in ("float", "lambda x: x == 6", "__import__('decimal').Decimal"):
        came = arena.judge(
            arena.solution(), f"_p = price\ndef price(hours): return ({value})(_p(hours))"
        )
        assert came.check("test_price_follows_the_rate").status is Status.WRONG


def test_the_checking_libraries_patched(arena: Arena) -> None:
    """`grader`, `pytest`, `hypothesis` and numpy.testing replaced inside: WRONG, 0."""
    patch = """
import sys, types
import grader
for name in ("exact", "close", "holds", "expects", "check"):
    setattr(grader, name, lambda *a, **k: None)
for name in ("pytest", "hypothesis", "grader.checks", "grader.outcome"):
    sys.modules[name] = types.ModuleType(name)
import numpy.testing
numpy.testing.assert_equal = numpy.array_equal = lambda *a, **k: True
"""
    came = arena.judge(both(patch, "return 'none'"))
    assert (came.statuses, came.points) == ({Status.WRONG}, NOTHING)


def test_a_result_returned_instead_of_written(arena: Arena) -> None:
    """The sums as a return value, the output array left poisoned: `ex` and `prop` WRONG."""
    lazy = "import numpy as np\ndef running_sum(x, total):\n    return np.cumsum(x)"
    came = arena.judge(arena.solution("u2_counter"), lazy, unit="u2_counter")
    assert came.points == {"ex": "1", "prop": "1", "err": "0.5"}


@pytest.mark.parametrize(
    "body",
    [
        "b = total\n    while isinstance(b.base, np.ndarray): b = b.base\n    b[:4] = 0",
        "ctypes.memset(total.ctypes.data - 8, 0, 8)",
        "np.lib.stride_tricks.as_strided(total, (total.size + 1,), total.strides)[-1] = 0",
    ],
    ids=["base", "pointer", "strides"],
)
def test_writing_beside_the_output(arena: Arena, body: str) -> None:
    """Guard bytes changed through `.base`, a pointer or strides: FORBIDDEN."""
    spill = f"import ctypes\nimport numpy as np\ndef running_sum(x, total):\n    {body}"
    came = arena.judge(arena.solution("u2_counter"), spill, unit="u2_counter")
    assert came.check("test_three_numbers").status is Status.FORBIDDEN
    assert came.points["ex"] == "1"


def test_a_frozen_input_thawed_and_changed(arena: Arena) -> None:
    """`setflags` makes a read-only input writeable; the change is seen: FORBIDDEN."""
    thaw = "def running_sum(x, total):\n    x.flags.writeable = True\n    x[:] = 1"
    came = arena.judge(arena.solution("u2_counter"), thaw, unit="u2_counter")
    assert came.check("test_three_numbers").status is Status.FORBIDDEN


@pytest.mark.parametrize(
    "body",
    ["total.resize((9,), refcheck=False)", "total.shape = (total.size, 1)", "total.dtype = 'i4'"],
    ids=["resize", "shape", "dtype"],
)
def test_an_output_of_another_form(arena: Arena, body: str) -> None:
    """Reshaping, resizing or retyping the output changes nothing that is read: no PASSED."""
    came = arena.judge(
        arena.solution("u2_counter"),
        f"def running_sum(x, total):\n    {body}\n    total[...] = 1",
        unit="u2_counter",
    )
    assert came.check("test_three_numbers").status in (Status.WRONG, Status.ERROR)
    assert came.points["ex"] == "1"


def test_a_decorated_body_that_looks_empty(arena: Arena) -> None:
    """A `pass` body behind a decorator that answers: told from the text, UNANSWERED, 0."""
    decorated = "def by(answer):\n    return lambda _: answer\n"
    decorated += "@by(lambda people: 'none')\ndef room_for(people):\n    pass"
    came = arena.judge(decorated)
    assert came.points == NOTHING
    assert came.check("test_two_people").status is Status.UNANSWERED
