"""Played or live, a submission comes to the same: `Judged.statuses` compares every byte."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import assume
from hypothesis import strategies as st

from grader.box import Rung, Zygote, best_rung, wire
from grader.checks import access
from grader.checks.arrays import poisoned
from grader.checks.compare import close, exact, holds
from grader.checks.playing import CREDIT
from grader.checks.student import Student, expects
from grader.checks.verdicts import StudentRaised
from tests.attacks.hijack import HIJACK
from tests.checks.stage import Stage, declared

DOUBLES = "def f(n):\n    return 2 * n"
INTEGERS = st.integers(0, 1000)


@pytest.fixture(scope="module")
def stage() -> Iterator[Stage]:
    if best_rung() is Rung.D:
        pytest.skip("no walls can be raised on this machine")
    with Zygote(best_rung()) as zygote:
        yield Stage(zygote)


def test_doubled(student: Student, n: int) -> None:
    close(student.call("f", n=n), 2.0 * n, rel=1e-6)


test_doubled.__test__ = False  # type: ignore[attr-defined]
DOUBLED = declared(test_doubled, n=INTEGERS)


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


# --- code that remembers --------------------------------------------------------------------------


def first(student: Student, n: int) -> None:
    exact(student.call("f", n=n), 2 * n)


def middle(student: Student) -> None:
    exact(student.call("g", n=3), 6)


def sets(student: Student) -> None:
    student.set("K", 2)
    exact(student.call("f", n=5), 10)


def last(student: Student, n: int) -> None:
    exact(student.call("f", n=n), 2 * n)


THREE = [
    declared(first, n=INTEGERS),
    declared(middle, of="g"),
    declared(sets),
    declared(last, n=INTEGERS),
]
BOTH = f"K = 2\n{DOUBLES}\ndef g(n):\n    return f(n)"
COUNTING = """
K, calls = 2, 0
def f(n):
    global calls
    calls += 1
    return 2 * n if {right} else 0
def g(n):
    return {g}
"""


@pytest.mark.parametrize("allowed", [0, 3, 5, 6, 7, 8, 12, 20])
@pytest.mark.parametrize("g", ["f(n)", "1", "f(n) * 0 + 6", "f(n) and [][0]"])
def test_a_function_that_is_right_only_the_first_times(stage: Stage, allowed: int, g: str) -> None:
    source = COUNTING.format(right=f"calls <= {allowed}", g=g)
    for checks in (THREE, THREE[:2] + THREE[3:]):
        assert len(stage.judged(checks, BOTH, source).statuses) == len(checks)


def test_what_a_live_check_asked_is_remembered(stage: Stage) -> None:
    """A wrong `g` is shrunk, by calls that no script holds; the script of it has two calls."""
    source = COUNTING.format(right="calls <= 12", g="f(n) and 1")

    def wrong(student: Student, n: int) -> None:
        exact(student.call("g", n=n), 2 * n)

    checks = [THREE[0], declared(wrong, of="g", n=INTEGERS, examples=2), THREE[3]]
    assert stage.judged(checks, BOTH, source).statuses == ["PASSED", "WRONG", "WRONG"]


LEAVES = """
K, left = 2, 0
def f(n):
    global left
    left += 1
    return 2 * n
def g(n):
    return {right}
