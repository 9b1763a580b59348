"""What recording arrays write down, and that a kernel sees no difference to plain ones."""

from __future__ import annotations

import copy
import gc
import pickle
import weakref
from typing import Any

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.box.inside.recording import (
    NEGATIVE,
    READ,
    WRITE,
    EscapedRecording,
    Recorded,
    Recorder,
    RecordTooLong,
    contents,
    record,
)

Event = tuple[str, int]
EVERY = list(range(6))


def grid(rows: int = 2, cols: int = 3, dtype: Any = np.float32) -> np.ndarray:
    return np.arange(10, 10 + rows * cols).reshape(rows, cols).astype(dtype)


def events(recorder: Recorder) -> list[Event]:
    """The record as ("r", place), ("w", place); a negative index adds "-"."""
    codes, values = recorder.log()
    assert codes.shape == values.shape
    kinds = {READ: "r", WRITE: "w", NEGATIVE: "r-", NEGATIVE | WRITE: "w-"}
    return [(kinds[int(code) & 0xFF], int(code) >> 16) for code in codes]


def reads(places: Any) -> list[Event]:
    return [("r", int(place)) for place in places]


def writes(places: Any) -> list[Event]:
    return [("w", int(place)) for place in places]


@numba.vectorize(["float32(float32, float32)"])
def add_compiled(x: Any, y: Any) -> Any:
    return x + y


@numba.vectorize
def add_when_called(x: Any, y: Any) -> Any:
    return x + y


def run(source: str, a: Any) -> Any:
    """Run code that uses the array `a`; return its value if it is an expression."""
    scope = {**globals(), "copy": copy, "pickle": pickle, "a": a, "result": None}
    try:
        code = compile(f"result = ({source})", "kernel", "exec")
    except SyntaxError:
        code = compile(source, "kernel", "exec")
    exec(code, scope)
    return scope["result"]


def traced(source: str, before: np.ndarray | None = None) -> tuple[Any, list[Event]]:
    """Run code on a 2x3 array; check the record by replaying it; return value and events."""
    before = grid() if before is None else before
    recorder = Recorder(("A",))
    array = record(before, 0, recorder)
    result = run(source, array)
    state = before.astype(np.float64).reshape(-1)
    for code, value in zip(*recorder.log(), strict=True):
        if int(code) & WRITE:
            state[int(code) >> 16] = value
        assert state[int(code) >> 16] == value
    np.testing.assert_array_equal(state.reshape(before.shape), contents(array))
    return result, events(recorder)


