from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from grader.box import wire
from tests.box.wire.exact import exact, through

GAP = 0xA5
dtypes = st.sampled_from(
    [
        "?",
        "i1",
        "i2",
        "i4",
        "i8",
        "u1",
        "u2",
        "u4",
        "u8",
        "f2",
        "f4",
        "f8",
        "c8",
        "c16",
        ">i4",
        ">f8",
        ">c8",
    ]
)


@st.composite
def views(draw: Any) -> np.ndarray:
    """Draw an array that is sliced, reversed, transposed, repeated or none of these."""
    shape = draw(hnp.array_shapes(min_dims=0, max_dims=3, max_side=4, min_side=0))
    # No fill: elements that are all the same would hide a mistaken order.
    array = draw(hnp.arrays(draw(dtypes), shape, fill=st.nothing()))
    if array.ndim and draw(st.booleans()):
        array = array[draw(hnp.basic_indices(array.shape, allow_newaxis=True))]
        array = array if isinstance(array, np.ndarray) else np.asarray(array)
    array = array.transpose(draw(st.permutations(range(array.ndim))))
    if draw(st.booleans()):
        array = np.broadcast_to(array, (2, *array.shape))
    if draw(st.booleans()):
        array.flags.writeable = False
    return array


def expected_dtype(array: np.ndarray) -> np.dtype:
    return array.dtype.newbyteorder("<")


@settings(deadline=None)
@given(views())
def test_from_the_box_an_array_arrives_as_a_contiguous_copy(array: np.ndarray) -> None:
    back = through(array)
    assert type(back) is np.ndarray
    assert back.dtype == expected_dtype(array)
    assert back.dtype.isnative
    assert back.shape == array.shape
    assert back.tobytes() == array.astype(back.dtype).tobytes()
    assert back.flags.writeable == array.flags.writeable
    assert back.flags.f_contiguous if array.flags.f_contiguous else back.flags.c_contiguous


@settings(deadline=None)
@given(views())
def test_to_the_box_an_array_keeps_its_layout(array: np.ndarray) -> None:
    inside = through(array, to_box=True)
    assert inside.dtype == expected_dtype(array)
    assert inside.shape == array.shape
    assert inside.tobytes() == array.astype(inside.dtype).tobytes()
    assert inside.flags.writeable == array.flags.writeable
    if 0 not in array.strides and array.size and array.dtype.isnative:
        long_axes = [i for i, n in enumerate(array.shape) if n > 1]
        assert [inside.strides[i] for i in long_axes] == [array.strides[i] for i in long_axes]


@settings(deadline=None)
@given(views())
def test_both_sides_agree_on_the_enclosing_memory(array: np.ndarray) -> None:
    inside = through(array, to_box=True)
    memory, offset = wire.enclosing(array)
    whole = wire.arrived(inside)
    assert whole.tobytes() == memory.tobytes()
    if array.size:
        start = inside.__array_interface__["data"][0] - whole.__array_interface__["data"][0]
        assert start == offset


ORDERS = {
    "C": np.arange(6.0).reshape(2, 3),
    "F": np.asfortranarray(np.arange(6.0).reshape(2, 3)),
    "neither": np.arange(24.0).reshape(2, 3, 4).transpose(1, 0, 2),
    "0-d": np.array(3.0),
    "empty": np.zeros((0, 3), order="F"),
}


@pytest.mark.parametrize("to_box", [False, True])
@pytest.mark.parametrize("order", ORDERS)
def test_orders_and_values_arrive_together(order: str, to_box: bool) -> None:
    array = ORDERS[order]
    came = through(array, to_box=to_box)
    if order != "neither" or to_box:
        assert exact(came) == exact(array)
    else:
        assert exact(came) == exact(np.ascontiguousarray(array))


def test_float_bits_survive() -> None:
    array = np.array([0x7FF8000000000123, 0x8000000000000000], np.uint64).view(np.float64)
    assert exact(through(array)) == exact(array)