"""


@pytest.mark.parametrize(
    ("right", "status"), [("2 * n * (K == 2 or left)", "PASSED"), ("left and [][0]", "ERROR")]
)
def test_a_constant_has_a_box_of_its_own(stage: Stage, right: str, status: str) -> None:
    """What was done where K is 3 is remembered there, by other checks too, and nowhere else."""

    def sets(student: Student) -> None:
        student.set("K", 3)
        exact(student.call("f", n=5), 10)

    def remembers(student: Student) -> None:
        student.set("K", 3)
        exact(student.call("g", n=5), 10)

    def plain(student: Student) -> None:
        exact(student.call("g", n=4), 8)

    checks = [declared(sets), declared(remembers, of="g"), declared(plain, of="g")]
    solution = "K = 2\ndef f(n):\n    return 2 * n\n" + "def g(n):\n    return 2 * n"
    judged = stage.judged(checks, solution, LEAVES.format(right=right))
    assert judged.statuses == ["PASSED", status, "PASSED" if status == "PASSED" else "WRONG"]
    assert judged.by_script == ("sets", "remembers", "plain")[: 3 if status == "PASSED" else 1]


def test_a_constant_lasts_from_case_to_case(stage: Stage) -> None:
    """A case that sets none finds what the one before has set; a script knows where it begins."""

    def sometimes(student: Student, n: int) -> None:
        if n % 2:
            student.set("K", n)
        exact(student.call("f", n=n) < 0, False)

    check = declared(sometimes, n=st.sampled_from([1, 2, 3, 4]), examples=12)
    for source in ("K = 0\ndef f(n):\n    return K", "K = 0\ndef f(n):\n    return K + 0.5"):
        judged = stage.judged([check], "K = 0\ndef f(n):\n    return K", source)
        assert (judged.statuses, judged.by_script) == (["PASSED"], ("sometimes",))


def test_too_many_constants_are_set_live(stage: Stage) -> None:
    def each(first: int, last: int) -> Any:
        def many(student: Student) -> None:
            for value in range(first, last):
                student.set("K", value)
                exact(student.call("f"), value)

        many.__name__ = f"from_{first}_to_{last}"
        return declared(many)

    source = "K, calls = 0, 0\ndef f():\n    global calls\n    calls += 1\n    return K{}"
    checks = [each(1, 4), each(3, 7), each(1, 3), each(1, 7)]
    for more, by_script in {"": 1, " * (calls < 2)": 1, " * (calls < 1)": 0}.items():
        judged = stage.judged(checks, source.format(""), source.format(more))
        assert judged.by_script == ("from_1_to_4",) * by_script
        assert judged.statuses[0] == ("PASSED" if by_script else "WRONG")


# --- records --------------------------------------------------------------------------------------

SUMS = "def total(x, y):\n    s = 0.0\n    for i in range(len(x)):\n        s += x[i]\n    y[0] = s"
RECORDS = {
    "the same accesses": (SUMS, "PASSED", True),
    "other accesses": (
        SUMS.replace("range(len(x))", "reversed(range(len(x)))"),
        "PASSED",
        True,
    ),
    "an input is written": (SUMS.replace("s += x[i]", "x[i] = 0.0"), "FORBIDDEN", False),
    "it goes around": (SUMS.replace("s += x[i]", "s += bytes(x)[0]"), "WRONG", False),
    "too many": (SUMS.replace("s += x[i]", "s += x[i] + x[i] - x[i]"), "WRONG", False),
    "it is right only the first time": (
        f"k = 0\n{SUMS}\n    global k\n    k += 1\n    y[0] += k > 1",
        "PASSED",
        True,
    ),
}


def once(student: Student) -> None:
    x, y = np.arange(6.0), np.full(1, 7.0)
    log = student.trace("total", x=x, y=y, out=("y",))
    access.each(log, "x", reads=1)
    exact(log.after["y"], np.array([15.0]))


def small(student: Student) -> None:
    holds(
        student.peak_bytes("total", x=np.ones(9), y=np.zeros(1)) < 4096,
        zh="少用内存",
        en="little memory",
    )


@pytest.mark.parametrize(("source", "status", "played"), RECORDS.values(), ids=RECORDS)
def test_records_are_played(stage: Stage, source: str, status: str, *, played: bool) -> None:
    def again(student: Student) -> None:
        once(student)

    checks = [declared(f, of="total") for f in (once, small, again)]
    rules = ("TRACE", "MEM", "POISON")
    judged = stage.judged(checks, SUMS, source, rules=rules)
    assert judged.statuses[0] == status
    assert ("once" in judged.by_script) is played
    assert judged.statuses[2] == ("WRONG" if "global k" in source else status)


def test_a_wrong_record_ends_the_scripts_of_trace_boxes_alone(stage: Stage) -> None:
    def plain(student: Student, n: int) -> None:
        x, y = np.full(2, float(n)), np.zeros(1)
        exact(student.call("total", x=x, y=y, out=("y",))[1], np.array([2.0 * n]))

    checks = [
        declared(once, of="total"),
        declared(plain, of="total", n=INTEGERS),
        declared(small, of="total"),
    ]
    twice = SUMS.replace("s += x[i]", "s += x[i] + 0 * x[i]")
    judged = stage.judged(checks, SUMS, twice, rules=("TRACE", "MEM"))
    assert (judged.statuses, judged.by_script) == (["WRONG", "PASSED", "PASSED"], ("plain",))


FORGES = """
import sys
def forged(*_, **__):
    return {"codes": np.zeros(3, np.uint64), "values": np.zeros(3), "after": (), "library": ""}