@pytest.mark.parametrize(
    ("source", "places"),
    [
        ("a[1, 2]", [5]),
        ("a[1][2]", [5]),
        ("a[(1,)][2]", [5]),
        ("a[np.int64(1), np.int32(2)]", [5]),
        ("a.T[2, 1]", [5]),
        ("a.transpose()[2][1]", [5]),
        ("a.ravel()[5]", [5]),
        ("a.reshape(3, 2)[2, 1]", [5]),
        ("np.reshape(a, -1)[5]", [5]),
        ("a.flat[5]", [5]),
        ("a[:, 1:][1, 1]", [5]),
        ("a[:, None, ::2][1, 0, 1]", [5]),
        ("a[1, ..., None][2, 0]", [5]),
        ("a[1, 2, ...].item()", [5]),
        ("float(a[1, 2, ...])", [5]),
        ("a.item(1, 2)", [5]),
        ("a.item(5)", [5]),
        ("a[0][::-1][0]", [2]),
        ("a.view()[0, 1]", [1]),
        ("a.diagonal()[1]", [4]),
        ("np.split(a, 3, axis=1)[2][1, 0]", [5]),
        ("np.flip(a)[0, 0]", [5]),
        ("[x for row in a for x in row]", EVERY),
        ("[x for row in zip(*a, strict=True) for x in row]", [0, 3, 1, 4, 2, 5]),
        ("[x for _, x in enumerate(a[1])]", [3, 4, 5]),
        ("sum(a[1])", [3, 4, 5]),
        ("a[a.shape[0] - 1, len(a[0]) - 1]", [5]),
        ("a[[1, 0], [2, 1]]", [5, 1]),
        ("a[:, [2, 0]]", [2, 0, 5, 3]),
        ("a[np.array([True, False])]", [0, 1, 2]),
        ("a + 1", EVERY),
        ("2 * a.T", [0, 3, 1, 4, 2, 5]),
        ("a[0] * a[1]", EVERY),
        ("np.float32(2) * a[1]", [3, 4, 5]),
        ("a[0] ** 2", [0, 1, 2]),
        ("-a[1, 1:]", [4, 5]),
        ("a[0] < 11", [0, 1, 2]),
        ("a.sum()", EVERY),
        ("a.sum(axis=0)", EVERY),
        ("np.sum(a[:, 0])", [0, 3]),
        ("np.add.reduce(a, axis=1)", EVERY),
        ("np.multiply.outer(a[0], a[1])", EVERY),
        ("np.outer(a[0], a[1])", EVERY),
        ("np.add.accumulate(a[1])", [3, 4, 5]),
        ("np.concatenate([a[1], a[0]])", [3, 4, 5, 0, 1, 2]),
        ("np.where(a[0] > 10, a[1], 0)", EVERY),
        ("np.pad(a[0], 1)", [0, 1, 2]),
        ("a.copy()", EVERY),
        ("a.T.copy()", [0, 3, 1, 4, 2, 5]),
        ("a.T.ravel()", [0, 3, 1, 4, 2, 5]),
        ("a[0].astype(np.float64)", [0, 1, 2]),
        ("a[1].tolist()", [3, 4, 5]),
        ("np.float64(a[1])[0] + np.float64(a.T)[0, 0]", [3, 4, 5, 0, 3, 1, 4, 2, 5]),
        ("np.ndarray.astype(a, np.float64)[0, 0]", EVERY),
        ("np.float64(a[1, 1:2])[0]", [4]),
        ("np.ndarray.astype(a[1, 1:2], np.float64)[0]", [4]),
        ("max(a[1])", [3, 4, 5]),
        ("a[0].max()", [0, 1, 2]),
        ("add_compiled(a[0], a[1])", EVERY),
        ("add_when_called(a[0], a[1])", EVERY),
        ("pickle.loads(pickle.dumps(a))", EVERY),
        ("copy.deepcopy(a)", EVERY),
    ],
)
def test_elements_are_read_as_numpy_would(source: str, places: list[int]) -> None:
    result, recorded = traced(source)
    np.testing.assert_array_equal(result, run(source, grid()))
    assert type(result) is type(run(source, grid()))
    assert not isinstance(result, Recorded)
    assert recorded == reads(places)


@pytest.mark.parametrize(
    "source",
    [
        "a[1]",
        "a[:, 1:].T",
        "a.shape + a.strides + (a.size, a.ndim, len(a), a.dtype)",
        "(np.shape(a), np.size(a), np.ndim(a))",
        "np.zeros_like(a)",
        "np.empty_like(a, dtype=np.float64)",
        "np.full_like(a, 7)",
        "(repr(a), str(a), f'{a}')",
        "a.base",
        "gc.collect()",
    ],
)
def test_looking_at_an_array_reads_nothing(source: str) -> None:
    assert traced(source)[1] == []


def test_new_arrays_of_the_same_shape_are_plain() -> None:
    assert type(traced("np.zeros_like(a)")[0]) is np.ndarray


