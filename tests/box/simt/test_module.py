"""How the simulator takes the place of `numba.cuda`."""

from __future__ import annotations

import sys

import numba
import pytest

from grader.box.inside import simt
from tests.box.simt.device import Device, zeros


def test_every_way_to_import_it_finds_the_same(device: Device) -> None:
    device.cell("""
        import numba.cuda
        from numba import cuda as one
        import numba.cuda as two
        from numba.cuda import jit
        """)
    names = device.names
    assert names["one"] is names["two"] is names["numba"].cuda is numba.cuda
    assert names["jit"] is names["one"].jit
    assert simt.installed()


def test_installing_twice_changes_nothing(device: Device) -> None:
    before = sys.modules["numba.cuda"]
    simt.install()
    assert sys.modules["numba.cuda"] is before


def test_numba_itself_still_compiles(device: Device) -> None:
    device.cell("""
        @njit
        def twice(x):
            return 2 * x

        @cuda.jit
        def kernel(out):
            out[0] = twice(3)

        def host(out):
            kernel[1, 1](out)
            return twice(4)
        """)
    told = device.call("host", out=zeros(1))
    assert (told.after[0].tolist(), told.value) == ([6], 8)
    assert device.names["twice"].signatures  # outside of the kernel it was compiled


def test_a_failed_launch_leaves_no_trace(device: Device) -> None:
    device.cell("""
        @njit
        def twice(x):
            return 2 * x

        @cuda.jit
        def kernel(out):
            cuda.syncthreads()
            if cuda.threadIdx.x == 2:
                raise ValueError("stop")
            out[twice(cuda.threadIdx.x)] = 1
        """)
    with pytest.raises(ValueError, match="stop"):
        device.launch("kernel", 1, 4, zeros(8))
    assert simt.asked.machine.thread is None
    assert simt.asked.machine.launch is None
    with pytest.raises(RuntimeError, match="inside a kernel only"):
        device.cell("cuda.grid(1)")
    device.cell("y = twice(2)")
    assert device.names["twice"].signatures


def test_a_fault_outside_of_a_recorded_call_is_an_exception_with_a_sentence(
    device: Device,
) -> None:
    device.cell("@cuda.jit\ndef kernel(out):\n    out[4] = 1")
    with pytest.raises(simt.KernelFault, match=r"out\[4\] of shape \(4,\)") as raised:
        device.cell("kernel[1, 1](np.zeros(4))")
    text = str(raised.value)
    assert "下标越界" in text
    assert "cell 1, line 3, in kernel: out[4] = 1" in text
    assert "threadIdx (0, 0, 0)" in text