import numpy as np
sys.modules["_box.inside.serve"]._tracing = lambda: type("T", (), {"trace": forged})
"""


def test_a_forged_record_is_judged_live_and_fails(stage: Stage) -> None:
    judged = stage.judged([declared(once, of="total")], SUMS, SUMS, FORGES, rules=("TRACE",))
    assert (judged.statuses, judged.by_script) == (["FORBIDDEN"], ())


def test_the_answers_of_the_solution_are_nowhere_to_be_copied(stage: Stage) -> None:
    """A record of an earlier call, sent again for another input, does not hold together."""
    source = f"{SUMS}\nfirst = []\nimport sys\nserve = sys.modules['_box.inside.serve']\n"
    source += "tracing = serve._tracing()\ndef replayed(*a, **k):\n"
    source += "    first[:] = first or [tracing.trace(*a, **k)]\n    return first[0]\n"
    source += "serve._tracing = lambda: type('T', (), {'trace': replayed})"

    def other(student: Student) -> None:
        x, y = np.arange(6.0) + 1, np.full(1, 7.0)
        log = student.trace("total", x=x, y=y, out=("y",))
        exact(log.after["y"], np.array([21.0]))

    checks = [declared(once, of="total"), declared(other, of="total")]
    judged = stage.judged(checks, SUMS, source, rules=("TRACE",))
    assert judged.statuses == ["PASSED", "FORBIDDEN"]
    assert judged.by_script == ("once",)


def test_so_does_a_death(stage: Stage) -> None:
    source = "left = 0\ndef f(n):\n    global left\n    left = 1\n    return 2 * n\n"
    source += "def g(n):\n    import os\n    os._exit(1)\ndef h():\n    return left"

    def remembers(student: Student) -> None:
        exact(student.call("h"), 1)

    solution = f"{BOTH}\ndef h():\n    return 1"
    checks = [THREE[0], THREE[1], declared(remembers, of="h")]
    assert stage.judged(checks, solution, source).statuses == ["PASSED", "CRASHED", "WRONG"]


def test_a_table_of_earlier_answers_is_filled_in_the_same_order(stage: Stage) -> None:
    source = "known = {}\ndef f(n):\n    return known.setdefault(n % 7, 2 * n)"
    small = declared(first, n=st.integers(0, 6))
    wide = declared(last, n=INTEGERS)
    assert stage.judged([small, wide], DOUBLES, source).statuses == ["PASSED", "WRONG"]
    assert stage.judged([wide, small], DOUBLES, source).statuses[0] == "WRONG"


def test_a_function_that_answers_in_another_way_each_time(stage: Stage) -> None:
    alternates = "k = 0\ndef f(n):\n    global k\n    k += 1\n    return 2 * n + k % 2"
    assert stage.judged([DOUBLED, DOUBLED], DOUBLES, alternates).statuses == ["WRONG", "WRONG"]


def test_who_fails_everything_is_soon_judged_live(stage: Stage) -> None:
    checks = []
    for k in range(2 * CREDIT + 2):

        def doubled(student: Student, n: int) -> None:
            exact(student.call("f", n=n), 2 * n)

        doubled.__name__ = f"check_{k}"
        checks.append(declared(doubled, n=INTEGERS, examples=2))
    judged = stage.judged(checks, DOUBLES, "def f(n):\n    return 1")
    assert set(judged.statuses) == {"WRONG"}


def test_boxes_gone_back_for_are_not_counted_twice(stage: Stage) -> None:
    """0.2 s in five checks, and 3 s to repeat them five times: more than the budget of 3.9 s."""
    slow = "import time\ndef f(n):\n    end = time.process_time() + 0.2\n"
    slow += "    while time.process_time() < end: pass\n    return 2 * n"

    def named(k: int) -> Any:
        def check(student: Student) -> None:
            exact(student.call("g" if k % 2 else "f", n=1), 2)

        check.__name__ = f"check_{k}"
        return declared(check)

    checks = [named(k) for k in range(10)]
    submitted = f"{slow}\ndef g(n):\n    return 1"
    judged = stage.judged(checks, f"{DOUBLES}\ndef g(n):\n    return 2", submitted, unit_cpu_s=3.9)
    assert judged.statuses == ["PASSED", "WRONG"] * 5
    assert "check_0" in judged.by_script  # how many more depends on how busy the machine is


def test_what_live_checks_ask_is_not_kept_for_other_submissions(stage: Stage) -> None:
    def many(student: Student) -> None:
        for k in range(20):
            student.call("f", n=k)
        exact(student.call("g", n=1), 2)

    checks = [DOUBLED, declared(many), declared(last, n=INTEGERS)]
    solution = f"{DOUBLES}\ndef g(n):\n    return 2"
    stage.judged(checks, solution, solution)
    kept = wire.kept_batches.cache_info().currsize
    for k in range(3):
        wrong = f"def f(n):\n    return 2 * n + (n == {k})\ndef g(n):\n    return {k + 3}"
        assert "WRONG" in stage.judged(checks, solution, wrong).statuses
    assert wire.kept_batches.cache_info().currsize == kept


def test_a_handle_that_a_check_kept_may_be_no_object(stage: Stage) -> None:
    """The limit of the promise for authors: an error of the check's calls, and no crash of ours."""
    kept: list[Any] = []

    def makes(student: Student) -> None:
        kept[:] = [student.new("Stack")]
        exact(kept[0].call("push", 1), 2)

    def uses(student: Student) -> None:
        exact(kept[0].call("push", 1), 1)

    source = f"{DOUBLES}\nclass Stack:\n    def push(self, x):\n        return x"
    checks = [declared(makes, of="Stack"), DOUBLED, declared(uses, of="Stack")]
    judged = stage.judged(checks, source, source)
    assert judged.by_script == ("test_doubled",)
    assert [r.status.value for r in judged.live] == ["WRONG", "PASSED", "PASSED"]
    assert [r.status.value for r in judged.played] == ["WRONG", "PASSED", "ERROR"]