THROUGH_ROWS = """
for row in a:
    for j in range(len(row)):
        row[j] = j
"""


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a[1, 2] = 7", writes([5])),
        ("a[1, 2] = np.float64(0.1)", writes([5])),
        ("a[np.int64(1), 2] = 7", writes([5])),
        ("a[1] = 7", writes([3, 4, 5])),
        ("a[...] = 0", writes(EVERY)),
        ("a[:, :] = np.ones((2, 3))", writes(EVERY)),
        ("a[:, 1] = [7, 8]", writes([1, 4])),
        ("a[[1, 0]] = 5", writes([3, 4, 5, 0, 1, 2])),
        ("a[np.eye(2, 3, dtype=bool)] = 5", writes([0, 4])),
        ("a[1, 2] += 1", reads([5]) + writes([5])),
        ("a[1] += 1", reads([3, 4, 5]) + writes([3, 4, 5])),
        (
            "a[0:2, 1:3] += np.ones((2, 2))",
            reads([1, 2, 4, 5]) + writes([1, 2, 4, 5]),
        ),
        ("a[np.eye(2, 3, dtype=bool)] += 1", reads([0, 4]) + writes([0, 4])),
        ("row = a[1]; row *= 2", reads([3, 4, 5]) + writes([3, 4, 5])),
        ("a *= 0", reads(EVERY) + writes(EVERY)),
        (THROUGH_ROWS, writes(EVERY)),
        ("a.flat = 3", writes(EVERY)),
        ("a[:, 1:].flat = a[:, 1:]", reads([1, 2, 4, 5]) + writes([1, 2, 4, 5])),
        ("a.T.flat = range(6)", writes([0, 3, 1, 4, 2, 5])),
        ("np.nan_to_num(a, copy=False)", reads(EVERY) + writes(EVERY)),
        ("a[0], a[1] = a[1].copy(), a[0].copy()", reads([3, 4, 5, 0, 1, 2]) + writes(EVERY)),
        ("a[0] = a[1]", reads([3, 4, 5]) + writes([0, 1, 2])),
        ("a[0, 0] = a[1, 1]", reads([4]) + writes([0])),
        ("a.fill(4)", writes(EVERY)),
        ("a[1].fill(4)", writes([3, 4, 5])),
        ("np.copyto(a, 4)", writes(EVERY)),
        ("np.copyto(a[0], a[1])", reads([3, 4, 5]) + writes([0, 1, 2])),
        ("np.copyto(a[0], 1, where=[True, False, True])", writes([0, 2])),
        ("np.add(a[0], 1, out=a[1])", reads([0, 1, 2]) + writes([3, 4, 5])),
        ("np.add(a[0], 1, a[1])", reads([0, 1, 2]) + writes([3, 4, 5])),
        (
            "np.add(a[0], 1, out=a[1], where=[True, False, True])",
            reads([0, 1, 2]) + writes([3, 5]),
        ),
        ("np.sum(a, axis=0, out=a[1])", reads(EVERY) + writes([3, 4, 5])),
        ("a.sum(axis=0, out=a[1])", reads(EVERY) + writes([3, 4, 5])),
        ("add_compiled(a[0], a[0], a[1])", reads([0, 1, 2, 0, 1, 2]) + writes([3, 4, 5])),
        (
            "add_when_called(a[0], a[0], out=a[1])",
            reads([0, 1, 2, 0, 1, 2]) + writes([3, 4, 5]),
        ),
        ("a[1].sort()", reads([3, 4, 5]) + writes([3, 4, 5])),
        ("np.fill_diagonal(a, 1)", writes([0, 4])),
    ],
)
def test_elements_are_written_as_numpy_would(source: str, expected: list[Event]) -> None:
    plain = grid()
    run(source, plain)
    recorder = Recorder()
    array = record(grid(), 0, recorder)
    run(source, array)
    np.testing.assert_array_equal(contents(array), plain)
    assert events(recorder) == expected
    traced(source)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a[-1, 2]", [("r-", 5)]),
        ("a[-1][2]", [("r-", 5)]),
        ("a[1][-1]", [("r-", 5)]),
        ("a[[0, -1], 0]", [("r-", 0), ("r-", 3)]),
        ("a[0, -1] = 7", [("w-", 2)]),
        ("a[-1:, 0].sum()", [("r", 3)]),
    ],
)
def test_a_negative_index_is_marked(source: str, expected: list[Event]) -> None:
    assert traced(source)[1] == expected


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("a[2, 1]", ["A[2, 1]", "(2, 3)"]),
        ("a[0, -4]", ["A[0, -4]", "(2, 3)"]),
        ("a[1][3]", ["A[3]", "(3,)"]),
        ("a[2, 0] = 1", ["A[2, 0]", "(2, 3)"]),
        ("a[[0, 5]]", ["A[[0, 5]]", "(2, 3)"]),
    ],
)
def test_an_index_out_of_range_says_which(source: str, words: list[str]) -> None:
    with pytest.raises(IndexError) as caught:
        traced(source)
    assert all(word in str(caught.value) for word in words)


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.float16, np.int64, np.int8, np.bool_])
def test_a_read_gives_a_scalar_of_the_arrays_type(dtype: Any) -> None:
    value, recorded = traced("a[0, 1] = a[0, 0]; result = a[0, 1]", grid(dtype=dtype))
    assert type(value) is dtype
    assert recorded == [("r", 0), ("w", 1), ("r", 1)]


