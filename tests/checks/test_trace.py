"""Recorded calls through the proxy: what a check gets, and how a call ends without a record."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import pytest

from grader import access, poisoned
from grader.box import Limits, Rung, Zygote
from grader.checks.backends import BoxBackend
from grader.checks.student import Student
from grader.checks.verdicts import CheckFailed, Stop, StudentRaised
from grader.outcome import Status

SUBMISSION = """
import numpy as np
from numba import njit

REPEATS = 1

@njit("void(float32[:], float32[:])", cache=True)
def double(x, z):
    for i in range(x.size):
        z[i] = x[i] + x[i]

def beyond(x, z):
    z[:] = 0
    return x[x.size]

def hidden(x, z):
    np.asarray(z)[:] = 2 * np.asarray(x)

def multiplied(x, z):
    z[:] = np.outer(x, x)[0]

def dotted(x, z):
    z[:] = np.dot(x, x)

def hungry(x, z):
    z[:] = np.concatenate([x, x])[: x.size]

def scratch(x, z):
    x[0] = 0

def repeated(x, z):
    for i in range(x.size):
        z[i] = sum(x[i] for _ in range(REPEATS))

def by_blocks(x, z):
    here = np.zeros((2, x.size), np.float32)
    here[0] = x
    here[1, :] = x[::-1]
    COPY[: x.size] = x
    z[:] = here[0] + COPY[: x.size]

def from_a_list(x, z):
    both = np.empty((2, x.size), np.float32)
    both[:] = [x, x]
    z[:] = both[0]

COPY = np.zeros(100, np.float32)

def deadly(x, z):
    import os
    os._exit(3)

def answer():
    return REPEATS
