"""Barriers of the block: who waits, what predicates answer, and what the record says of them."""

from __future__ import annotations

import numpy as np
import pytest

from grader.checks.access import gpu
from grader.checks.verdicts import CheckFailed
from tests.box.simt.device import Device, zeros


@pytest.mark.parametrize(
    ("call", "limit", "answer"),
    [
        ("syncthreads_count", 3, 3),
        ("syncthreads_count", 0, 0),
        ("syncthreads_and", 3, 0),
        ("syncthreads_and", 8, 1),
        ("syncthreads_or", 1, 1),
        ("syncthreads_or", 0, 0),
    ],
)
def test_predicates(device: Device, call: str, limit: int, answer: int) -> None:
    body = f"""
    x = cuda.threadIdx.x
    out[x] = cuda.{call}(x < {limit})
    """
    told = device.run(body, 1, 8, zeros(8) - 1)
    assert told.after[0].tolist() == [answer] * 8
    gpu.barriers(told.launch)


def test_a_barrier_counts_for_every_thread_and_separates_epochs(device: Device) -> None:
    body = """
    x = cuda.threadIdx.x
    out[x] = 1
    cuda.syncthreads()
    out[x] = 2
    cuda.syncthreads()
    out[x] = out[7 - x]
    """
    launch = device.run(body, 1, 8, zeros(8)).launch
    assert sorted(launch.epoch.tolist()) == [0] * 8 + [1] * 8 + [2] * 16
    assert {launch.sites[i].segment for i in launch.runs.site[launch.runs.stop == 1]} == {
        "cuda.syncthreads()"
    }


def test_threads_that_return_early_are_not_waited_for(device: Device) -> None:
    body = """
    x = cuda.threadIdx.x
    if x >= 3:
        return
    cuda.syncthreads()
    out[x] = cuda.syncthreads_count(True)
    """
    told = device.run(body, 1, 8, zeros(8))
    assert told.after[0].tolist() == [3, 3, 3, 0, 0, 0, 0, 0]
    with pytest.raises(CheckFailed):
        gpu.barriers(told.launch)


def test_a_divergent_barrier_is_left_to_the_keeper(device: Device) -> None:
    body = """
    if cuda.threadIdx.x < 2:
        cuda.syncthreads()
    else:
        cuda.syncthreads()
    out[cuda.threadIdx.x] = 1
    """
    told = device.run(body, 1, 4, zeros(4))
    assert told.after[0].tolist() == [1] * 4
    with pytest.raises(CheckFailed):
        gpu.barriers(told.launch)


def test_a_barrier_in_a_device_function_stands_there(device: Device) -> None:
    device.cell("""
        @cuda.jit(device=True)
        def meet():
            cuda.syncthreads()

        @cuda.jit
        def kernel(out):
            meet()
            out[cuda.grid(1)] = 1
        """)
    launch = device.launch("kernel", 1, 2, zeros(2)).launch
    (site,) = {int(i) for i in launch.runs.site[launch.runs.stop == 1]}
    assert launch.sites[site].where == "cell 1, line 3, in meet: cuda.syncthreads()"


def test_syncwarp_orders_the_warp_only(device: Device) -> None:
    body = """
    x = cuda.threadIdx.x
    tile = cuda.shared.array(64, float32)
    tile[x] = x
    cuda.syncwarp()
    out[x] = tile[x ^ 1]
    """
    told = device.run(body, 1, 64, zeros(64))
    assert told.after[0].tolist() == [x ^ 1 for x in range(64)]
    assert sorted(set(told.launch.warp_epoch.tolist())) == [0, 1]
    assert set(told.launch.epoch.tolist()) == {0}
    gpu.races(told.launch)
    across = device.run(body.replace("x ^ 1", "63 - x"), 1, 64, zeros(64))
    with pytest.raises(CheckFailed):
        gpu.races(across.launch)


def test_syncwarp_of_a_part_of_the_warp(device: Device) -> None:
    body = """
    x = cuda.threadIdx.x
    if x < 4:
        out[x] = 1
        cuda.syncwarp(0xF)
        out[x] = out[3 - x] + 1
    """
    assert device.run(body, 1, 32, zeros(4)).after[0].tolist() == [2, 2, 3, 3]


def test_fences_and_naps_do_nothing(device: Device) -> None:
    body = """
    cuda.threadfence(); cuda.threadfence_block(); cuda.threadfence_system(); cuda.nanosleep(10)
    out[0] = 1
    """
    told = device.run(body, 1, 1, zeros(1))
    assert np.array_equal(told.after[0], [1])
    assert len(told.launch.runs) == 1