SAYS_TOO_MUCH = f"""{HIJACK}
def f(n):
    if serving().kind is wire.Kind.CALL:
        reply(wire.Kind.RETURNED, {{"value": 0, "buffers": {{}}}})
    return 2 * n
"""


def test_what_spoiled_a_box_before_is_not_healed_by_a_script(stage: Stage) -> None:
    """Live, the second check meets what was left of the first: a fresh box would hide it."""

    def asks(student: Student) -> None:
        exact(student.call("f", n=1), 3)

    checks = [declared(asks, of="f"), DOUBLED, DOUBLED]
    judged = stage.judged(checks, "def f(n):\n    return 3 if n == 1 else 2 * n", SAYS_TOO_MUCH)
    assert judged.statuses[:2] == ["WRONG", "FORBIDDEN"]


def test_a_submission_of_which_one_check_fails_takes_two_boxes(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[object] = []
    inner = Zygote.open_box
    monkeypatch.setattr(
        Zygote, "open_box", lambda self, limits: opened.append(limits) or inner(self, limits)
    )
    checks = [declared(first, n=INTEGERS), declared(last, n=INTEGERS), DOUBLED]
    scripts = stage.scripts(tuple(checks), DOUBLES)
    assert set(scripts) == {"first", "last", "test_doubled"}
    opened.clear()
    judged = stage.judged(checks, DOUBLES, "def f(n):\n    return 2 * n + (n == 1)")
    assert "WRONG" in judged.statuses
    rehearsed_and_live, failed = 2, judged.statuses.count("WRONG")
    assert len(opened) == rehearsed_and_live + 1 + failed


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