def test_a_repeated_array_arrives_as_a_full_copy() -> None:
    row = np.arange(3.0)
    inside = through(np.broadcast_to(row, (4, 3)), to_box=True)
    assert inside.flags.c_contiguous
    assert inside.tolist() == [row.tolist()] * 4


def test_the_gaps_of_a_view_do_not_carry_its_neighbours_into_the_box() -> None:
    table = np.arange(8, dtype=np.uint32).reshape(4, 2) + 0xDEADBEE0
    data = b"".join(wire.pack(wire.Kind.CALL, 0, table[:, 0], keep_layout=True))
    frame = wire.loads(data, allow_layout=True)
    assert isinstance(frame.value, np.ndarray)
    assert frame.value.tolist() == table[:, 0].tolist()
    assert frame.value.strides == (8,)
    for secret in table[:, 1]:
        assert secret.tobytes() not in data


def test_bytes_around_a_view_do_not_carry_its_neighbours_into_the_box() -> None:
    block = np.arange(8, dtype=np.uint64) + 0x1122334455667700
    data = b"".join(wire.pack(wire.Kind.CALL, 0, block[:5], keep_layout=True))
    for secret in block[5:]:
        assert secret.tobytes() not in data


def guarded(shape: tuple[int, ...], margin: int) -> np.ndarray:
    block = np.full(8 * math.prod(shape) + 2 * margin, GAP, np.uint8)
    return np.ndarray(shape, np.float64, block, offset=margin)


def test_an_array_cut_from_a_block_arrives_in_the_whole_block() -> None:
    inside = through(guarded((2, 3), margin=64), to_box=True)
    whole = wire.arrived(inside)
    assert whole.size == 64 + 48 + 64
    assert (whole[:64] == GAP).all()
    assert (whole[-64:] == GAP).all()


def test_a_small_part_of_a_large_array_travels_alone() -> None:
    inside = through(np.zeros(100_000)[10:20], to_box=True)
    assert wire.arrived(inside).size == 80


@pytest.mark.parametrize("at", [0, 63, 64 + 48, -1])
def test_a_write_beside_the_elements_shows(at: int) -> None:
    array = guarded((2, 3), margin=64)
    array[...] = 1
    inside = through(array, to_box=True)
    inside[...] = 2
    wire.arrived(inside)[at] ^= 0xFF
    back = through(wire.arrived(inside))
    before, offset = wire.enclosing(array)
    after = np.ndarray(array.shape, array.dtype, back, offset, array.strides)
    assert (after == 2).all()
    assert np.flatnonzero(np.delete(before != back, range(64, 64 + 48))).size == 1


def test_a_write_between_the_elements_shows() -> None:
    array = np.zeros(12)[::-3]
    inside = through(array, to_box=True)
    assert inside.strides == (-24,)
    wire.arrived(inside)[9] = 1
    before, _ = wire.enclosing(array)
    assert np.flatnonzero(before != through(wire.arrived(inside))).tolist() == [9]


def test_a_read_only_array_stays_so_when_asked_to_change() -> None:
    array = np.zeros(4)[::2]
    array.flags.writeable = False
    inside = through(array, to_box=True)
    with pytest.raises(ValueError, match="cannot set WRITEABLE"):
        inside.flags.writeable = True


def test_span_is_live_memory() -> None:
    array = np.zeros(6, np.uint8)[4:0:-2]
    wire.span(array)[:] = [1, 2, 3]
    assert array.tolist() == [3, 1]


def test_the_keeper_takes_no_layout() -> None:
    data = b"".join(wire.pack(wire.Kind.RETURNED, 0, np.zeros(4)[::2], keep_layout=True))
    with pytest.raises(wire.ProtocolError, match="layout"):
        wire.loads(data)


def test_a_huge_repeated_array_is_too_large_before_it_is_copied() -> None:
    with pytest.raises(wire.TooLarge, match="bytes of an array"):
        through(np.broadcast_to(1.0, (1 << 20, 1 << 20)))
