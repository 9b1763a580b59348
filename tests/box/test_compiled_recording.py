"""A compiled function leaves the record that its Python source would, whatever its decorator."""

from __future__ import annotations

import importlib.util
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba import float64, jit, njit, prange
from numba.core import errors

from grader.box.inside import compiled
from grader.box.inside.recorder import NEGATIVE, RecordTooLong
from tests.box import traced
from tests.box.traced import Traced, stays_compiled, whole_numbers

MODES = {"source": False, "compiled": True}


@pytest.fixture(autouse=True, scope="module")
def installed() -> Iterator[None]:
    """Let dispatchers take part in recordings, in this module only."""
    with traced.installed():
        yield


# ---- decorators ----------------------------------------------------------------------------------


def product(A, B, C):
    for i in prange(C.shape[0]):
        for j in range(C.shape[1]):
            s = 0.0
            for k in range(A.shape[1]):
                s += A[i, k] * B[k, j]
            C[i, j] = s


MATRIX = float64[:, ::1]
DECORATORS = {
    "no options": njit,
    "a signature": njit((MATRIX, MATRIX, MATRIX)),
    "signatures as text": njit(["void(f8[:,:],f8[:,:],f8[:,:])", "void(f4[:,:],f4[:,:],f4[:,:])"]),
    "parallel": njit(parallel=True),
    "fast mathematics": njit(fastmath=True),
    "no lock": njit(nogil=True),
    "inlined": njit(inline="always"),
    "bounds checked": njit(boundscheck=True),
    "numpy's errors": njit(error_model="numpy"),
    "objects": jit(forceobj=True),
    "types of variables": njit(locals={"s": float64}),
}


@pytest.mark.parametrize("decorate", DECORATORS.values(), ids=DECORATORS)
def test_a_decorator_changes_nothing(decorate: Any) -> None:
    arrays = whole_numbers(2, 3, 4, np.float64)
    function = decorate(product)
    plain = Traced(product, arrays, native=False)
    assert np.array_equal(plain.after["C"], arrays["A"] @ arrays["B"])
    for native in MODES.values():
        assert Traced(function, arrays, native=native).same_as(plain)
        assert stays_compiled(function) == native
    # … and outside a traced call the function is what its decorator made of it.
    with warnings.catch_warnings(category=errors.NumbaWarning, action="ignore"):
        function(*arrays.values())
    assert np.array_equal(arrays["C"], arrays["A"] @ arrays["B"])


