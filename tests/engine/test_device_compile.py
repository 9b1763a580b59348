"""Kernels are compiled in a walled box. It needs the gpu extra, but neither GPU nor driver."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from grader.box import Box, Compiled, Limits, Missing, Raised, Rung, Zygote, best_rung
from grader.course import load_course
from grader.engine import device_gpus
from grader.engine.device_launch import entry_of, types_of

needs_nvvm = pytest.mark.skipif(
    find_spec("numba_cuda") is None or not device_gpus._has_nvvm(),
    reason="needs the gpu extra: numba-cuda and NVVM",
)
MATRICES = (np.zeros((3, 5), np.float32),) * 3
H200 = (9, 0)
CELLS = """
import grader
grader.simulate_cuda()
import numpy as np
from numba import cuda, float32, njit
TILE = 4

@cuda.jit(device=True)
def twice(x):
    return 2 * x

if cuda.is_available():
    @cuda.jit
    def shared(A, B, C):
        tile = cuda.shared.array((TILE, TILE), float32)
        x, y = cuda.threadIdx.x, cuda.threadIdx.y
        tile[y, x] = A[y, x]
        cuda.syncthreads()
        C[y, x] = twice(tile[x, y])

@cuda.jit("void(float32[:, :], float32[:, :], float32[:, :])", fastmath=True)
def signed(A, B, C):
    cuda.atomic.add(C, (0, 0), A[0, 0])

@cuda.jit
def untypable(A, B, C):
    C[0, 0] = "text"

@cuda.jit(launch_bounds=32)
def large(A, B, C):
    much = cuda.shared.array((1 << 20,), float32)
    much[0] = A[0, 0]
    C[0, 0] = much[0]

@cuda.jit(launch_bounds=32)
def small(A, B, C):
    C[0, 0] = 1

@njit
def no_kernel(A, B, C):
    C[0, 0] = 1

d = cuda.to_device(np.ones((4, 4), np.float32))
shared[1, (4, 4)](d, d, d)
cuda.synchronize()
d.copy_to_host()
reached = True
"""
Compile = Callable[..., Any]


@pytest.fixture(scope="module")
def zygote() -> Iterator[Zygote]:
    if best_rung() is Rung.D:
        pytest.skip("no walls can be raised on this machine")
    with Zygote(best_rung(), kind="gpu") as zygote:
        yield zygote


@pytest.fixture
def box(zygote: Zygote) -> Iterator[Box]:
    with zygote.open_box(Limits()) as box:
        assert not isinstance(box.run_cell(CELLS, 0), Raised)
        yield box


def text(answer: object) -> str:
    assert isinstance(answer, Compiled)
    assert answer.code.startswith(b"\x7fELF")
    return answer.ptx


@needs_nvvm
def test_kernels_compile_and_take_what_we_pass(box: Box) -> None:
    for name in ("shared", "signed"):
        ptx = text(box.compile(name, types_of(MATRICES), H200))
        assert name in entry_of(ptx, MATRICES)
        assert ".target sm_90" in ptx


@needs_nvvm
def test_scalars_are_packed_as_numba_takes_them(box: Box) -> None:
    box.run_cell("@cuda.jit\ndef f(a, n, x, flag, small): a[0] = n * x if flag else small", 1)
    arguments = (
        np.zeros(3, np.float32),
        np.int32(1),
        np.float64(2),
        np.bool_(True),
        np.uint8(4),
    )
    assert "f" in entry_of(text(box.compile("f", types_of(arguments), H200)), arguments)


@needs_nvvm
@pytest.mark.parametrize(("tile", "in_bytes"), [(16, 1024), (32, 4096)])
def test_a_constant_that_is_set_before_is_the_one_compiled(
    box: Box, tile: int, in_bytes: int
) -> None:
    box.set("TILE", tile)
    ptx = text(box.compile("shared", types_of(MATRICES), H200))
    assert f"_cudapy_smem_1[{in_bytes}]" in ptx


@needs_nvvm
def test_cells_that_use_a_device_go_on_and_launch_nothing(box: Box) -> None:
    assert text(box.compile("shared", types_of(MATRICES), (7, 5))).count(".target sm_75") == 1
    assert isinstance(box.run_cell("assert reached", 1), type(box.run_cell("pass", 2)))


@needs_nvvm
def test_what_is_no_kernel_is_said_to_be_none(box: Box) -> None:
    types = types_of(MATRICES)
    assert isinstance(box.compile("absent", types, H200), Missing)
    untypable = box.compile("untypable", types, H200)
    assert isinstance(untypable, Raised)
    assert untypable.type_name == "TypingError"
    for name in ("no_kernel", "TILE", "twice_as_much"):
        answer = box.compile(name, types, H200)
        assert isinstance(answer, Missing if name == "twice_as_much" else Raised)


@needs_nvvm
def test_bounds_are_passed_on_and_too_much_shared_memory_is_the_assemblers_to_refuse(
    box: Box,
) -> None:
    types = types_of(MATRICES)
    assert ".maxntid 32" in text(box.compile("small", types, H200))
    refused = box.compile("large", types, H200)
    assert isinstance(refused, Raised)
    assert "too much shared data" in refused.message


@needs_nvvm
def test_the_box_has_its_walls(box: Box) -> None:
    opened = box.run_cell(f"open({__file__!r})", 1)
    assert isinstance(opened, Raised)


@needs_nvvm
@pytest.mark.parametrize("tile", [16, 32])
def test_c03s_solution_compiles_for_every_gpu_that_numba_knows(zygote: Zygote, tile: int) -> None:
    unit = load_course(Path(__file__).parents[2]).unit("c03")
    with zygote.open_box(unit.limits) as box:
        box.run_cell((unit.secret / "solution.py").read_text("utf-8"), 0)
        box.set("TILE", tile)
        for name in ("gemm_naive", "gemm_shared"):
            for cc in ((7, 5), (8, 0), (9, 0), (10, 0), (12, 0)):
                text(box.compile(name, types_of(MATRICES), cc))