def test_the_value_written_is_recorded_as_it_is_stored() -> None:
    recorder = Recorder()
    array = record(grid(), 3, recorder)
    array[0, 0] = 0.1
    codes, values = recorder.log()
    assert codes.tolist() == [3 << 8 | WRITE]
    assert values.tolist() == [float(np.float32(0.1))]


@pytest.mark.parametrize(
    "source",
    [
        "a[0, 0] = 1",
        "a[0] = 1",
        "a[...] = 1",
        "a *= 0",
        "a[0].fill(1)",
        "a[0][0] = 1",
        "np.add(a, 1, out=a)",
        "np.copyto(a, 1)",
        "a.T[0, 0] = 1",
    ],
)
def test_an_input_cannot_be_written(source: str) -> None:
    before = grid()
    before.flags.writeable = False
    array = record(before, 0, Recorder())
    assert not array.flags.writeable
    with pytest.raises(ValueError, match="read-only"):
        run(source, array)
    np.testing.assert_array_equal(contents(array), before)


@pytest.mark.parametrize(
    "source",
    [
        "a.view(np.ndarray)",
        "a.view(np.int32)",
        "np.ndarray.view(a.T, type(a)).view(np.matrix)",
        "np.add.at(a, 0, 1)",
        "a.tofile('never')",
        "a.imag[0, 0]",
        "np.ndarray.copy(a)[0, 0]",
        "np.put(a, [0], [1])",
        "a.put([0], [1])",
        "a.resize(6)",
    ],
)
def test_what_goes_around_the_record_is_refused(source: str) -> None:
    with pytest.raises(EscapedRecording, match=r"直接用下标.*index the arrays"):
        traced(source)


def test_what_cannot_be_refused_meets_nan_and_changes_nothing() -> None:
    source = "memory = memoryview(a); memory[0, 0] = 5.0; result = memory[1, 1], a[0, 0]"
    result, recorded = traced(source)
    np.testing.assert_array_equal(result, (np.nan, 10))
    assert recorded == reads([0])


def test_the_memory_of_an_integer_array_is_poisoned_too() -> None:
    array = record(np.zeros(3, np.int32), 0, Recorder())
    assert 0 not in np.ndarray.view(array, np.ndarray)


def test_elements_that_are_no_numbers_are_refused() -> None:
    with pytest.raises(TypeError, match="object"):
        record(np.array([None]), 0, Recorder())


def test_a_shape_may_be_set() -> None:
    assert traced("a[1, 2]; a.shape = (3, 2); a[2, 1]")[1] == reads([5, 5])


@pytest.mark.parametrize("shape", [(0, 3), (3, 0), (0,)])
def test_an_empty_array_has_no_events(shape: tuple[int, ...]) -> None:
    source = "a[...] = 0; a *= 2; result = a.sum(), *a.T.ravel()"
    assert traced(source, np.zeros(shape, np.float32)) == ((0,), [])


