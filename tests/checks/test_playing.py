"""Played or live, a submission comes to the same: `Judged.statuses` compares every byte."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import assume
from hypothesis import strategies as st

from grader.checks.arrays import poisoned
from grader.checks.compare import exact, holds
from grader.checks.student import Student, expects
from grader.checks.verdicts import StudentRaised
from tests.attacks.hijack import HIJACK
from tests.checks.stage import DOUBLED, DOUBLES, INTEGERS, Stage, declared

# --- one check, many submissions ------------------------------------------------------------------

PLAYED = {
    "the same answers": DOUBLES,
    "another type, within tolerance": "import numpy as np\ndef f(n):\n"
    "    return np.float64(2 * n * (1 + 1e-9))",
    "what it prints is not asked": "def f(n):\n    print('hello')\n    return n + n",
    "a cell that fails": "1 / 0\ndef f(n):\n    pass",
}


@pytest.mark.parametrize("source", PLAYED.values(), ids=PLAYED)
def test_right_answers_pass_by_script(stage: Stage, source: str) -> None:
    judged = stage.judged([DOUBLED], DOUBLES, source, *[DOUBLES] * ("1 / 0" in source))
    assert judged.statuses == ["PASSED"]
    assert judged.by_script == ("test_doubled",)


LIVE = {
    "wrong in one case": ("def f(n):\n    return 2 * n if n % 2 else 2 * n + 1", "WRONG"),
    "it raises": ("def f(n):\n    raise KeyError(n)", "ERROR"),
    "it exits": ("def f(n):\n    raise SystemExit(0)", "ERROR"),
    "it is interrupted": ("def f(n):\n    raise KeyboardInterrupt", "ERROR"),
    "it has no such function": ("def g(n):\n    return 2 * n", "UNANSWERED"),
    "a stub": ("def f(n):\n    raise NotImplementedError", "UNANSWERED"),
    "it dies in a later call": (
        "import os\nk = []\ndef f(n):\n    k.append(n)\n    return k[3:] and os._exit(3) or 2 * n",
        "CRASHED",
    ),
    "it never ends": ("def f(n):\n    while n:\n        pass\n    return 0", "TIME_LIMIT"),
    "it prints without end": (
        "def f(n):\n    print('x' * 70_000)\n    return 2 * n",
        "OUTPUT_LIMIT",
    ),
    "it needs too much memory": (
        "import numpy as np\ndef f(n):\n    return len(np.ones(1 << 30)) and 2 * n",
        "MEMORY_LIMIT",
    ),
    "it says that it has no memory": ("def f(n):\n    raise MemoryError", "ERROR"),
    "what it returns cannot be sent": ("def f(n):\n    return f", "ERROR"),
    "what it returns is too large": ("def f(n):\n    return [2 * n] * 100_000", "OUTPUT_LIMIT"),
    "a subclass": ("class Int(int):\n    pass\ndef f(n):\n    return Int(2 * n)", "ERROR"),
    "an array of one": ("import numpy as np\ndef f(n):\n    return np.array([2 * n])", "WRONG"),
    "not a number": ("def f(n):\n    return float('nan')", "WRONG"),
    "a cell that kills its box": ("import os\nos._exit(1)", "UNANSWERED"),
}


@pytest.mark.parametrize(("source", "status"), LIVE.values(), ids=LIVE)
def test_all_others_come_to_what_they_come_to_live(stage: Stage, source: str, status: str) -> None:
    judged = stage.judged([DOUBLED], DOUBLES, source)
    assert judged.statuses == [status]
    assert judged.by_script == ()


def test_an_unanswered_function_is_not_asked(stage: Stage) -> None:
    judged = stage.judged([DOUBLED], DOUBLES, DOUBLES, unanswered=("f",))
    assert judged.statuses == ["UNANSWERED"]


def test_nor_is_one_that_the_check_does_not_name(stage: Stage) -> None:
    def both(student: Student) -> None:
        exact(student.call("f", n=1) + student.call("g"), 3)

    solution = f"{DOUBLES}\ndef g():\n    return 1"
    judged = stage.judged([declared(both)], solution, solution, unanswered=("g",))
    assert judged.statuses == ["UNANSWERED"]


# --- what a submission may return -----------------------------------------------------------------


def test_an_answer_is_what_it_was_when_it_was_given(stage: Stage) -> None:
    def counts(student: Student) -> None:
        exact([student.call("f", n=n) for n in range(3)], [[0], [0, 1], [0, 1, 2]])

    solution = "def f(n):\n    return list(range(n + 1))"
    grows = "items = []\ndef f(n):\n    items.append(n)\n    return items"
    for source in (grows, grows.replace("(n)\n    return", "(n + 0.0)\n    return")):
        judged = stage.judged([declared(counts)], solution, source)
        passed = "0.0" not in source
        assert judged.statuses == ["PASSED" if passed else "WRONG"]
        assert judged.by_script == ("counts",) * passed


def test_one_array_returned_each_time_is_right_each_time(stage: Stage) -> None:
    def fills(student: Student, n: int) -> None:
        first, second = student.call("f", n=n), student.call("f", n=n + 1)
        exact([first, second], [np.full(3, n), np.full(3, n + 1)])

    solution = "import numpy as np\ndef f(n):\n    return np.full(3, n)"
    one = "import numpy as np\nx = np.zeros(3, int)\ndef f(n):\n    x[:] = n\n    return x[::-1]"
    judged = stage.judged([declared(fills, n=INTEGERS)], solution, one)
    assert (judged.statuses, judged.by_script) == (["PASSED"], ("fills",))


def zero(student: Student) -> None:
    exact(str(student.call("f")), "-0.0")


def test_minus_zero_is_not_taken_for_zero(stage: Stage) -> None:
    judged = stage.judged([declared(zero)], "def f():\n    return -0.0", "def f():\n    return 0.0")
    assert judged.statuses == ["WRONG"]


def test_the_order_of_a_dictionary_is_what_the_check_makes_of_it(stage: Stage) -> None:
    def first_key(student: Student) -> None:
        exact(next(iter(student.call("f"))), "a")

    sources = ("def f():\n    return {'a': 1, 'b': 2}", "def f():\n    return {'b': 2, 'a': 1}")
    judged = stage.judged([declared(first_key)], *sources)
    assert judged.statuses == ["WRONG"]


def test_memory_that_lies_backwards_is_read_backwards(stage: Stage) -> None:
    def fills(student: Student, y: Any) -> None:
        _, after = student.call("f", y=y, out=("y",))
        exact(after, np.arange(4.0))

    drawn = st.integers(0, 9).map(lambda n: np.full(4, float(n))[::-1])
    forward, backward = (f"def f(y):\n    y[:] = {x}" for x in ("[0, 1, 2, 3]", "[3, 2, 1, 0]"))
    check = declared(fills, y=drawn)
    assert stage.judged([check], forward, backward).statuses == ["WRONG"]
    assert stage.judged([check], backward, forward).statuses == ["PASSED"]  # without a script


def test_guard_bytes_of_drawn_arrays_are_watched(stage: Stage) -> None:
    def copies(student: Student, y: Any) -> None:
        x = np.arange(4, dtype="f4")
        value, after = student.call("f", x=x, y=y, out=("y",))
        exact(after, x)
        holds(isinstance(value, float), zh="数", en="a number")

    drawn = st.sampled_from(["C", "strided"]).map(lambda how: poisoned((4,), layout=how))
    check = declared(copies, y=drawn)
    solution = "def f(x, y):\n    y[:] = x\n    return 0.5"
    strides = "from numpy.lib.stride_tricks import as_strided\n"
    beyond = (
        f"{strides}def f(x, y):\n    as_strided(y, (9,), (4,))[:] = 0\n    y[:] = x\n    return .5"
    )
    rules = ("FROZEN", "POISON")
    other = stage.judged([check], solution, solution.replace("0.5", "0.25"), rules=rules)
    assert (other.statuses, other.by_script) == (["PASSED"], ("copies",))
    assert stage.judged([check], solution, beyond, rules=rules).statuses == ["FORBIDDEN"]


def test_memory_that_nobody_filled_holds_no_right_answer(stage: Stage) -> None:
    """The block of the answer before is written over, live too: else luck would pass."""

    def same(student: Student) -> None:
        for _ in range(5):
            exact(student.call("f", n=4), np.arange(4.0))

    forgets = "import numpy as np\ndef f(n):\n    y, z = np.empty(n), np.empty(n)\n"
    forgets += "    z[:] = range(n)\n    return y"
    judged = stage.judged(
        [declared(same)], "import numpy as np\ndef f(n):\n    return np.arange(float(n))", forgets
    )
    assert judged.statuses == ["WRONG"]


def test_an_answer_within_itself_is_refused_alike(stage: Stage) -> None:
    source = "def f(n):\n    x = {'a': []}\n    x['a'].append(x)\n    return x"
    assert stage.judged([DOUBLED], DOUBLES, source).statuses == ["OUTPUT_LIMIT"]


# --- what a check may do --------------------------------------------------------------------------


def test_a_check_that_asks_on_from_the_answers_is_judged_live(stage: Stage) -> None:
    def follows(student: Student) -> None:
        n = student.call("f", n=1)
        exact(student.call("f", n=n + 1) - student.call("f", n=n), 2)

    linear = "def f(n):\n    return 2 * n + 1"
    same = stage.judged([declared(follows)], DOUBLES, DOUBLES)
    other = stage.judged([declared(follows)], DOUBLES, linear)
    assert (same.statuses, same.by_script) == (["PASSED"], ("follows",))
    assert (other.statuses, other.by_script) == (["PASSED"], ())


def test_a_check_that_asks_less_or_more_is_judged_live(stage: Stage) -> None:
    def until_even(student: Student) -> None:
        while student.call("f", n=1) % 2:
            pass

    twice = "k = 0\ndef f(n):\n    global k\n    k += 1\n    return k"
    for solution, source in ((twice, DOUBLES), (DOUBLES, twice)):
        judged = stage.judged([declared(until_even)], solution, source)
        assert (judged.statuses, judged.by_script) == (["PASSED"], ())


def test_a_case_that_only_this_submission_leaves_out_is_replaced_live(stage: Stage) -> None:
    def even(student: Student, n: int) -> None:
        assume(student.call("f", n=n) != 6)

    cases = st.integers(0, 5)
    other = "def f(n):\n    return 6 if n == 4 else 2 * n"
    judged = stage.judged([declared(even, n=cases)], DOUBLES, other)
    assert (judged.statuses, judged.by_script) == (["PASSED"], ())


def test_a_check_that_catches_everything_hides_nothing(stage: Stage) -> None:
    def careless(student: Student) -> None:
        n = student.call("f", n=3)
        try:
            student.call("f", n=n)
        except BaseException:  # noqa: BLE001 - what a check must not do, and may
            return

    other = "def f(n):\n    return n"
    judged = stage.judged([declared(careless)], DOUBLES, other)
    assert (judged.statuses, judged.by_script) == (["PASSED"], ())


def test_a_refusal_has_its_own_words_and_passes_all_the_same(stage: Stage) -> None:
    def refuses(student: Student, n: int) -> None:
        with expects(ValueError):
            student.call("f", n=n)

    check = declared(refuses, "err", valid={"n": 1}, n=st.integers(-99, -1))
    source = "def f(n):\n    if n < 0:\n        raise ValueError({})\n    return n"
    judged = stage.judged([check], source.format(""), source.format("'below zero'"))
    assert (judged.statuses, judged.by_script) == (["PASSED"], ("refuses",))


STACK = """
class Stack:
    def __init__(self, full=False):
        if full:
            raise ValueError
        self.items = {start}
    def push(self, x):
        self.items.append(x)
        return {answer}
