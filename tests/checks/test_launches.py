"""Kernel launches through the proxy: what a check gets, and how a launch ends without a record."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import pytest

from grader import access, poisoned
from grader.box import Limits, Rung, Zygote
from grader.checks.backends import BoxBackend
from grader.checks.self_check import KernelBackend
from grader.checks.student import Student
from grader.checks.verdicts import CheckFailed, Stop, StudentRaised
from grader.outcome import Status

SUBMISSION = """
import numpy as np
from numba import cuda, float32

FACTOR = 2

@cuda.jit
def scale(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = FACTOR * a[i]

@cuda.jit
def beyond(a, out):
    i = cuda.grid(1)
    out[i] = a[i]

@cuda.jit
def scratch(a, out):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = 0
        out[i] = a[i]

@cuda.jit
def sums(a, out):
    group = cuda.cg.this_grid()
    group.sync()

@cuda.jit
def divides(a, out):
    out[0] = 1 // 0

@cuda.jit
def stub(a, out):
    raise NotImplementedError

def not_a_kernel(a, out):
    out[:] = a

def on_host(a):
    out = cuda.device_array_like(a)
    scale[2, 4](cuda.to_device(a), out)
    return out.copy_to_host()

def no_copy_back(a):
    out = np.full_like(a, np.nan)
    scale[2, 4](cuda.to_device(a), cuda.to_device(out))
    return out

def library(a):
    return np.dot(a, a)

def swallows(a):
    out = np.empty_like(a)
    try:
        beyond[4, 4](a, out)
    except Exception:
        pass
    return 2 * a

def swallows_its_own(a):
    out = np.empty_like(a)
    try:
        divides[1, 1](a, out)
    except ZeroDivisionError:
        pass
    return 2 * a

def writes_its_input(a):
    a.flags.writeable = True
    scale[2, 4](a, a)
    return a

def plain(a):
    return 2 * a
"""
RULES = ("SIM", "NOLIB", "POISON", "FROZEN")
A = np.arange(1, 7, dtype=np.float32)


@pytest.fixture(scope="module")
def zygote(best_rung: str) -> Iterator[Zygote]:
    """One zygote for all tests here."""
    with Zygote(Rung(best_rung)) as zygote:
        yield zygote


@contextmanager
def student_of(zygote: Zygote, *rules: str) -> Iterator[Student]:
    backend = BoxBackend.of(lambda: zygote.open_box(Limits()), [(0, SUBMISSION)], simulating=True)
    try:
        yield Student(backend, rules=rules)
    finally:
        backend.recover()


@pytest.fixture(scope="module")
def student(zygote: Zygote) -> Iterator[Student]:
    with student_of(zygote, *RULES) as student:
        yield student


def launch(student: Student, name: str, **options: int) -> access.gpu.Launch:
    return student.launch(name, (2,), (4,), out=("z",), x=A, z=poisoned((6,)), **options)


def failure(student: Student, name: str, **options: int) -> CheckFailed:
    with pytest.raises(CheckFailed) as caught:
        launch(student, name, **options)
    return caught.value


@pytest.mark.parametrize("order", [0, -1, 7])
def test_a_launch_is_a_record_with_the_names_of_the_check(student: Student, order: int) -> None:
    found = launch(student, "scale", order=order)
    assert [array.name for array in found.arrays] == ["x", "z"]
    assert found.after["z"].tolist() == [2, 4, 6, 8, 10, 12]
    access.counts(found, "x", reads=6, writes=0)
    access.each(found, "z", writes=1)
    assert (found.block, found.grid, found.order) == ((4, 1, 1), (2, 1, 1), order)


def test_the_order_of_threads_is_the_one_asked_for(student: Student) -> None:
    forward, reverse = launch(student, "scale"), launch(student, "scale", order=-1)
    assert forward.place.tolist() == reverse.place.reshape(-1, 2)[::-1].reshape(-1).tolist()


def test_a_constant_is_set_before_the_launch(student: Student) -> None:
    student.set("FACTOR", 3)
    assert launch(student, "scale").after["z"][0] == 3
    student.begin_check()
    assert launch(student, "scale").after["z"][0] == 2


def test_an_index_out_of_range_names_thread_line_and_element(student: Student) -> None:
    failed = failure(student, "beyond")
    assert failed.status is Status.WRONG
    why = failed.failure.why.text("en")
    assert "out" not in failed.failure.traceback[0].partition(":")[0]
    assert "a[6]" in why
    assert failed.failure.traceback == ("cell 1, line 16, in beyond: out[i] = a[i]",)


def test_a_failure_in_another_order_says_so(student: Student) -> None:
    said = {
        order: failure(student, "beyond", order=order).failure.why.text("en") for order in (-1, 3)
    }
    assert "from the last to the first" in said[-1]
    assert "shuffled" in said[3]


def test_an_input_is_not_written_whatever_with(student: Student) -> None:
    failed = failure(student, "scratch")
    assert failed.status is Status.FORBIDDEN
    assert failed.failure.where == "x[0]"
    assert failed.failure.traceback == ("cell 1, line 22, in scratch: a[i] = 0",)


def test_what_the_simulator_cannot_run_is_not_judged(student: Student) -> None:
    with pytest.raises(Stop) as caught:
        launch(student, "sums")
    assert caught.value.status is Status.NOT_JUDGED
    assert "cg.this_grid" in caught.value.failure.why.text("en")


def test_an_exception_of_a_kernel_is_the_students(student: Student) -> None:
    with pytest.raises(StudentRaised) as caught:
        launch(student, "divides")
    assert caught.value.type_name == "ZeroDivisionError"
    assert caught.value.failure.traceback[-1] == "cell 1, line 32, in divides: out[0] = 1 // 0"


def test_a_stub_is_unanswered(student: Student) -> None:
    with pytest.raises(Stop) as caught:
        launch(student, "stub")
    assert caught.value.status is Status.UNANSWERED


def test_a_function_without_jit_is_no_kernel(student: Student) -> None:
    with pytest.raises(StudentRaised, match="TypeError"):
        launch(student, "not_a_kernel")


def test_a_host_function_comes_with_its_launches(student: Student) -> None:
    value, launches = student.simulate("on_host", a=A)
    assert value.tolist() == [2, 4, 6, 8, 10, 12]
    assert [one.kernel for one in launches] == ["scale"]
    assert launches[0].after["out"].tolist() == value.tolist()


def test_a_host_function_may_launch_nothing(student: Student) -> None:
    assert student.simulate("plain", a=A).launches == ()


def test_device_memory_does_not_come_back_by_itself(student: Student) -> None:
    assert np.isnan(student.simulate("no_copy_back", a=A).value).all()


def test_a_library_product_on_the_host_is_forbidden(student: Student, zygote: Zygote) -> None:
    with pytest.raises(CheckFailed) as caught:
        student.simulate("library", a=A)
    assert caught.value.status is Status.FORBIDDEN
    with student_of(zygote, "SIM") as free:
        assert free.simulate("library", a=A).value == A @ A


def test_a_fault_that_was_caught_is_a_fault(student: Student) -> None:
    with pytest.raises(CheckFailed) as caught:
        student.simulate("swallows", a=A)
    assert "a[6]" in caught.value.failure.why.text("en")
    with pytest.raises(CheckFailed) as caught:
        student.simulate("swallows_its_own", a=A)
    assert caught.value.failure.why.id == "launches.given_up"


def test_an_input_of_a_host_function_is_compared_afterwards(student: Student) -> None:
    with pytest.raises(CheckFailed) as caught:
        student.simulate("writes_its_input", a=A)
    assert caught.value.failure.why.id == "student.changed_input"


def test_it_needs_its_rule(zygote: Zygote) -> None:
    with student_of(zygote) as student, pytest.raises(TypeError, match="SIM"):
        launch(student, "scale")


class TestInANotebook:
    """The same on the functions of a running notebook, without a box."""

    @pytest.fixture
    def student(self, monkeypatch: pytest.MonkeyPatch) -> Student:
        import sys

        import numba

        from grader import simulate_cuda

        monkeypatch.setitem(sys.modules, "numba.cuda", sys.modules.get("numba.cuda"))
        monkeypatch.setattr(numba, "cuda", None, raising=False)
        simulate_cuda()
        namespace: dict[str, object] = {}
        exec(SUBMISSION, namespace)
        return Student(KernelBackend(namespace), rules=RULES)

    def test_a_launch(self, student: Student) -> None:
        assert launch(student, "scale").after["z"].tolist() == [2, 4, 6, 8, 10, 12]

    def test_a_fault(self, student: Student) -> None:
        assert "a[6]" in failure(student, "beyond").failure.why.text("en")

    def test_a_host_function(self, student: Student) -> None:
        assert student.simulate("on_host", a=A).value.tolist() == [2, 4, 6, 8, 10, 12]

    def test_a_missing_function(self, student: Student) -> None:
        with pytest.raises(Stop) as caught:
            launch(student, "absent")
        assert caught.value.status is Status.UNANSWERED


def test_a_notebook_without_the_simulator_is_told_what_to_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import sys

    monkeypatch.delitem(sys.modules, "numba.cuda", raising=False)
    student = Student(KernelBackend({"scale": print}), rules=RULES)
    with pytest.raises(Stop) as caught:
        launch(student, "scale")
    assert "grader.simulate_cuda()" in caught.value.failure.why.text("en")