"""
RULES = ("TRACE", "NOLIB", "POISON", "FROZEN", "MEM")
X = np.arange(1, 6, dtype=np.float32)


@pytest.fixture(scope="module")
def zygote(best_rung: str) -> Iterator[Zygote]:
    """One zygote for all tests here."""
    with Zygote(Rung(best_rung)) as zygote:
        yield zygote


@contextmanager
def student_of(zygote: Zygote, *rules: str) -> Iterator[Student]:
    backend = BoxBackend.of(lambda: zygote.open_box(Limits()), [(0, SUBMISSION)])
    try:
        yield Student(backend, rules=rules)
    finally:
        backend.recover()


@pytest.fixture
def student(zygote: Zygote) -> Iterator[Student]:
    """A submission under all rules."""
    with student_of(zygote, *RULES) as student:
        yield student


def traced(student: Student, name: str, x: np.ndarray = X) -> access.AccessLog:
    return student.trace(name, x=x, z=poisoned(x.shape), out=("z",))


@pytest.mark.parametrize("native", [False, True])
def test_a_compiled_function_leaves_the_record_of_its_loops(student: Student, native: bool) -> None:
    """A signature for plain arrays and a cache do not matter."""
    log = student.trace("double", x=X, z=poisoned((5,)), out=("z",), native=native)
    access.counts(log, "x", reads=10)
    access.order(log, "z", range(5), "writes")
    assert log.after["z"].tolist() == (2 * X).tolist()
    assert student.evidence()[0].came == "<15 次访问 / accesses>"


def test_large_arrays_are_recorded_compiled(student: Student) -> None:
    log = traced(student, "double", np.ones(20_000, np.float32))
    access.each(log, "z", writes=1)


def test_an_index_beyond_the_end_names_the_array(student: Student) -> None:
    with pytest.raises(StudentRaised) as caught:
        traced(student, "beyond")
    assert "x[5]" in caught.value.failure.why.text("en")


def failed(student: Student, name: str) -> tuple[Status, str]:
    with pytest.raises(CheckFailed) as caught:
        traced(student, name)
    return caught.value.status, caught.value.failure.why.text("en")


def test_who_leaves_no_record_is_told_to_index(student: Student) -> None:
    log = traced(student, "hidden")
    with pytest.raises(CheckFailed) as caught:
        access.explained(log, "z", ("x",))
    assert caught.value.status is Status.WRONG
    assert "Index the array you were given" in caught.value.failure.why.text("en")


def test_a_library_product_is_forbidden_only_under_its_rule(
    student: Student, zygote: Zygote
) -> None:
    status, why = failed(student, "dotted")
    assert status is Status.FORBIDDEN
    assert "np.dot" in why
    with student_of(zygote, "TRACE", "POISON") as free:
        assert traced(free, "dotted").after["z"].tolist() == [55.0] * 5


def test_an_input_of_a_recorded_call_is_read_only(student: Student) -> None:
    with pytest.raises(StudentRaised) as caught:
        traced(student, "scratch")
    assert "read-only" in caught.value.failure.why.text("en")


def test_a_death_costs_this_call_only(student: Student) -> None:
    with pytest.raises(Stop) as caught:
        traced(student, "deadly")
    assert caught.value.failure.why.id != ""
    assert caught.value.status is Status.CRASHED
    assert len(traced(student, "double")) == 15


def test_memory_beyond_the_arguments_is_counted(student: Student) -> None:
    x = np.ones(50_000, np.float32)
    assert student.peak_bytes("hungry", x=x, z=poisoned(x.shape)) >= 2 * x.nbytes
    assert student.peak_bytes("double", x=x[:100], z=poisoned((100,))) < 10_000


def test_values_are_not_asked_of_a_trace_box(student: Student) -> None:
    """What recording does to numpy and numba must not reach the calls that judge values."""
    traced(student, "double")
    _, z = student.call("dotted", x=X, z=poisoned((5,)), out=("z",))
    assert z.tolist() == [55.0] * 5


def test_a_local_block_is_filled_by_reading(student: Student) -> None:
    """NumPy itself would copy the memory of a recorded array, which holds no values."""
    log = traced(student, "by_blocks")
    access.order(log, "x", [0, 1, 2, 3, 4, 4, 3, 2, 1, 0, 0, 1, 2, 3, 4])
    assert log.after["z"].tolist() == (2 * X).tolist()
    log = traced(student, "from_a_list")
    access.counts(log, "x", reads=10)
    assert log.after["z"].tolist() == X.tolist()


def test_a_signature_for_writeable_arrays_is_no_mistake(student: Student) -> None:
    """Inputs are lent read-only; numba takes that for another type."""
    _, z = student.call("double", x=X, z=poisoned((5,)), out=("z",))
    assert z.tolist() == (2 * X).tolist()
    with pytest.raises(StudentRaised):
        student.call("scratch", x=X, z=poisoned((5,)), out=("z",))


@pytest.mark.parametrize("missing", ["TRACE", "MEM"])
def test_an_author_who_forgets_the_rule_is_told(zygote: Zygote, missing: str) -> None:
    def peak(student: Student, name: str) -> int:
        return student.peak_bytes(name, x=X, z=poisoned((5,)))

    ask = traced if missing == "TRACE" else peak
    others = [rule for rule in RULES if rule != missing]
    with student_of(zygote, *others) as student, pytest.raises(TypeError, match=f"rule {missing}"):
        ask(student, "double")


IN_A_KERNEL = """
import numba
import numpy as np
from grader import access, poisoned
from grader.checks.self_check import KernelBackend
from grader.checks.student import Student
from grader.checks.verdicts import CheckFailed

def double(x, z):
    for i in range(x.size):
        z[i] = x[i] + x[i]

def product(x, z):
    z[:] = x @ x

@numba.njit("void(float32[:], float32[:])")
def signed(x, z):
    z[:] = x

x = np.ones(5, np.float32)
frozen = Student(KernelBackend(globals()), rules=("FROZEN",))
_, z = frozen.call("signed", x=x, z=poisoned((5,)), out=("z",))
assert z.tolist() == [1.0] * 5

student = Student(KernelBackend(globals()), rules=("TRACE", "NOLIB", "MEM"))
log = student.trace("double", x=x, z=poisoned((5,)), out=("z",))
access.counts(log, "x", reads=10)
assert log.after["z"].tolist() == [2.0] * 5
assert student.peak_bytes("double", x=x, z=poisoned((5,))) < 10_000
try:
    student.trace("product", x=x, z=poisoned((5,)), out=("z",))
except CheckFailed as error:
    assert error.failure.why.id == "student.library", error.failure.why
else:
    raise SystemExit("a product was not found")
assert (x @ x) == 5
print("recorded")
"""


def test_a_notebook_records_in_its_own_kernel() -> None:
    """In a process of its own: recording changes numba and numpy for good."""
    command = [sys.executable, "-c", IN_A_KERNEL]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("recorded\n", "")
