"""Shared, local and constant memory: whose it is, and what it holds before anybody wrote it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.box.simt.device import Device, ramp, zeros


def test_shared_memory_is_seen_by_the_block(device: Device) -> None:
    body = """
    tile = cuda.shared.array(4, float32)
    x = cuda.threadIdx.x
    tile[x] = a[cuda.grid(1)]
    cuda.syncthreads()
    out[cuda.grid(1)] = tile[3 - x]
    """
    told = device.run(body, 2, 4, zeros(8), ramp(8))
    assert told.after[0].tolist() == [3, 2, 1, 0, 7, 6, 5, 4]
    shared = [array for array in told.launch.arrays if array.space == "shared"]
    assert [(array.name, array.shape) for array in shared] == [("tile", (4,))]


def test_a_second_block_does_not_see_what_the_first_left(device: Device) -> None:
    body = """
    tile = cuda.shared.array(1, float32)
    out[cuda.grid(1)] = tile[0]
    tile[0] = 5
    """
    assert np.isnan(device.run(body, 3, 1, zeros(3)).after[0]).all()


def test_integers_that_nobody_wrote_are_5a(device: Device) -> None:
    body = """
    tile = cuda.shared.array(1, int32)
    mine = cuda.local.array(1, int8)
    out[0], out[1] = tile[0], mine[0]
    """
    assert device.run(body, 1, 1, zeros(2, dtype=int)).after[0].tolist() == [0x5A5A5A5A, 0x5A]


def test_local_memory_belongs_to_the_thread(device: Device) -> None:
    body = """
    mine = cuda.local.array((2, 2), float32)
    i = cuda.grid(1)
    mine[1, 1] = i
    cuda.syncthreads()
    out[i, 0], out[i, 1] = mine[1, 1], mine[0, 1]
    """
    told = device.run(body, 1, 4, zeros(4, 2))
    assert told.after[0][:, 0].tolist() == [0, 1, 2, 3]
    assert np.isnan(told.after[0][:, 1]).all()
    assert [array.name for array in told.launch.arrays] == ["out"]  # local memory is not recorded


def test_a_shared_array_belongs_to_the_place_where_it_is_declared(device: Device) -> None:
    device.cell("""
        def summing(size):
            @cuda.jit(device=True)
            def total(x):
                part = cuda.shared.array(size, float32)
                part[cuda.threadIdx.x] = x
                cuda.syncthreads()
                return part[0] + part[size - 1]
            return total

        of_two, of_four = summing(2), summing(4)

        @cuda.jit
        def kernel(out):
            one = cuda.shared.array(1, int32); two = cuda.shared.array(1, int32)
            x = cuda.threadIdx.x
            one[0] = 1
            two[0] = 2
            cuda.syncthreads()
            out[x] = 10 * one[0] + two[0]
            out[x] += 100 * of_four(x)
            if cuda.blockDim.x == 2:
                out[x] += of_two(x)
        """)
    assert device.launch("kernel", 1, 4, zeros(4)).after[0].tolist() == [312] * 4
    both = device.cell("""
        @cuda.jit
        def both(out):
            out[cuda.threadIdx.x] = of_two(1) + (of_four(5) if cuda.threadIdx.x < 0 else 0)
            of_four(1)
        """).launch("both", 1, 2, zeros(2))
    assert both.after[0].tolist() == [2, 2]
    shapes = [array.shape for array in both.launch.arrays if array.space == "shared"]
    assert sorted(shapes) == [(2,), (4,)]


def test_dynamic_shared_memory(device: Device) -> None:
    device.cell("""
        @cuda.jit
        def kernel(out):
            tile = cuda.shared.array(0, float32)
            x = cuda.threadIdx.x
            tile[x] = len(tile)
            cuda.syncthreads()
            out[x] = tile[len(tile) - 1 - x]

        def host(out):
            kernel[1, 4, 0, 16](out)
        """)
    assert device.call("host", out=zeros(4)).after[0].tolist() == [4] * 4


def test_dynamic_shared_memory_of_two_types_is_not_simulated(device: Device) -> None:
    device.cell("""
        @cuda.jit
        def kernel(out):
            a = cuda.shared.array(0, float32)
            b = cuda.shared.array(0, int32)

        def host(out):
            kernel[1, 1, 0, 16](out)
        """)
    fault = device.call("host", out=zeros(1)).fault
    assert fault["kind"] == "unsupported"
    assert fault["texts"] == ("dynamic shared memory of two types",)


def test_constant_memory_is_read_and_never_written(device: Device) -> None:
    device.cell("TABLE = np.array([[1, 2], [3, 4]], np.float32)")
    body = """
    table = cuda.const.array_like(TABLE)
    out[0] = table[1, 0] + table.shape[1]
    """
    assert device.run(body, 1, 1, zeros(1)).after[0].tolist() == [5]
    with pytest.raises(ValueError, match="constant memory cannot be written"):
        device.run("cuda.const.array_like(TABLE)[0, 0] = 1", 1, 1, zeros(1))


@pytest.mark.parametrize(
    ("shape", "dtype", "size"),
    [("(96, 128)", "float32", 49152), ("49152", "int8", 49152), ("(2, 3072)", "np.float64", 49152)],
)
def test_48_kib_of_shared_memory_fit(device: Device, shape: str, dtype: str, size: int) -> None:
    body = f"tile = cuda.shared.array({shape}, {dtype})\nout[0] = tile.nbytes"
    assert device.run(body, 1, 1, zeros(1)).after[0].tolist() == [size]


def test_more_than_48_kib_do_not(device: Device) -> None:
    body = """
    one = cuda.shared.array((96, 128), float32)
    two = cuda.shared.array(1, float32)
    """
    fault = device.run(body, 1, 1, zeros(1)).fault
    assert (fault["kind"], fault["texts"]) == ("launch", ("shared_bytes", "49156", "49152"))
    assert "cell 1, line 4" in fault["where"]
    device.cell("""
        @cuda.jit
        def empty(out): pass
        def host(out): empty[1, 1, 0, 50000](out)
        """)
    fault = device.call("host", out=zeros(1)).fault
    assert fault["texts"] == ("shared_bytes", "50000", "49152")


@pytest.mark.parametrize("shape", ["2.0", "'4'", "(2, 2.5)", "-1"])
def test_a_shape_is_whole_numbers(device: Device, shape: str) -> None:
    with pytest.raises(TypeError, match="constant integers"):
        device.run(f"cuda.shared.array({shape}, float32)", 1, 1, zeros(1))


@pytest.mark.parametrize("space", ["shared", "local"])
@pytest.mark.parametrize("dtype", ["float16", "float64", "np.int16", "numba.boolean", "np.uint8"])
def test_types_of_numpy_and_numba(device: Device, space: str, dtype: str) -> None:
    body = f"""
    tile = cuda.{space}.array(2, {dtype})
    tile[0] = 1
    out[0] = tile[0] + tile.size
    """
    told: Any = device.run(body, 1, 1, zeros(1))
    assert told.after[0].tolist() == [3]
    assert told.launch.finished