"""


def pushes(student: Student, items: list[int]) -> None:
    one, other = student.new("Stack"), student.new("Stack")
    exact([one.call("push", x) for x in items], list(range(1, len(items) + 1)))
    exact(other.call("push", 0), 1)


PUSHES = declared(pushes, of="Stack", items=st.lists(INTEGERS, max_size=4))
RIGHT = STACK.format(start="[]", answer="len(self.items)")
STACKS = {
    "right": (RIGHT, "PASSED"),
    "another type": (RIGHT.replace("len(self.items)", "float(len(self.items))"), "WRONG"),
    "numpy": ("import numpy as np\n" + RIGHT.replace("len(", "np.int8(0) + len("), "PASSED"),
    "objects share": (
        "shared = []\n" + STACK.format(start="shared", answer="len(shared)"),
        "WRONG",
    ),
    "no method": (RIGHT.replace("def push", "def put"), "UNANSWERED"),
    "cannot be made": (RIGHT.replace("full=False", "full=True"), "ERROR"),
}


@pytest.mark.parametrize(("source", "status"), STACKS.values(), ids=STACKS)
def test_objects_stay_in_the_box(stage: Stage, source: str, status: str) -> None:
    assert stage.judged([PUSHES], RIGHT, source).statuses == [status]


def test_an_object_that_could_not_be_made_is_no_other_object(stage: Stage) -> None:
    def second(student: Student) -> None:
        exact(student.new("Stack").call("push", 1), 1)
        try:
            full = student.new("Stack", full=True)
        except StudentRaised:
            return
        full.call("push", 1)

    def third(student: Student) -> None:
        exact(student.call("pushed"), 1)

    count = "pushed_ = 0\ndef pushed():\n    return pushed_\n"
    body = RIGHT.replace(
        "        self.items.append",
        "        global pushed_\n        pushed_ += 1\n        self.items.append",
    )
    solution = count + body.replace("raise ValueError", "pass").replace(
        "pushed_ += 1", "pushed_ = 1"
    )
    judged = stage.judged(
        [declared(second, of="Stack"), declared(third, of="pushed")], solution, count + body
    )
    assert judged.statuses == ["PASSED", "PASSED"]


# --- code that is hostile -------------------------------------------------------------------------

FORGED = {
    "too few": "reply(wire.Kind.RETURNED, wire.joined([right(4)]))",
    "too many": "reply(wire.Kind.RETURNED, wire.joined([right(4)] * 9))",
    "ends that go back": "reply(wire.Kind.RETURNED, with_ends(9, 3, 0, 0, 0))",
    "ends beyond": "reply(wire.Kind.RETURNED, with_ends(1, 2, 3, 4, 10**18))",
    "ends that are no numbers": "reply(wire.Kind.RETURNED, {'calls': bytes_(), 'ends': ('',) * 5})",
    "no batch": "reply(wire.Kind.RETURNED, 5)",
    "no bytes": "reply(wire.Kind.RETURNED, {'calls': b'', 'ends': np.zeros(5, np.int64)})",
    "another kind": "reply(wire.Kind.READY, None)",
    "the end of a cell": "reply(wire.Kind.DONE, None)",
    "nothing in them": "reply(wire.Kind.RETURNED, wire.joined([b''] * 5))",
    "frames of a start": "reply(wire.Kind.RETURNED, wire.joined([frame('READY', None)] * 5))",
    "cells that are done": "reply(wire.Kind.RETURNED, wire.joined([frame('DONE', None)] * 5))",
    "numbers beyond": "reply(wire.Kind.RETURNED, wire.joined([right(10**9)] * 5))",
    "bytes after a frame": "reply(wire.Kind.RETURNED, wire.joined([right(4) + b'x'] * 5))",
    "an exception of another kind": "reply(wire.Kind.RETURNED, "
    "wire.joined([frame('READY', described())] * 5))",
    "raised": "reply(wire.Kind.RAISED, described())",
}
FORGER = """
import numpy as np
def frame(kind, payload):
    return b"".join(wire.pack(wire.Kind[kind], 0, payload, keep_layout=False))
