"""A box tells how long numba compiles in it: a hint for whoever runs into a limit, and no more."""

from __future__ import annotations

from typing import Any

import pytest

from grader.box import BoxDied, wire
from grader.box.limits import mostly, time_sentence
from grader.outcome import Status
from tests.box.test_batch import call

INSIDE_OF_A_LOOP = """
import numba
def f():
    while True:
        @numba.njit
        def g(x):
            return x + 1
        g(1)
"""
COMPILED_THEN_ENDLESS = """
import numba
@numba.njit
def g(n):
    while n >= 0:
        n = (n + 1) % 7
    return n
g.compile("(int64,)")
def f():
    return g(1)
"""
LARGE = """
import numba
def made(i):
    @numba.njit
    def g(x, y):
        for k in range(len(x)):
            for j in range(len(y)):
                x[k] += y[j] * i
    return g
def f(n):
    import numpy as np
    for i in range(n):
        made(i)(np.ones(3), np.ones(3))
    return n
"""
PRETENDER = """
import ctypes
def f():
    ctypes.CDLL(None).prctl(15, b"{name}", 0, 0, 0)
    while True:
        pass
"""
RENAMED = """
import ctypes
def f():
    ctypes.CDLL(None).prctl(15, b"{name}", 0, 0, 0)
"""
SPINNING = "def f():\n    while True:\n        pass"


def death(ask: Any) -> tuple[Status, str]:
    with pytest.raises(BoxDied) as caught:
        ask()
    return caught.value.status, caught.value.why.id


def test_a_call_that_compiles_again_and_again_is_told_so(open_any: Any) -> None:
    box = open_any(INSIDE_OF_A_LOOP, cpu_s=0.6)
    assert death(lambda: box.call("f", (), {})) == (Status.TIME_LIMIT, "box.time_compiling")
    assert 0.3 <= box.compiled_s() <= box.cpu_s


@pytest.mark.parametrize("source", [SPINNING, COMPILED_THEN_ENDLESS])
def test_an_endless_loop_is_not_blamed_on_compiling(open_box: Any, source: str) -> None:
    box = open_box(source, cpu_s=0.3)
    assert death(lambda: box.call("f", (), {})) == (Status.TIME_LIMIT, "box.time")


def test_what_was_compiled_before_the_call_does_not_count(open_box: Any) -> None:
    box = open_box(LARGE + "\nf(3)\n" + SPINNING.replace("def f", "def g"), cpu_s=0.2)
    assert box.compiled_s() > 0.2
    assert death(lambda: box.call("g", (), {})) == (Status.TIME_LIMIT, "box.time")


def test_nothing_is_counted_before_the_first_compilation(open_any: Any) -> None:
    # The zygote has compiled as well; that is not the box's.
    box = open_any("def f():\n    return sum(range(10**6))")
    assert box.call("f", (), {}).value == 499999500000
    assert box.compiled_s() == 0.0


def test_a_batch_may_take_longer_to_compile_than_to_run(open_box: Any) -> None:
    box = open_box(LARGE, cpu_s=60.0)
    # About twice the half second that is given, nearly all of it compiling.
    (came,) = box.batch(wire.batch([call("f", 8)]), 0.5)
    assert wire.loads(came).value["value"] == 8
    assert box.compiled_s() > 0.5


def test_a_batch_that_compiles_keeps_the_limit_of_a_call(open_box: Any) -> None:
    box = open_box(INSIDE_OF_A_LOOP, cpu_s=1.5)
    said = death(lambda: box.batch(wire.batch([call("f")]), 0.2))
    assert said == (Status.TIME_LIMIT, "box.time_compiling")


@pytest.mark.parametrize("name", ["jit=99999.999", "jit>0.000", "jit=-1.000", "jit=1e9", "jit"])
def test_whoever_pretends_to_compile_runs_into_the_same_limit(open_box: Any, name: str) -> None:
    box = open_box(PRETENDER.format(name=name), cpu_s=0.3)
    assert death(lambda: box.call("f", (), {}))[0] is Status.TIME_LIMIT
    assert 0.0 <= box.compiled_s() <= box.cpu_s


def test_a_claim_is_kept_within_the_time_of_the_box(open_box: Any) -> None:
    box = open_box(RENAMED.format(name="jit=99999.999"))
    box.call("f", (), {})
    assert 0.0 < box.compiled_s() <= box.cpu_s


def test_compiling_is_named_from_half_of_the_time_on() -> None:
    assert mostly(1.0, 2.0)
    assert not mostly(0.9, 2.0)
    assert not mostly(0.0, 0.0)
    for language in ("zh", "en"):
        assert "@njit" in time_sentence(10.0, compiling=True).text(language)
        assert "@njit" not in time_sentence(10.0).text(language)
