"""Order of threads: forward, reverse or shuffled, always repeatable; a race shows in the values."""

from __future__ import annotations

import numpy as np
import pytest

from tests.box.simt.device import Device, ramp, zeros

ORDERS = (0, -1, 1, 7)

SUM = """
@cuda.jit
def total(out, a):
    tile = cuda.shared.array(64, float32)
    x = cuda.threadIdx.x
    tile[x] = a[cuda.grid(1)]
    cuda.syncthreads()
    step = 32
    while step > 0:
        if x < step:
            tile[x] += tile[x + step]
        cuda.syncthreads()
        step //= 2
    if x == 0:
        out[cuda.blockIdx.x] = tile[0]
"""


@pytest.mark.parametrize("order", ORDERS)
def test_a_right_kernel_gives_the_same_in_every_order(device: Device, order: int) -> None:
    told = device.cell(SUM).launch("total", 2, 64, zeros(2), ramp(128), order=order)
    assert told.after[0].tolist() == [2016.0, 6112.0]
    assert told.launch.order == order


def test_a_missing_barrier_shows_in_some_order(device: Device) -> None:
    racy = SUM.replace("cuda.syncthreads()\n        step", "step")
    device.cell(racy)
    sums = {
        float(device.launch("total", 1, 64, zeros(1), ramp(64), order=order).after[0][0])
        for order in ORDERS
    }
    assert len(sums) > 1


def threads_in_order(device: Device, order: int, blocks: int = 1) -> list[int]:
    body = "out[cuda.atomic.add(a, 0, 1)] = cuda.grid(1)"
    n = 8 * blocks
    told = device.run(body, blocks, 8, zeros(n, dtype=int), zeros(1, dtype=int), order=order)
    return [int(i) for i in told.after[0]]


def test_what_the_orders_are(device: Device) -> None:
    assert threads_in_order(device, 0) == [*range(8)]
    assert threads_in_order(device, -1) == [*reversed(range(8))]
    assert threads_in_order(device, 1) not in ([*range(8)], [*reversed(range(8))])
    assert threads_in_order(device, 1) != threads_in_order(device, 2)
    assert sorted(threads_in_order(device, 3)) == [*range(8)]


def test_blocks_go_in_the_same_order_as_threads(device: Device) -> None:
    assert threads_in_order(device, 0, 3) == [*range(24)]
    assert threads_in_order(device, -1, 3) == [*reversed(range(24))]
    firsts = [i // 8 for i in threads_in_order(device, 5, 3)[::8]]
    assert sorted(firsts) == [0, 1, 2]


@pytest.mark.parametrize("order", ORDERS)
def test_a_launch_repeats_to_the_last_byte(device: Device, order: int) -> None:
    device.cell(SUM)
    first, again = (
        device.launch("total", 2, 64, zeros(2), ramp(128), order=order).payload for _ in "12"
    )
    (one,), (other,) = first["launches"], again["launches"]
    for column in ("codes", "values", "runs"):
        assert one[column].tobytes() == other[column].tobytes()
    assert one["sites"] == other["sites"]
    assert repr(one["arrays"]) == repr(other["arrays"])
    assert np.array_equal(first["after"][0], again["after"][0])