def test_a_cached_function_is_not_found_in_its_cache(tmp_path: Path) -> None:
    source = "from numba import njit\n@njit(cache=True)\ndef first(A):\n    return A[0, 1]\n"
    (tmp_path / "cached.py").write_text(source, "utf-8")
    spec = importlib.util.spec_from_file_location("cached", tmp_path / "cached.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    arrays = {"A": np.array([[1.0, 5.0]])}
    assert module.first(arrays["A"]) == 5
    kept = sorted(path.name for path in tmp_path.rglob("*.nb?"))
    record = Traced(module.first, arrays, native=True)
    assert (record.value, record.events()) == (5, [("A", False, 1)])
    assert stays_compiled(module.first)
    assert sorted(path.name for path in tmp_path.rglob("*.nb?")) == kept


# ---- calls ---------------------------------------------------------------------------------------


@njit("f8(f8, f8)")
def plus(x, y):
    return x + y


@njit
def bump(row, j, by=2.0):
    row[j] = plus(row[j], by)


@njit
def bump_all(A, scratch, by=3.0):
    for i in range(A.shape[0]):
        for j in range(A.shape[1]):
            bump(A[i], j)
            bump(A[i], j, by=by)
            scratch[j] += A[i, j]
    return A, scratch[0], A.size, A.ndim


@pytest.mark.parametrize("native", MODES.values(), ids=MODES)
def test_helpers_defaults_and_plain_arrays(native: bool) -> None:
    scratch = np.zeros(2)
    record = Traced(bump_all, {"A": np.arange(4.0).reshape(2, 2)}, scratch, native=native)
    assert record.error is None
    assert record.value == (record.given["A"], 12.0, 4, 2) or record.value[0] is record.given["A"]
    assert record.after["A"].tolist() == [[5, 6], [7, 8]]
    assert scratch.tolist() == [12, 14]
    once = [("A", False, 0), ("A", True, 0), ("A", False, 0), ("A", True, 0), ("A", False, 0)]
    assert record.events()[:5] == once
    assert len(record.codes) == 20


@njit(["void(UniTuple(f8[:, :], 2))"], parallel=True)
def swapped(pair):
    for i in prange(len(pair[0])):
        pair[0][i, 0], pair[1][i, 0] = pair[1][i, 0], pair[0][i, 0]


@njit
def pairs_up(A, B):
    swapped((A, B))


@pytest.mark.parametrize("native", MODES.values(), ids=MODES)
def test_arrays_may_go_to_a_helper_in_a_tuple(native: bool) -> None:
    arrays = {"A": np.zeros((2, 1)), "B": np.ones((2, 1))}
    record = Traced(pairs_up, arrays, native=native)
    assert record.error is None
    assert stays_compiled(pairs_up) or not native
    one = [("B", False), ("A", False), ("A", True), ("B", True)]
    assert record.events() == [(name, write, place) for place in (0, 1) for name, write in one]


@pytest.mark.parametrize("kind", "bhilqBHILQfd")
def test_an_element_is_the_same_number_in_every_type(kind: str) -> None:
    @njit
    def last_to_first(A):
        A[0, 0] = A[1, 1]
        return A[0, 0]

    arrays = {"A": np.array([[0, 1], [2, 100]], kind)}
    record = Traced(last_to_first, arrays, native=True)
    assert record.same_as(Traced(last_to_first, arrays))
    assert stays_compiled(last_to_first)
    assert (record.value, record.values.tolist()) == (100, [100, 100, 100])


@pytest.mark.parametrize("native", MODES.values(), ids=MODES)
def test_python_and_compiled_code_take_turns(native: bool) -> None:
    def student(A):
        for i in range(2):
            A[i, 0] = 9
            bump(A[i], 1, by=i)
            A[i, 0] += 1

    record = Traced(student, {"A": np.zeros((2, 2))}, native=native)
    assert record.error is None
    expected = [(True, 0), (False, 1), (True, 1), (False, 0), (True, 0)]
    rows = [("A", write, place + 2 * i) for i in range(2) for write, place in expected]
    assert record.events() == rows


@pytest.mark.parametrize("native", MODES.values(), ids=MODES)
def test_a_closure_and_arguments_by_name(native: bool) -> None:
    def student(A):
        step = 2

        @njit
        def every(array, start):
            for i in range(start, len(array), step):
                array[i] = -1

        every(start=1, array=A)

    record = Traced(student, {"A": np.zeros(5)}, native=native)
    assert record.events() == [("A", True, 1), ("A", True, 3)]


def first_beyond(A, i):
    A[0, 0] = 4
    return A[i, 0]


@pytest.mark.parametrize("native", MODES.values(), ids=MODES)
@pytest.mark.parametrize("i", [2, -3, np.uint64(7), np.int8(-128)])
def test_an_index_out_of_range_ends_the_record(i: Any, native: bool) -> None:
    record = Traced(njit(first_beyond), {"A": np.zeros((2, 2))}, i, native=native)
    assert isinstance(record.error, IndexError)
    assert record.events() == [("A", True, 0)]
    assert record.after["A"][0, 0] == 4


@pytest.mark.parametrize("native", MODES.values(), ids=MODES)
@pytest.mark.parametrize("i", [-1, np.int8(-2), np.int32(-1)])
def test_a_negative_index_is_marked(i: Any, native: bool) -> None:
    def through_a_row(A, i):
        row = A[i]
        row[0] = A[0, 1]
        A[i, :] = 3

    record = Traced(njit(through_a_row), {"A": np.zeros((2, 2))}, i, native=native)
    assert [bool(int(code) & NEGATIVE) for code in record.codes] == [False, True, True, True]


def test_a_record_that_is_too_long_ends_the_call() -> None:
    @njit
    def forever(A):
        while True:
            A[0] += 1

    record = Traced(forever, {"A": np.zeros(1)}, native=True, most=100_000)
    assert isinstance(record.error, RecordTooLong)
    assert record.after["A"][0] < 200_000


# ---- what runs as Python -------------------------------------------------------------------------


def taken_in_turn(A):
    yield A[0, 0]
    yield A[0, 1]


def by_blas(A, plain):
    A[0, 0] = np.dot(plain, plain)[0, 0]


def with_itself(A, n):
    if n > 0:
        A[0, 0] += 1
        calls_itself(A, n - 1)


calls_itself = njit(with_itself)


def by_slices(A):
    A[0, :] += 2 * A[1, :]
    return A[:, 0].sum()


def a_view(A):
    return A[0]


@njit
def product_of(A, plain):
    A[0, 0] = np.dot(plain, plain)[0, 0]


def by_blas_in_a_helper(A, plain):
    for _ in range(2):
        product_of(A, plain)


FALLS_BACK: dict[str, tuple[Any, tuple[Any, ...], int]] = {
    "recursion": (calls_itself, (3,), 6),
    "BLAS": (njit(by_blas), (np.eye(2),), 1),
    "BLAS in a helper": (njit(by_blas_in_a_helper), (np.eye(2),), 2),
    "arithmetic on slices": (njit(by_slices), (), 8),
    "a view is returned": (njit(a_view), (), 0),
    "no native code at all": (jit(forceobj=True)(lambda A: f"{A[0, 0]:.2f}"), (), 1),
}


@pytest.mark.parametrize(("function", "args", "events"), FALLS_BACK.values(), ids=FALLS_BACK)
def test_what_cannot_be_compiled_runs_once_as_python(
    function: Any, args: tuple[Any, ...], events: int
) -> None:
    arrays = {"A": np.arange(4.0).reshape(2, 2)}
    for _ in range(2):
        record = Traced(function, arrays, *args, native=True)
        assert record.error is None
        assert not stays_compiled(function)
        assert len(record.codes) == events
        assert record.same_as(Traced(function.py_func, arrays, *args, native=False))


@pytest.mark.parametrize("native", MODES.values(), ids=MODES)
def test_an_array_that_is_no_argument_is_recorded(native: bool) -> None:
    def student(A, B):
        @njit
        def captured(i):
            return A[i] + 1

        @njit
        def both(pair, B):
            return pair[0][0] + B[0]

        @njit
        def inside(B):
            return captured(0) + B[1]

        return captured(1), both((A, 1), B), inside(B)

    record = Traced(student, {"A": np.array([1.0, 2]), "B": np.array([5.0, 6])}, native=native)
    assert record.error is None
    assert record.value == (3, 6, 8)
    assert record.events() == [(n, False, p) for n, p in zip("AABAB", (1, 0, 0, 0, 1), strict=True)]


@pytest.mark.parametrize("native", MODES.values(), ids=MODES)
def test_a_generator_is_recorded_as_it_goes(native: bool) -> None:
    generator = njit(taken_in_turn)
    record = Traced(lambda A: list(generator(A)), {"A": np.eye(2)}, native=native)
    assert (record.value, record.events()) == ([1, 0], [("A", False, 0), ("A", False, 1)])


@pytest.mark.parametrize("native", MODES.values(), ids=MODES)
def test_a_read_only_array_stays_unwritten(native: bool) -> None:
    array = np.eye(2)
    array.flags.writeable = False
    record = Traced(njit(first_beyond), {"A": array}, 0, native=native)
    assert isinstance(record.error, ValueError)
    assert np.array_equal(record.after["A"], array)


# ---- outside a traced call -----------------------------------------------------------------------


def test_a_dispatcher_outside_a_traced_call_is_as_always() -> None:
    strict = njit("f8(f8)")(lambda x: x + 1)
    assert strict(1) == 2
    with pytest.raises(TypeError, match="No matching definition"):
        strict("one")
    lenient = njit(lambda x: x)
    assert lenient((1, 2)) == (1, 2)
    assert [len(d.signatures) for d in (strict, lenient)] == [1, 1]
    assert compiled._TWIN not in vars(lenient)


def test_without_a_recorder_the_source_runs() -> None:
    seen = []
    function = njit(lambda x: seen.append(x))
    with compiled.tracing(None, native=False):
        function(1)
    assert seen == [1]
