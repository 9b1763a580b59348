"""Functions that kernels call: of the device, nested, recursive, compiled by numba for the host."""

from __future__ import annotations

import pytest

from tests.box.simt.device import Device, ramp, zeros


def test_device_functions_call_each_other(device: Device) -> None:
    device.cell("""
        @cuda.jit(device=True)
        def square(x):
            return x * x

        @cuda.jit("float32(float32)", device=True, inline=True)
        def fourth(x):
            return square(square(x))

        @cuda.jit
        def kernel(out, a):
            i = cuda.grid(1)
            out[i] = fourth(a[i])
        """)
    assert device.launch("kernel", 1, 3, zeros(3), ramp(3)).after[0].tolist() == [0, 1, 16]


def test_recursion(device: Device) -> None:
    device.cell("""
        @cuda.jit(device=True)
        def factorial(n):
            return 1 if n <= 1 else n * factorial(n - 1)

        @cuda.jit
        def kernel(out):
            out[cuda.grid(1)] = factorial(cuda.grid(1))
        """)
    assert device.launch("kernel", 1, 6, zeros(6)).after[0].tolist() == [1, 1, 2, 6, 24, 120]


def test_shared_memory_of_a_device_function(device: Device) -> None:
    device.cell("""
        @cuda.jit(device=True)
        def turned(x):
            tile = cuda.shared.array(4, float32)
            i = cuda.threadIdx.x
            tile[i] = x
            cuda.syncthreads()
            value = tile[3 - i]
            cuda.syncthreads()
            return value

        @cuda.jit
        def kernel(out, a):
            i = cuda.grid(1)
            out[i] = turned(turned(a[i]) * 10)
        """)
    told = device.launch("kernel", 2, 4, zeros(8), ramp(8))
    assert told.after[0].tolist() == [10 * i for i in range(8)]
    assert [array.name for array in told.launch.arrays] == ["out", "a", "tile"]


def test_a_function_that_works_on_arrays(device: Device) -> None:
    device.cell("""
        @cuda.jit(device=True)
        def dot(row, column):
            total = float32(0)
            for k in range(row.shape[0]):
                total += row[k] * column[k]
            return total

        @cuda.jit
        def gemm(out, a, b):
            y, x = cuda.grid(2)
            out[y, x] = dot(a[y], b[:, x])
        """)
    a, b = ramp(2, 3), ramp(3, 2)
    assert (device.launch("gemm", 1, (2, 2), zeros(2, 2), a, b).after[0] == a @ b).all()


@pytest.mark.parametrize("decorator", ["", "@njit", "@njit(fastmath=True, inline='always')"])
def test_plain_and_compiled_functions_of_the_host(device: Device, decorator: str) -> None:
    device.cell(f"""
        {decorator}
        def at(array, i):
            return array[i] + 1

        @cuda.jit
        def kernel(out, a):
            out[cuda.grid(1)] = at(a, cuda.grid(1))

        def both(out):
            kernel[1, 3](out, at(np.zeros(1), 0) * np.ones(3))
            return at(out, 0)
        """)
    told = device.call("both", out=zeros(3))
    assert (told.after[0].tolist(), told.value) == ([2, 2, 2], 3)
    assert len(told.launch) == 6


def test_a_kernel_may_call_a_kernel_as_a_function(device: Device) -> None:
    device.cell("""
        @cuda.jit
        def one(out):
            out[cuda.grid(1)] = 1

        @cuda.jit
        def kernel(out):
            one(out)
        """)
    assert device.launch("kernel", 1, 2, zeros(2)).after[0].tolist() == [1, 1]


def test_a_fault_in_a_device_function_names_its_line(device: Device) -> None:
    device.cell("""
        @cuda.jit(device=True)
        def put(array, i, x):
            array[i] = x

        @cuda.jit
        def kernel(out):
            put(out, 4, 1)
        """)
    fault = device.launch("kernel", 1, 1, zeros(4)).fault
    assert fault["where"] == "cell 1, line 3, in put: array[i] = x"
    assert fault["kernel"] == "kernel"