def right(value):
    return frame("RETURNED", {{"value": value, "buffers": {{}}}})
def bytes_():
    return np.zeros(9, np.uint8)
def with_ends(*ends):
    return {{"calls": bytes_(), "ends": np.array(ends)}}
def described():
    return dict(type_name="E", builtin_bases=("Exception",), message="", lines=(),
                requested_bytes=0, too_large=False)
def f(n):
    if serving().kind is wire.Kind.BATCH:
        {forged}
    return 0
"""


@pytest.mark.parametrize("forged", FORGED.values(), ids=FORGED)
def test_a_forged_batch_never_passes(stage: Stage, forged: str) -> None:
    """Live it answers 0, which is WRONG: whatever it makes of a batch comes to that."""
    judged = stage.judged([DOUBLED], DOUBLES, HIJACK, FORGER.format(forged=forged))
    assert judged.statuses == ["WRONG"]
    assert judged.by_script == ()


def test_later_calls_are_not_there_to_be_found(stage: Stage) -> None:
    """No argument of a later call is an object yet; their bytes are, as SECURITY says of calls."""
    seeker = """
import gc, numpy as np
def f(x):
    found = [o for o in gc.get_objects() if isinstance(o, dict) and "buffers" in o and "name" in o]
    found += [o for o in gc.get_objects() if isinstance(o, np.ndarray) and o.size == 5]
    return len({id(o["kwargs"]["x"]) for o in found if isinstance(o, dict)} - {id(x)})
"""

    def alone(student: Student, x: Any) -> None:
        exact(student.call("f", x=x), 0)

    drawn = INTEGERS.map(lambda n: np.full(5, float(n)))
    judged = stage.judged([declared(alone, x=drawn)], "def f(x):\n    return 0", seeker)
    assert (judged.statuses, judged.by_script) == (["PASSED"], ("alone",))


def test_accidents_of_a_notebook_change_nothing(stage: Stage) -> None:
    cells = ("print('x' * 3000)", "def f(", DOUBLES, "import os\nos._exit(1)", "del f\n1 / 0")
    judged = stage.judged([DOUBLED], DOUBLES, *cells)
    assert judged.statuses == ["UNANSWERED"]
    assert stage.judged([DOUBLED], DOUBLES, *cells[:4]).by_script == ("test_doubled",)
