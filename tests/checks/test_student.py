"""The proxy: what is sent, what comes back, and how a call ends that returns no value."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from grader.box import BoxDied, Missing, Raised, Returned
from grader.box.limits import Over
from grader.checks.arrays import poisoned
from grader.checks.student import Answers, Student, expects
from grader.checks.verdicts import CheckFailed, Stop, StudentRaised
from grader.errors import BoxError
from grader.messages import say
from grader.outcome import CallShown, Status
from tests.checks.fake_box import FakeBox, death

MEMORY = Over(Status.MEMORY_LIMIT, say("box.memory", megabytes=1))


def student(*rules: str, answers: Answers | None = None, **submission: Any) -> Student:
    return Student(FakeBox(submission), answers, rules)


def raised(name: str, *bases: str, message: str = "no", **fields: Any) -> Raised:
    return Raised(name, (*bases, "Exception"), message, **fields)


def stopped(call: Callable[[], object]) -> Stop:
    with pytest.raises(Stop) as caught:
        call()
    return caught.value


# --- values and evidence --------------------------------------------------------------------------


def test_arguments_go_out_and_a_value_comes_back() -> None:
    double = student(f=lambda x, *, n: [x] * n)
    assert double.call("f", "a", n=3) == ["a", "a", "a"]
    assert double.made_calls == 1


def test_a_function_may_have_a_parameter_called_name() -> None:
    assert student(f=lambda name: name).call("f", name="x") == "x"


def test_the_last_calls_of_a_case_are_the_evidence() -> None:
    adding = student(f=lambda x: x + 1)
    for x in range(5):
        adding.call("f", x=x)
    assert adding.evidence() == tuple(CallShown(f"f(x={x})", str(x + 1)) for x in (2, 3, 4))
    adding.begin_case()
    assert adding.evidence() == ()
    assert adding.made_calls == 5


def test_an_exception_is_evidence_too() -> None:
    broken = student(f=raised("Bad\x1b[31m" * 30, "ValueError"))
    with pytest.raises(StudentRaised):
        broken.call("f")
    (shown,) = broken.evidence()
    assert shown.came.startswith(r"raise Bad\u001b")
    assert len(shown.came) <= 90


def test_a_class_is_made_and_asked_through_a_handle() -> None:
    class Cache:
        def __init__(self, lines: int) -> None:
            self.lines = lines

        def reads(self, address: int) -> bool:
            return address < self.lines

    proxy = student(Cache=Cache)
    handle = proxy.new("Cache", lines=4)
    assert handle.call("reads", address=3) is True
    assert handle.call("reads", address=4) is False
    assert [shown.call for shown in proxy.evidence()] == [
        "Cache(lines=4)",
        "Cache.reads(address=3)",
        "Cache.reads(address=4)",
    ]
    assert proxy.evidence()[0].came == "<Cache>"
    assert stopped(lambda: handle.call("writes")).status is Status.UNANSWERED


# --- no value -------------------------------------------------------------------------------------


def test_a_missing_function_is_unanswered() -> None:
    stop = stopped(lambda: student().call("f"))
    assert (stop.status, stop.failure.why) == (
        Status.UNANSWERED,
        say("student.missing", name="f"),
    )
    assert stopped(lambda: student(f=Missing("f")).call("f")).status is Status.UNANSWERED


def test_a_stub_is_unanswered_and_not_even_called() -> None:
    proxy = student(f=lambda: 1, answers=Answers(unanswered=frozenset({"f"})))
    assert stopped(lambda: proxy.call("f")).failure.why == say("student.stub", name="f")
    assert proxy.made_calls == 0
    assert stopped(lambda: proxy.new("f")).status is Status.UNANSWERED


def test_not_implemented_is_unanswered() -> None:
    stop = stopped(lambda: student(f=raised("Todo", "NotImplementedError")).call("f"))
    assert (stop.status, stop.failure.why.id) == (Status.UNANSWERED, "student.stub")


def test_a_function_of_a_broken_cell_is_an_error_that_names_the_cell() -> None:
    why = say("student.raised", type="NameError", message="np")
    stop = stopped(lambda: student(answers=Answers(broken={"f": (3, why)})).call("f"))
    assert stop.status is Status.ERROR
    assert "cell 3" in stop.failure.why.text("en")
    assert "NameError" in stop.failure.why.text("zh")


def test_an_exception_carries_its_bases_message_and_lines() -> None:
    error = raised("Bad", "KeyError", "LookupError", message="'k'", lines=("cell 1, line 2",))
    with pytest.raises(StudentRaised) as caught:
        student(f=error).call("f")
    assert caught.value.bases == ("KeyError", "LookupError", "Exception")
    assert caught.value.failure.why.args == {"type": "Bad", "message": "'k'"}
    assert caught.value.failure.traceback == ("cell 1, line 2",)


def test_text_of_an_exception_is_bounded_and_printable() -> None:
    lines = ("\x1b]0;title\x07" * 100,)
    error = raised("T\n" * 300, message="m\x00" * 5000, lines=lines)
    with pytest.raises(StudentRaised) as caught:
        student(f=error).call("f")
    failure = caught.value.failure
    for text in (*failure.why.args.values(), *failure.traceback, caught.value.type_name):
        assert len(str(text)) <= 300
        assert str(text).isprintable()


def test_an_unsendable_value_has_its_own_sentence() -> None:
    with pytest.raises(StudentRaised) as caught:
        student(f=raised("UnsupportedReturnType", message="a range")).call("f")
    assert caught.value.failure.why.id == "student.unsupported"


@pytest.mark.parametrize("evidence", [True, False])
def test_a_memory_error_needs_evidence(evidence: bool) -> None:
    error = raised("MemoryError", "MemoryError", over=MEMORY if evidence else None)
    if evidence:
        stop = stopped(lambda: student(f=error).call("f"))
        assert (stop.status, stop.failure.why) == (
            Status.MEMORY_LIMIT,
            say("student.over", why=MEMORY.why, message="no"),
        )
    else:
        with pytest.raises(StudentRaised):
            student(f=error).call("f")


@pytest.mark.parametrize(
    "status",
    [
        Status.TIME_LIMIT,
        Status.MEMORY_LIMIT,
        Status.OUTPUT_LIMIT,
        Status.CRASHED,
        Status.FORBIDDEN,
    ],
)
@pytest.mark.parametrize("starved", [True, False])
def test_a_death_stops_the_check_and_a_fresh_box_follows(status: Status, starved: bool) -> None:
    box = FakeBox({"f": death(status, starved=starved)})
    stop = stopped(lambda: Student(box).call("f"))
    assert (stop.status, stop.starved, stop.failure.why.id) == (status, starved, "box.waited")
    assert box.recovered == 1


def test_a_failure_of_our_box_is_not_judged() -> None:
    error = BoxError(say("box.setup_failed", detail="no namespaces"))
    stop = stopped(lambda: student(f=error).call("f"))
    assert (stop.status, stop.failure.why.id) == (Status.NOT_JUDGED, "check.unplayed")
    assert "no namespaces" in stop.detail


# --- arrays ---------------------------------------------------------------------------------------

A = np.arange(6, dtype=np.float32).reshape(2, 3)


def fill(A: np.ndarray, C: np.ndarray) -> str:
    C[...] = A + 1
    return "done"


def test_the_final_contents_of_an_output_come_with_the_value() -> None:
    for layout in ("C", "F", "strided"):
        C = poisoned((2, 3), layout=layout)  # type: ignore[arg-type]
        value, after = student(f=fill).call("f", A=A, C=C, out=("C",))
        assert value == "done"
        np.testing.assert_array_equal(after, A + 1)
        assert np.isnan(C).all()  # ours is as it was


def test_several_outputs_come_in_the_order_asked_for() -> None:
    def both(C: np.ndarray, D: np.ndarray) -> None:
        C[...], D[...] = 1, 2

    C, D = poisoned((2,)), poisoned((3,))
    value, d, c = student(f=both).call("f", C=C, D=D, out=("D", "C"))
    assert value is None
    assert (c.tolist(), d.tolist()) == ([1, 1], [2, 2, 2])


@pytest.mark.parametrize("where", ["before", "after", "between"])
def test_memory_outside_an_output_is_forbidden(where: str) -> None:
    def overrun(C: np.ndarray) -> None:
        C[...] = 0
        block = C.base
        assert isinstance(block, np.ndarray)
        position = {"before": 0, "after": -1, "between": block.size // 2 + 4}[where]
        block[position] ^= 0xFF

    layout: Any = "strided" if where == "between" else "C"
    with pytest.raises(CheckFailed) as caught:
        student(f=overrun).call("f", C=poisoned((1, 4), layout=layout), out=("C",))
    assert caught.value.status is Status.FORBIDDEN
    assert caught.value.failure.why == say("student.outside", name="C")


def spoil(A: np.ndarray, **_: Any) -> int:
    A.flags.writeable = True
    A[1, 2] = 7
    return 1


def test_a_frozen_input_arrives_read_only() -> None:
    assert student("FROZEN", f=lambda A: A.flags.writeable).call("f", A=A) is False
    assert student("FROZEN", f=lambda A: A.flags.writeable).call("f", A) is False
    assert student(f=lambda A: A.flags.writeable).call("f", A=A) is True


def test_a_frozen_input_without_elements_may_become_the_result() -> None:
    def tiled(bias: np.ndarray) -> int:
        y = np.tile(bias, (0, 1))  # a view of the bias, if that has no elements
        y += 1
        return y.size

    for n in (0, 3):
        assert student("FROZEN", f=tiled).call("f", bias=np.zeros(n)) == 0


@pytest.mark.parametrize("args", [{"A": A}, {"A": A.T[1:].T}, {"A": A.astype(">f4")}])
def test_a_changed_input_is_forbidden(args: dict[str, np.ndarray]) -> None:
    def through_its_memory(A: np.ndarray) -> int:
        block = A.base
        assert isinstance(block, np.ndarray)
        block[-1] ^= 0xFF
        return 1

    with pytest.raises(CheckFailed) as caught:
        student("FROZEN", f=through_its_memory).call("f", **args)
    assert caught.value.status is Status.FORBIDDEN
    assert caught.value.failure.why == say("student.changed_input", name="A")


def test_a_changed_input_is_forbidden_by_position_too() -> None:
    with pytest.raises(CheckFailed) as caught:
        student("FROZEN", f=spoil).call("f", A.copy())
    assert caught.value.failure.why == say("student.changed_input", name="0")


def test_an_untouched_input_is_fine_whatever_its_bytes() -> None:
    reading = student("FROZEN", f=lambda *a, **k: 1)
    payload = np.array([0x7FC00123, 0x7FA00001], np.uint32).view(np.float32)
    for array in (
        payload,
        A.astype(">f4"),
        A[::2, ::2],
        A[:, ::-1],
        np.broadcast_to(A[0], (4, 3)),
        np.empty((0, 3), np.float32),
        np.array(1.5),
        np.array([True, False]),
    ):
        assert reading.call("f", A=array) == 1
        assert reading.call("f", array) == 1


def test_only_the_rule_freezes_and_never_an_output() -> None:
    assert student(f=spoil).call("f", A=A.copy()) == 1
    both = student("FROZEN", f=fill)
    assert both.call("f", A=A, C=poisoned((2, 3)), out=("C",))[0] == "done"


def test_an_unpoisoned_output_is_the_authors_mistake() -> None:
    strict = student("POISON", f=fill)
    assert strict.call("f", A=A, C=poisoned((2, 3)), out=("C",))[0] == "done"
    assert strict.call("f", A=A, C=poisoned((2, 3), fill=7.0), out=("C",))[0] == "done"
    with pytest.raises(TypeError, match="POISON: C"):
        strict.call("f", A=A, C=A.copy(), out=("C",))
    assert student(f=fill).call("f", A=A, C=A.copy(), out=("C",))[0] == "done"


# --- constants ------------------------------------------------------------------------------------


def test_a_constant_lasts_until_the_end_of_the_check() -> None:
    box = FakeBox({})
    proxy = Student(box)
    proxy.begin_check()
    assert box.recovered == 0
    proxy.set("TILE", 8)
    assert box.constants == {"TILE": 8}
    assert proxy.made_calls == 0
    proxy.begin_check()
    assert box.constants == {}
    recovered = box.recovered
    proxy.begin_check()
    assert box.recovered == recovered  # nothing was set since


# --- expects --------------------------------------------------------------------------------------


def refused(error: type[Exception], reply: Any) -> CheckFailed | None:
    """Return what `expects(error)` says to a call that ends with `reply`."""
    proxy = student(f=reply)
    try:
        with expects(error):
            proxy.call("f")
    except CheckFailed as failed:
        return failed
    return None


@pytest.mark.parametrize(
    "reply",
    [
        raised("ValueError", "ValueError"),
        raised("TooSmall", "ValueError"),
        raised("UnicodeError", "UnicodeError", "ValueError"),
        raised("Both", "KeyError", "ValueError"),
    ],
    ids=lambda r: r.type_name,
)
def test_a_refusal_is_the_exception_or_a_subclass(reply: Raised) -> None:
    assert refused(ValueError, reply) is None


@pytest.mark.parametrize(
    "reply",
    [
        raised("AssertionError", "AssertionError"),
        raised("ZeroDivisionError", "ZeroDivisionError", "ArithmeticError"),
        raised("TypeError", "TypeError"),
        raised("Exception"),
        raised("ValueError"),  # a class of their own by that name, of no builtin kind
        raised("MemoryError", "MemoryError"),
    ],
    ids=lambda r: r.type_name + r.builtin_bases[0],
)
def test_another_exception_is_no_refusal(reply: Raised) -> None:
    failed = refused(ValueError, reply)
    assert failed is not None
    assert failed.status is Status.WRONG
    assert failed.failure.why == say("refuse.raised", wanted="ValueError", got=reply.type_name)


@pytest.mark.parametrize("value", [None, 0, -1, math.nan, "ValueError", False, ()], ids=repr)
def test_a_value_is_no_refusal_whatever_it_is(value: Any) -> None:
    failed = refused(ValueError, Returned(value))
    assert failed is not None
    assert failed.failure.why == say("refuse.returned", wanted="ValueError")


def test_a_refusal_does_not_hide_a_death_or_a_stub() -> None:
    for reply, status in (
        (death(Status.TIME_LIMIT), Status.TIME_LIMIT),
        (raised("NotImplementedError", "NotImplementedError"), Status.UNANSWERED),
        (Missing("f"), Status.UNANSWERED),
        (raised("MemoryError", "MemoryError", over=MEMORY), Status.MEMORY_LIMIT),
    ):
        assert stopped(lambda reply=reply: refused(ValueError, reply)).status is status


def test_a_refusal_does_not_hide_the_authors_own_error() -> None:
    with pytest.raises(ValueError, match="mine"), expects(ValueError):
        raise ValueError("mine")


def test_a_refusal_does_not_hide_a_broken_rule() -> None:
    proxy = student("FROZEN", f=spoil)
    with pytest.raises(CheckFailed) as caught, expects(ValueError):
        proxy.call("f", A=A.copy())
    assert caught.value.status is Status.FORBIDDEN


def test_a_death_is_an_exception_of_the_box_only() -> None:
    assert issubclass(BoxDied, Exception)
    assert not issubclass(Stop, Exception)
