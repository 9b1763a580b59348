"""Warp operations: shuffles, votes, ballots and matches, of full, partial and unfinished warps."""

from __future__ import annotations

import numpy as np
import pytest

from tests.box.simt.device import Device, zeros

FULL = 0xFFFFFFFF
LANES = range(32)


def exchanged(device: Device, call: str, threads: int = 32, value: str = "10 * lane") -> list[int]:
    body = f"""
    lane = cuda.threadIdx.x % 32
    value = {value}
    out[cuda.threadIdx.x] = cuda.{call}
    """
    told = device.run(body, 1, threads, zeros(threads, dtype=np.int64))
    assert told.launch.finished
    return [int(value) for value in told.after[0]]


def test_shuffles(device: Device) -> None:
    assert exchanged(device, "shfl_sync(-1, value, 5)") == [50] * 32
    assert exchanged(device, "shfl_sync(0xFFFFFFFF, value, lane + 1)") == [
        10 * ((lane + 1) % 32) for lane in LANES
    ]
    assert exchanged(device, "shfl_up_sync(-1, value, 3)") == [
        10 * (lane - 3 if lane >= 3 else lane) for lane in LANES
    ]
    assert exchanged(device, "shfl_down_sync(-1, value, 30)") == [
        10 * (lane + 30 if lane < 2 else lane) for lane in LANES
    ]
    assert exchanged(device, "shfl_xor_sync(-1, value, 4)") == [10 * (lane ^ 4) for lane in LANES]


def test_votes(device: Device) -> None:
    assert exchanged(device, "all_sync(-1, lane < 32)") == [1] * 32
    assert exchanged(device, "all_sync(-1, lane < 31)") == [0] * 32
    assert exchanged(device, "any_sync(-1, lane == 31)") == [1] * 32
    assert exchanged(device, "any_sync(-1, lane == 32)") == [0] * 32
    assert exchanged(device, "eq_sync(-1, lane == 32)") == [1] * 32
    assert exchanged(device, "eq_sync(-1, lane == 3)") == [0] * 32


def test_ballots_and_matches(device: Device) -> None:
    even = sum(1 << lane for lane in LANES if lane % 2 == 0)
    assert exchanged(device, "ballot_sync(-1, lane % 2 == 0)") == [even] * 32
    assert exchanged(device, "match_any_sync(-1, lane % 2)") == [even, FULL - even] * 16
    assert exchanged(device, "match_all_sync(-1, 7)[0]") == [FULL] * 32
    assert exchanged(device, "match_all_sync(-1, 7)[1]") == [1] * 32
    assert exchanged(device, "match_all_sync(-1, lane)[0]") == [0] * 32
    assert exchanged(device, "match_all_sync(-1, lane)[1]") == [0] * 32
    assert exchanged(device, "lanemask_lt()") == [(1 << lane) - 1 for lane in LANES]


def test_each_warp_for_itself(device: Device) -> None:
    first = exchanged(device, "shfl_sync(-1, value, 0)", 64, "cuda.threadIdx.x")
    assert first == [0] * 32 + [32] * 32
    assert (
        exchanged(device, "ballot_sync(-1, cuda.threadIdx.x < 40)", 64) == [FULL] * 32 + [0xFF] * 32
    )


def test_the_last_warp_may_be_partly_filled(device: Device) -> None:
    assert exchanged(device, "ballot_sync(-1, True)", 40) == [FULL] * 32 + [0xFF] * 8
    assert exchanged(device, "all_sync(-1, True)", 40) == [1] * 40


def test_a_mask_names_those_who_take_part(device: Device) -> None:
    body = """
    lane = cuda.laneid
    if lane % 2 == 0:
        out[lane] = cuda.ballot_sync(0x55555555, lane < 4)
    else:
        out[lane] = cuda.shfl_sync(0xAAAAAAAA, lane, 7)
    """
    told = device.run(body, 1, 32, zeros(32, dtype=np.int64))
    assert told.after[0].tolist() == [0b101, 7] * 16


@pytest.mark.parametrize(
    ("value", "unknown"),
    [("np.float32(lane)", np.nan), ("float(lane)", np.nan), ("lane", 0x5A5A5A5A)],
)
def test_what_a_lane_outside_of_the_mask_holds_is_unknown(
    device: Device, value: str, unknown: float
) -> None:
    body = f"""
    lane = cuda.laneid
    if lane < 2:
        out[lane] = cuda.shfl_sync(0b11, {value}, 2 * lane)
    """
    told = device.run(body, 1, 32, zeros(2, dtype=np.float64))
    assert np.array_equal(told.after[0], [0, unknown], equal_nan=True)


def test_so_is_what_a_lane_holds_that_has_returned(device: Device) -> None:
    body = """
    lane = cuda.laneid
    if lane >= 4:
        return
    out[lane] = cuda.shfl_down_sync(-1, lane, 2)
    """
    told = device.run(body, 1, 32, zeros(4, dtype=np.int64))
    assert told.after[0].tolist() == [2, 3, 0x5A5A5A5A, 0x5A5A5A5A]


def test_a_sum_by_shuffles(device: Device) -> None:
    body = """
    value = a[cuda.grid(1)]
    for step in (16, 8, 4, 2, 1):
        value += cuda.shfl_down_sync(0xFFFFFFFF, value, step)
    if cuda.laneid == 0:
        cuda.atomic.add(out, 0, value)
    """
    for order in (0, -1, 4):
        told = device.run(body, 2, 64, zeros(1), np.arange(128, dtype=np.float32), order=order)
        assert told.after[0].tolist() == [127 * 64]


def test_a_shuffle_waits_in_vain_for_a_thread_at_a_barrier(device: Device) -> None:
    body = """
    if cuda.threadIdx.x == 3:
        cuda.syncthreads()
    else:
        cuda.shfl_sync(-1, 1, 0)
        cuda.syncthreads()
    """
    fault = device.run(body, 1, 32, zeros(1)).fault
    assert fault["kind"] == "deadlock"
    call, missing, where = fault["texts"]
    assert (call, missing) == ("cuda.shfl_sync", "threadIdx (3, 0, 0)")
    assert where == "cell 1, line 4, in kernel: cuda.syncthreads()"
    assert fault["thread"] == (0, 0, 0)
    assert fault["where"] == "cell 1, line 6, in kernel: cuda.shfl_sync(-1, 1, 0)"


def test_threads_with_different_masks_wait_for_each_other(device: Device) -> None:
    body = """
    if cuda.laneid < 16:
        cuda.syncwarp(0xFFFFFFFF)
    else:
        cuda.any_sync(0xFFFFFFFF, True)
    """
    fault = device.run(body, 1, 32, zeros(1)).fault
    assert fault["kind"] == "deadlock"
    assert fault["texts"][:2] == ("cuda.syncwarp", "threadIdx (16, 0, 0)")


def test_a_mask_without_the_caller(device: Device) -> None:
    fault = device.run("cuda.shfl_sync(2, 1, 1)", 1, 1, zeros(1)).fault
    assert fault["kind"] == "deadlock"
    assert fault["texts"][1] == "threadIdx (0, 0, 0)"
