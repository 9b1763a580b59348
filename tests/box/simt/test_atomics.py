"""Atomic operations: what they leave, what they return, and locks made of them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.box.simt.device import Device, ramp, zeros

NAN = float("nan")


@pytest.mark.parametrize(
    ("call", "before", "values", "after"),
    [
        ("add(out, 0, a[i])", 10, [1, 2, 3], 16),
        ("sub(out, 0, a[i])", 10, [1, 2, 3], 4),
        ("max(out, 0, a[i])", 2, [1, 5, 3], 5),
        ("min(out, 0, a[i])", 2, [1, 5, 3], 1),
        ("and_(out, 0, a[i])", 0b1111, [0b1110, 0b0111, 0b1111], 0b0110),
        ("or_(out, 0, a[i])", 0, [1, 2, 8], 11),
        ("xor(out, 0, a[i])", 1, [1, 3, 4], 7),
        ("exch(out, 0, a[i])", 1, [4, 5, 6], 6),
        ("inc(out, 0, a[i])", 0, [1, 1, 1], 1),
        ("dec(out, 0, a[i])", 1, [5, 5, 5], 4),
        ("cas(out, 0, a[i], a[i] + 1)", 1, [1, 2, 9], 3),
        ("compare_and_swap(out, a[i], a[i] + 1)", 1, [1, 2, 9], 3),
    ],
)
def test_each_operation(
    device: Device, call: str, before: int, values: list[int], after: int
) -> None:
    body = f"i = cuda.grid(1)\nb[i] = cuda.atomic.{call}"
    out, given, seen = (np.array(n, np.uint32) for n in ([before], values, [0, 0, 0]))
    told = device.run(body, 1, 3, out, given, seen)
    assert told.after[0].tolist() == [after]
    assert told.after[2][0] == before  # the first thread sees what was there


def test_counting_up_and_down_wraps(device: Device) -> None:
    body = "cuda.atomic.inc(out, 0, 2)\ncuda.atomic.dec(out, 1, 2)"
    counters = np.array([0, 0], np.uint32)
    assert device.run(body, 1, 3, counters).after[0].tolist() == [0, 0]
    assert device.run(body, 1, 4, counters).after[0].tolist() == [1, 2]
    too_large = np.array([9, 9], np.uint32)
    assert device.run(body, 1, 1, too_large).after[0].tolist() == [0, 2]


@pytest.mark.parametrize(
    ("name", "before", "value", "after"),
    [
        ("max", 1, NAN, NAN),
        ("min", NAN, 1, NAN),
        ("nanmax", NAN, 1, 1),
        ("nanmax", 3, 1, 3),
        ("nanmin", 1, NAN, 1),
        ("nanmin", 3, 1, 1),
    ],
)
def test_nan(device: Device, name: str, before: float, value: float, after: float) -> None:
    out, given = np.array([before], np.float32), np.array([value], np.float32)
    told = device.run(f"cuda.atomic.{name}(out, 0, a[0])", 1, 1, out, given)
    assert np.array_equal(told.after[0], np.array([after], np.float32), equal_nan=True)


def test_atomics_on_shared_memory_matrices_and_rows(device: Device) -> None:
    body = """
    bins = cuda.shared.array((2, 2), int32)
    x = cuda.threadIdx.x
    if x < 4:
        bins[x // 2, x % 2] = 0
    cuda.syncthreads()
    cuda.atomic.add(bins, (x % 2, 1), 1)
    cuda.atomic.add(bins[0], 0, 1)
    cuda.syncthreads()
    if x < 4:
        cuda.atomic.add(out, (x // 2, x % 2), bins[x // 2, x % 2])
    """
    told = device.run(body, 2, 8, zeros(2, 2, dtype=np.int64))
    assert told.after[0].tolist() == [[16, 8], [0, 8]]


def test_the_record_says_what_belongs_to_an_atomic(device: Device) -> None:
    body = """
    cuda.atomic.add(out, 0, 2)
    cuda.atomic.cas(out, 0, 7, 1)
    out[0] = 1
    """
    launch = device.run(body, 1, 1, zeros(1)).launch
    assert launch.is_atomic.tolist() == [True, True, True, False]
    assert launch.is_write.tolist() == [False, True, False, True]
    assert launch.value.tolist() == [0, 2, 2, 1]


LOCKS = {
    "cas": "while cuda.atomic.cas(a, 0, 0, 1) != 0:",
    "compare_and_swap": "while cuda.atomic.compare_and_swap(a, 0, 1) != 0:",
    "exch": "while cuda.atomic.exch(a, 0, 1) != 0:",
}


@pytest.mark.parametrize("lock", LOCKS)
@pytest.mark.parametrize("order", [0, -1, 3])
def test_a_spin_lock_ends(device: Device, lock: str, order: int) -> None:
    # The holder of the lock lets others run while it holds it.
    body = f"""
    {LOCKS[lock]}
        pass
    old = out[0]
    cuda.syncwarp(1 << cuda.laneid)
    out[0] = old + 1
    cuda.threadfence()
    cuda.atomic.exch(a, 0, 0)
    """
    told = device.run(body, 1, 40, zeros(1), zeros(1, dtype=np.int32), order=order)
    assert told.after[0].tolist() == [40]
    assert told.after[1].tolist() == [0]


def test_without_the_lock_additions_are_lost(device: Device) -> None:
    body = """
    old = out[0]
    cuda.syncwarp()
    out[0] = old + 1
    """
    assert device.run(body, 1, 32, zeros(1)).after[0].tolist() == [1]


@pytest.mark.parametrize("target", ["7", "out[0]", "np.zeros(3)"])
def test_an_atomic_works_on_an_element_of_an_array(device: Device, target: str) -> None:
    with pytest.raises(TypeError, match="atomic operation works on"):
        device.run(f"cuda.atomic.add({target}, 0, 1)", 1, 1, zeros(1))


def test_an_atomic_on_a_row_is_a_mistake(device: Device) -> None:
    with pytest.raises(TypeError, match="one element"):
        device.run("cuda.atomic.add(out, 0, 1)", 1, 1, zeros(2, 2))


@pytest.mark.parametrize("dtype", [np.float16, np.float64, np.int64, np.uint8])
def test_types(device: Device, dtype: Any) -> None:
    told = device.run(
        "cuda.atomic.add(out, a[0], 1)", 1, 5, zeros(2, dtype=dtype), ramp(2, dtype=int)
    )
    assert told.after[0].tolist() == [5, 0]
    assert told.launch.finished


def test_an_atomic_index_out_of_range(device: Device) -> None:
    fault = device.run("cuda.atomic.add(out, 3, 1)", 1, 1, zeros(3)).fault
    assert fault["texts"][:3] == ("out[3]", "(3,)", "outside")
    assert fault["segment"] == "cuda.atomic.add(out, 3, 1)"