def test_calls_one_after_another_have_records_of_their_own() -> None:
    for _ in range(3):
        assert traced("a[1, 1]")[1] == reads([4])


def test_an_array_is_freed_without_the_garbage_collector() -> None:
    array = record(grid(), 0, Recorder())
    row = array[1]
    gone = weakref.ref(array), weakref.ref(row)
    gc.disable()
    try:
        del array, row
        assert [ref() for ref in gone] == [None, None]
    finally:
        gc.enable()


def test_a_segment_of_the_compiled_path_keeps_its_place_in_the_order() -> None:
    recorder = Recorder()
    array = record(grid(), 0, recorder)
    array[0, 0]
    codes, values = np.array([2 << 16], np.uint64), np.array([12.0])
    recorder.add(codes, values)
    array[0, 1]
    assert events(recorder) == reads([0, 2, 1])


def test_a_segment_whose_parts_differ_is_refused() -> None:
    with pytest.raises(ValueError, match="codes"):
        Recorder().add(np.zeros(2, np.uint64), np.zeros(1))


def test_a_record_has_an_end() -> None:
    array = record(grid(), 0, Recorder(most=10))
    array.sum()
    with pytest.raises(RecordTooLong):
        array.sum()


@given(st.integers(0, 5), st.integers(0, 5), st.integers(0, 5))
def test_a_product_written_in_loops_is_the_same_on_recorded_arrays(m: int, k: int, n: int) -> None:
    def product(a: Any, b: Any, c: Any) -> None:
        c[...] = 0
        for i in range(m):
            for p in range(k):
                c[i] += a[i, p] * b[p]

    a, b, plain = grid(m, k), grid(k, n), np.full((m, n), np.nan, np.float32)
    recorder = Recorder()
    c = record(plain, 2, recorder)
    product(record(a, 0, recorder), record(b, 1, recorder), c)
    product(a, b, plain)
    np.testing.assert_array_equal(contents(c), plain)
    assert len(recorder.log()[0]) == m * n + m * k * (1 + 3 * n)


@pytest.mark.parametrize("kind", [np.float64, np.float16, np.int32, np.float32])
@pytest.mark.parametrize("source", ["a[1]", "a.T", "a[:, ::-2]", "a[:, :0]", "a[0, ..., None]"])
def test_converting_gives_what_numpy_gives(kind: Any, source: str) -> None:
    plain = kind(run(source, grid()))
    recorder = Recorder()
    with np.errstate(invalid="ignore"):  # the NaN of the memory, which nobody gets
        converted = kind(run(source, record(grid(), 0, recorder)))
    seen = len(recorder.log()[0])
    np.testing.assert_array_equal(np.add(converted, 1), plain + 1)
    assert converted.dtype == plain.dtype
    # Float32 it was already, so that is no copy.
    assert seen == (0 if kind is np.float32 else plain.size)
    assert len(recorder.log()[0]) == plain.size


def test_a_converted_copy_may_be_changed_unseen() -> None:
    recorder = Recorder()
    a = record(grid(), 0, recorder)
    copied = np.float64(a[1])
    copied *= 2
    copied[0] = 0.1
    assert copied.tolist() == [0.1, 28, 30]
    assert events(recorder) == reads([3, 4, 5])
    np.testing.assert_array_equal(contents(a), grid())


def test_a_flat_copy_cannot_be_written_by_mistake() -> None:
    a = record(grid(), 0, Recorder())
    assert a.T.flat[1] == 13
    with pytest.raises(ValueError, match="read-only"):
        a.T.flat[1] = 7


def test_what_a_student_does_to_a_copy_is_not_in_the_record() -> None:
    """Values of float64 arrays need no conversion, so a copy could share memory with the record."""
    recorder = Recorder(("A",))
    A = record(np.arange(4.0), 0, recorder)
    some = A[[0, 1, 2]]
    some *= 100
    assert recorder.log()[1].tolist() == [0.0, 1.0, 2.0]
