"""Who a thread is: indices, sizes, lanes, in one to three dimensions and under any name."""

from __future__ import annotations

import numpy as np
import pytest

from tests.box.simt.device import Device, ramp, zeros


def test_grid_in_one_dimension(device: Device) -> None:
    told = device.run("out[cuda.grid(1)] = cuda.grid(1) + 100 * cuda.gridsize(1)", 3, 4, zeros(12))
    assert told.after[0].tolist() == [1200 + i for i in range(12)]


def test_grid_in_two_dimensions_is_x_then_y(device: Device) -> None:
    body = """
    x, y = cuda.grid(2)
    w, h = cuda.gridsize(2)
    out[y, x] = 100 * w + 10 * h + y
    """
    told = device.run(body, (3, 1), (2, 4), zeros(4, 6))
    assert told.after[0].tolist() == [[640 + y] * 6 for y in range(4)]


def test_grid_in_three_dimensions(device: Device) -> None:
    body = """
    x, y, z = cuda.grid(3)
    out[z, y, x] = x + 10 * y + 100 * z + 1000 * cuda.gridsize(3)[2]
    """
    told = device.run(body, (2, 1, 2), (2, 3, 2), zeros(4, 3, 4))
    z, y, x = np.indices((4, 3, 4))
    assert np.array_equal(told.after[0], x + 10 * y + 100 * z + 4000)


def test_a_thread_knows_where_it_is(device: Device) -> None:
    body = """
    t, b, n, g = cuda.threadIdx, cuda.blockIdx, cuda.blockDim, cuda.gridDim
    i = t.x + n.x * (t.y + n.y * t.z)
    out[b.x + g.x * (b.y + g.y * b.z), i] = t.x + 10 * t.y + 100 * t.z + 1000 * b.z
    """
    told = device.run(body, (1, 2, 2), (2, 3, 4), zeros(4, 24))
    z, y, x = np.indices((4, 3, 2))
    within = (x + 10 * y + 100 * z).reshape(-1)
    assert told.after[0].tolist() == [(within + 1000 * block).tolist() for block in (0, 0, 1, 1)]


def test_grid_of_two_dimensions_in_a_launch_of_one_has_y_0(device: Device) -> None:
    told = device.run("x, y = cuda.grid(2)\nout[x] = y", 2, 2, zeros(4) + 9)
    assert told.after[0].tolist() == [0, 0, 0, 0]


def test_grid_of_no_dimension_is_a_mistake(device: Device) -> None:
    with pytest.raises(ValueError, match="1, 2 or 3"):
        device.run("out[cuda.grid(4)] = 0", 1, 1, zeros(1))


def test_lanes_go_through_the_block_row_by_row(device: Device) -> None:
    body = "out[cuda.threadIdx.y, cuda.threadIdx.x] = cuda.laneid + cuda.warpsize"
    told = device.run(body, 1, (16, 4), zeros(4, 16))
    assert told.after[0].reshape(-1).tolist() == [32 + i % 32 for i in range(64)]


def test_names_may_be_imported_one_by_one(device: Device) -> None:
    device.cell("""
        from numba.cuda import blockDim, blockIdx, grid, jit, laneid, syncthreads, threadIdx

        @jit
        def kernel(out):
            syncthreads()
            i = threadIdx.x + blockIdx.x * blockDim.x
            out[i] = 100 * grid(1) + laneid % 8 + 2 * laneid
            if laneid == 3 or laneid > 30:
                out[i] = -1
        """)
    told = device.launch("kernel", 2, 32, zeros(64))
    want = [100 * i + i % 32 % 8 + 2 * (i % 32) for i in range(64)]
    for i in (3, 31, 35, 63):
        want[i] = -1
    assert told.after[0].tolist() == want


def test_aliases_closures_and_factories(device: Device) -> None:
    device.cell("""
        import numba.cuda as gpu
        from numba import cuda as c

        TWICE = 2

        def scaled_by(factor):
            @gpu.jit
            def scale(out, a):
                i = c.grid(1)
                if i < len(a):
                    out[i] = factor * TWICE * a[i]
            return scale

        triple, fourfold = scaled_by(3), scaled_by(4)
        """)
    for name, factor in (("triple", 6), ("fourfold", 8)):
        told = device.launch(name, 1, 4, zeros(3), ramp(3))
        assert told.after[0].tolist() == [0, factor, 2 * factor]
        assert told.launch.kernel == "scale"


def test_kernels_may_hide_behind_is_available(device: Device) -> None:
    device.cell("""
        if cuda.is_available():
            @cuda.jit("void(float32[:])", fastmath=True)
            def kernel(out):
                out[cuda.grid(1)] = 1

            def host(a):
                d = cuda.to_device(a)
                kernel[1, len(a)](d)
                cuda.synchronize()
                return d.copy_to_host()
        """)
    assert device.call("host", a=zeros(3)).value.tolist() == [1, 1, 1]


def test_outside_of_a_kernel_there_is_no_thread(device: Device) -> None:
    with pytest.raises(RuntimeError, match="inside a kernel only"):
        device.cell("cuda.threadIdx.x")
    with pytest.raises(RuntimeError, match="inside a kernel only"):
        device.cell("cuda.syncthreads()")
