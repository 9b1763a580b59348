"""What the simulator has not: told by name in a launch, and no reason for a cell to break."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from grader.box.inside.simt.module import Unsupported
from tests.box.simt.device import Device, zeros

IN_A_KERNEL = {
    "cuda.cg.this_grid": "cuda.cg.this_grid().sync()",
    "cuda.cg.this_grid ": "this_grid().sync()",
    "cuda.random.xoroshiro128p_uniform_float32": "out[0] = uniform(None, 0)",
    "cuda.libdevice.sinf": "out[0] = libdevice.sinf(1.0)",
    "cuda.fp16.hadd": "out[0] = cuda.fp16.hadd(out[0], out[0])",
    "cuda.activemask": "out[0] = cuda.activemask()",
    "cuda.float32x4": "v = cuda.float32x4(1, 2, 3, 4)\nout[0] = v.x",
    "cuda.int2": "v = cuda.int2(1, 2)",
    "cuda.double3": "v = double3(1, 2, 3)",
    "cuda.shfl_sync_intrinsic": "cuda.shfl_sync_intrinsic(-1, 0, 1, 0, 31)",
    "cuda.declare_device": "outside(1)",
}
LOADED = """
from numba.cuda.random import create_xoroshiro128p_states
from numba.cuda.random import xoroshiro128p_uniform_float32 as uniform
from numba.cuda import cg, libdevice, double3, fp16
from numba.cuda.cg import this_grid
from numba.cuda.cudadrv.driver import driver
from numba.cuda.cudadrv import devicearray
import numba.cuda.libdevice as also
import numba.cuda.kernels.reduction

states = create_xoroshiro128p_states(4, seed=1)
outside = cuda.declare_device("outside", "float32(float32)")

@cuda.reduce
def total(a, b):
    return a + b
"""


@pytest.mark.parametrize("construct", IN_A_KERNEL)
def test_a_construct_is_named(device: Device, construct: str) -> None:
    fault = device.cell(LOADED).run(IN_A_KERNEL[construct], 1, 1, zeros(1)).fault
    assert fault["kind"] == "unsupported"
    assert fault["texts"] == (construct.strip(),)
    assert fault["kernel"] == "kernel"


def test_a_stand_in_as_an_argument(device: Device) -> None:
    device.cell(LOADED).cell("""
        @cuda.jit
        def kernel(out, states): pass

        def host(out): kernel[1, 1](out, states)
        """)
    fault = device.call("host", out=zeros(1)).fault
    assert fault["kind"] == "unsupported"
    assert fault["texts"] == ("cuda.random.create_xoroshiro128p_states",)


@pytest.mark.parametrize(
    ("expression", "construct"),
    [
        ("total(out)", "cuda.reduce"),
        ("create_xoroshiro128p_states(4, seed=1)", "cuda.random.create_xoroshiro128p_states"),
        ("cuda.compile_ptx(None, ())", "cuda.compile_ptx"),
        ("cuda.In(out)", "cuda.In"),
    ],
)
def test_a_host_function_that_needs_one(device: Device, expression: str, construct: str) -> None:
    device.cell(LOADED).cell(f"def host(out): return {expression}")
    fault = device.call("host", out=zeros(1)).fault
    assert (fault["kind"], fault["texts"]) == ("unsupported", (construct,))


def test_a_kernel_that_launches(device: Device) -> None:
    device.cell("@cuda.jit\ndef other(out): pass")
    fault = device.run("other[1, 1](out)", 1, 1, zeros(1)).fault
    assert (fault["kind"], fault["texts"]) == ("unsupported", ("dynamic parallelism",))


def test_a_name_that_numba_has_not_either(device: Device) -> None:
    with pytest.raises(AttributeError, match="synchthreads"):
        device.run("cuda.synchthreads()", 1, 1, zeros(1))
    with pytest.raises(AttributeError, match="ad"):
        device.run("cuda.atomic.ad(out, 0, 1)", 1, 1, zeros(1))
    with pytest.raises(ImportError):
        device.cell("from numba.cuda import treadIdx")
    with pytest.raises(ModuleNotFoundError):
        device.cell("import numba.cuda.gemm")


NAMES = """
import json, types
from numba import cuda
print(json.dumps([
    name for name in dir(cuda)
    if not name.startswith("_") and not isinstance(getattr(cuda, name), types.ModuleType)
]))
"""
INTERNAL = {"alias", "implementation", "test"}
"""Names that only numba's own modules need."""


def test_every_name_of_numba_is_known(device: Device) -> None:
    done = subprocess.run([sys.executable, "-c", NAMES], capture_output=True, check=True, text=True)
    names = set(json.loads(done.stdout)) - INTERNAL
    assert "syncthreads" in names
    unknown = {name for name in names if not hasattr(device.names["cuda"], name)}
    assert unknown == set()


def test_a_stand_in_is_inert_while_a_cell_is_loaded(device: Device) -> None:
    device.cell("x = cuda.cg.anything(1)(2).more")
    assert isinstance(device.names["x"], Unsupported)
    device.cell("class Mine(cuda.cg.Group): pass")
