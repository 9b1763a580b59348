"""Index, stride and address against the numbers of q08 and against NumPy's own layouts."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.models.indexing import (
    byte_address,
    gemm_index,
    is_row_major_contiguous,
    row_major_strides,
)

few = settings(max_examples=50, deadline=None)
sizes = st.integers(1, 6)
shapes = st.lists(st.integers(0, 4), max_size=4)
full_shapes = st.lists(st.integers(1, 4), min_size=1, max_size=4)
ITEMSIZE = 4


def strides_of(array: np.ndarray) -> tuple[int, ...]:
    """Return NumPy's strides in elements."""
    return tuple(stride // array.itemsize for stride in array.strides)


def test_numbers_of_the_unit() -> None:
    assert gemm_index("A", 1, 2, M=2, N=2, K=3) == 5
    address = byte_address(0x1000, (1, 2), (2, 3), (3, 1), ITEMSIZE)
    assert address == 0x1014
    assert hex(address) == "0x1014"
    assert row_major_strides((3, 2)) == (2, 1)


@few
@given(sizes, sizes, sizes)
def test_indices_of_each_matrix_are_the_elements_in_order(M: int, N: int, K: int) -> None:
    for which, rows, columns in (("A", M, K), ("B", K, N), ("C", M, N)):
        got = [gemm_index(which, i, j, M, N, K) for i in range(rows) for j in range(columns)]
        assert got == list(range(rows * columns))


@few
@given(sizes, sizes, sizes)
def test_a_step_down_is_one_row_of_the_matrix(M: int, N: int, K: int) -> None:
    assert gemm_index("A", 1, 0, M + 1, N, K) - gemm_index("A", 0, 0, M + 1, N, K) == K
    assert gemm_index("B", 1, 0, M, N, K + 1) - gemm_index("B", 0, 0, M, N, K + 1) == N
    assert gemm_index("C", 1, 0, M + 1, N, K) - gemm_index("C", 0, 0, M + 1, N, K) == N


@few
@given(full_shapes)
def test_strides_are_those_of_numpy(shape: list[int]) -> None:
    assert row_major_strides(shape) == strides_of(np.empty(shape, np.float32))


def test_strides_of_scalars_and_empty_arrays() -> None:
    assert row_major_strides(()) == ()
    assert row_major_strides((2, 0, 3)) == (0, 3, 1)


@few
@given(full_shapes)
def test_packed_addresses_count_through_the_buffer(shape: list[int]) -> None:
    strides = row_major_strides(shape)
    indices = itertools.product(*map(range, shape))
    got = [byte_address(64, idx, shape, strides, ITEMSIZE) for idx in indices]
    assert got == list(range(64, 64 + ITEMSIZE * math.prod(shape), ITEMSIZE))


@st.composite
def views(draw: st.DrawFn) -> np.ndarray:
    """Return a view of float32: transposed, reversed, every second, a slice, or broadcast."""
    shape = draw(st.lists(st.integers(1, 4), min_size=2, max_size=3))
    array = np.arange(math.prod(shape), dtype=np.float32).reshape(shape)
    array = array.transpose(draw(st.permutations(range(array.ndim))))
    steps = [draw(st.sampled_from([1, 2, -1])) for _ in shape]
    array = array[tuple(slice(None, None, step) for step in steps)]
    return np.broadcast_to(array, (2, *array.shape)) if draw(st.booleans()) else array


@few
@given(views())
def test_addresses_are_where_numpy_keeps_the_elements(array: np.ndarray) -> None:
    base = array.__array_interface__["data"][0]
    for idx in np.ndindex(array.shape):
        element = array[tuple(slice(i, i + 1) for i in idx)]
        got = byte_address(base, idx, array.shape, strides_of(array), array.itemsize)
        assert got == element.__array_interface__["data"][0]


@few
@given(views())
def test_a_view_is_its_base_with_an_offset(array: np.ndarray) -> None:
    last = tuple(extent - 1 for extent in array.shape)
    strides = strides_of(array)
    offset = sum(i * stride for i, stride in zip(last, strides, strict=True))
    turned = tuple(-stride for stride in strides)
    zero = (0,) * array.ndim
    # Reversing every dimension starts at the last element.
    assert byte_address(0, zero, array.shape, turned, ITEMSIZE, offset) == byte_address(
        0, last, array.shape, strides, ITEMSIZE
    )


@few
@given(views())
def test_contiguity_is_that_of_numpy(array: np.ndarray) -> None:
    assert is_row_major_contiguous(array.shape, strides_of(array)) is array.flags.c_contiguous


@few
@given(sizes, sizes)
def test_a_transposed_view_swaps_the_strides(M: int, N: int) -> None:
    strides = row_major_strides((M, N))
    assert strides_of(np.empty((M, N), np.float32).T) == strides[::-1]
    assert is_row_major_contiguous((N, M), strides[::-1]) is (M == 1 or N == 1)


@few
@given(shapes)
def test_row_major_strides_are_contiguous(shape: list[int]) -> None:
    assert is_row_major_contiguous(shape, row_major_strides(shape))


@pytest.mark.parametrize(
    ("shape", "strides", "answer"),
    [
        ((2, 3), (4, 1), False),  # each row padded to 4
        ((2, 3), (3, 2), False),
        ((1, 3), (99, 1), True),  # the stride of one row is never stepped
        ((3, 1), (1, -7), True),
        ((0, 3), (5, 5), True),  # nothing out of place
        ((2, 2), (0, 1), False),  # broadcast
        ((), (), True),
    ],
)
def test_a_shape_does_not_tell_contiguity(
    shape: tuple[int, ...], strides: tuple[int, ...], answer: bool
) -> None:
    assert is_row_major_contiguous(shape, strides) is answer


@pytest.mark.parametrize(
    ("which", "row", "col", "M", "N", "K"),
    [
        ("D", 0, 0, 2, 2, 3),
        ("A", 2, 0, 2, 2, 3),
        ("A", 0, 3, 2, 2, 3),
        ("B", 0, 2, 2, 2, 3),
        ("C", -1, 0, 2, 2, 3),
        ("A", 0, 0, 2, 2, 0),
        ("C", 0, 0, 2, 2, -1),
    ],
)
def test_gemm_index_refuses(which: str, row: int, col: int, M: int, N: int, K: int) -> None:
    with pytest.raises(ValueError, match="must be"):
        gemm_index(which, row, col, M, N, K)


def test_the_others_refuse() -> None:
    for call in (
        lambda: row_major_strides((2, -1)),
        lambda: byte_address(0, (0,), (2, 2), (2, 1), 4),
        lambda: byte_address(0, (2, 0), (2, 2), (2, 1), 4),
        lambda: byte_address(0, (0, -1), (2, 2), (2, 1), 4),
        lambda: byte_address(0, (0, 0), (2, 2), (2, 1), 0),
        lambda: byte_address(0, (0, 0), (2, 0), (2, 1), 4),
        lambda: is_row_major_contiguous((2, 2), (2,)),
        lambda: is_row_major_contiguous((-2,), (1,)),
    ):
        with pytest.raises(ValueError, match="must be"):
            call()
