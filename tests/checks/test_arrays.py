"""Output arrays: full of one value, between guard bytes, and nothing around them may change."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from grader.box.wire.memory import arrived, enclosing, layout_of
from grader.checks.arrays import (
    GUARD,
    GUARD_BYTES,
    contents_after,
    is_poisoned,
    poisoned,
    read_only,
)

SHAPES = [(), (1,), (3,), (2, 3), (4, 1, 5), (0,), (2, 0), (0, 3)]
LAYOUTS: list[Any] = ["C", "F", "strided"]


def landed(array: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return an array as the box has it, and the memory that goes back."""
    memory, offset = enclosing(array)
    memory = memory.copy()
    return np.ndarray(array.shape, array.dtype, memory, offset, array.strides), memory


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(("dtype", "fill"), [("float32", math.nan), ("float64", 7.0), ("int32", 9)])
def test_a_poisoned_array_holds_one_value(
    shape: tuple[int, ...], dtype: str, fill: float, layout: Any
) -> None:
    array = poisoned(shape, dtype, fill, layout)
    assert array.shape == shape
    assert array.dtype == dtype
    np.testing.assert_array_equal(array, np.full(shape, fill, dtype))
    assert is_poisoned(array)


def test_the_layouts_are_what_they_say() -> None:
    assert poisoned((3, 4)).flags.c_contiguous
    assert poisoned((3, 4), layout="F").flags.f_contiguous
    strided = poisoned((3, 4), layout="strided")
    assert strided.strides == (8 * 2 * 4, 2 * 4)
    assert not strided.flags.forc


@pytest.mark.parametrize("layout", LAYOUTS)
def test_guard_bytes_lie_around_and_between(layout: Any) -> None:
    array = poisoned((3, 4), "float32", 0.0, layout)
    block = array.base
    assert isinstance(block, np.ndarray)
    guards = int((block == GUARD).sum())
    assert guards == block.size - array.size * array.itemsize
    assert guards >= 2 * GUARD_BYTES


def test_one_other_element_is_seen() -> None:
    for fill in (math.nan, 7.0):
        for value in (0.0, math.nan, 7.0):
            array = poisoned((2, 3), fill=fill)
            array[1, 2] = value
            same = value == fill or (math.isnan(value) and math.isnan(fill))
            assert is_poisoned(array) is same


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("shape", SHAPES)
def test_what_is_written_into_it_comes_back(shape: tuple[int, ...], layout: Any) -> None:
    array = poisoned(shape, layout=layout)
    box, memory = landed(array)
    values = np.arange(box.size, dtype=np.float32).reshape(shape)
    box[...] = values
    after, untouched = contents_after(array, memory)
    np.testing.assert_array_equal(after, values)
    assert untouched
    assert is_poisoned(array)  # ours did not change


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_byte_outside_the_elements_is_guarded(layout: Any) -> None:
    array = poisoned((2, 3), layout=layout)
    box, memory = landed(array)
    inside = np.zeros(memory.size, bool)
    offset = enclosing(array)[1]
    np.ndarray(box.shape, "4?", inside, offset, box.strides)[...] = True
    assert inside.sum() == array.nbytes
    assert memory.size > array.nbytes
    for position in range(memory.size):
        hit = memory.copy()
        hit[position] ^= 1
        assert contents_after(array, hit)[1] is bool(inside[position])


def test_a_nan_with_a_payload_comes_back_bit_for_bit() -> None:
    array = poisoned((2,), layout="strided")
    box, memory = landed(array)
    box.view(np.uint32)[...] = (0x7FC00123, 0x7FA00001)
    after, untouched = contents_after(array, memory)
    assert untouched
    assert after.view(np.uint32).tolist() == [0x7FC00123, 0x7FA00001]


@pytest.mark.parametrize("raw", [np.zeros(7, np.uint8), np.zeros((2, 2), np.uint8), np.zeros(152)])
def test_bytes_that_do_not_fit_are_refused(raw: np.ndarray) -> None:
    with pytest.raises(ValueError, match="came back"):
        contents_after(poisoned((2, 3)), raw)


def test_a_read_only_view_lies_as_the_array_does() -> None:
    block = np.arange(24, dtype=np.float32).reshape(4, 6)
    for array in (block, block[::2, ::3], block.T, block[1:3], np.array(1.0)):
        view = read_only(array)
        assert layout_of(view) == layout_of(array)
        assert not view.flags.writeable
        assert array.flags.writeable
        with pytest.raises(ValueError, match="read-only"):
            view[...] = 0


@pytest.mark.parametrize("shape", [(0,), (0, 2), (3, 0)])
def test_without_elements_there_is_nothing_to_protect(shape: tuple[int, ...]) -> None:
    array = np.zeros(shape, np.float32)
    view = read_only(array)
    assert (view.shape, layout_of(view)) == (shape, layout_of(array))
    assert view.flags.writeable
    array.flags.writeable = False
    assert not read_only(array).flags.writeable  # the author protected it, for whatever reason


def test_the_memory_of_an_array_that_arrived_is_its_whole_block() -> None:
    array = poisoned((2,), layout="strided")
    box, memory = landed(array)
    assert arrived(box) is memory
