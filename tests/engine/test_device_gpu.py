"""On a real GPU: ./dev gpu runs this. Everything else about GPUs is tested without one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from grader.box import Zygote, best_rung
from grader.course import load_course
from grader.engine.device_bench import Bench, Cases, Job
from grader.engine.device_gpus import gpus_here, missing
from grader.engine.device_unit import load_device
from grader.report.device import Setting

pytestmark = pytest.mark.gpu
COURSE = load_course(Path(__file__).parents[2])
C03 = "c03_cuda_gemm"
Examine = Callable[..., tuple[Setting, ...]]
ILLEGAL = """
@cuda.jit
def gemm_shared(A, B, C):
    C[1 << 40, 0] = 1
"""
ENDLESS = """
@cuda.jit
def gemm_shared(A, B, C):
    while A.shape[0] > 0:
        cuda.atomic.add(C, (0, 0), 1)
"""
UNGUARDED = """
@cuda.jit
def gemm_shared(A, B, C):
    j, i = cuda.grid(2)
    total = float32(0)
    for k in range(A.shape[1]):
        if i < A.shape[0] and j < B.shape[1]:
            total += A[i, k] * B[k, j]
    if j < C.shape[1]:
        C[i, j] = total
"""
TOO_MANY_THREADS = """
@cuda.jit(launch_bounds=32)
def gemm_shared(A, B, C):
    C[0, 0] = 1
"""


@pytest.fixture(scope="module")
def examine() -> Iterator[Examine]:
    """Return what is found out about c03's solution followed by a cell."""
    there = gpus_here()
    lack = missing(there)
    assert lack is None, lack.text("en")
    unit = COURSE.unit(C03)
    device: Any = load_device(unit, COURSE.root)
    solution = (unit.secret / "solution.py").read_text("utf-8")
    with Zygote(best_rung(), kind="gpu") as zygote:
        bench = Bench(there[0], zygote, {C03: Cases(unit, device, 1)}, launch_s=5.0)

        def examined(cell: str = "") -> tuple[Setting, ...]:
            return bench.examine(Job(C03, ((0, solution), (1, cell)), frozenset())).settings

        yield examined


def test_the_solution_is_exact_at_every_size_and_is_timed(examine: Examine) -> None:
    settings = examine()
    assert [setting.constants for setting in settings] == ["TILE = 16", "TILE = 32"]
    for setting in settings:
        said = [each.why.text("en") for k in setting.kernels for each in k.launched if each.why]
        assert said == []
        assert [len(kernel.launched) for kernel in setting.kernels] == [5, 5]
        (compared,) = setting.compared
        assert compared.ms.low > 0


@pytest.mark.parametrize(
    ("cell", "ids"),
    [
        (ILLEGAL, {"device.error"}),
        (ENDLESS, {"device.hung"}),
        (UNGUARDED, {"device.strayed", "device.wrong", "device.error"}),
        (TOO_MANY_THREADS, {"device.error"}),
    ],
    ids=["illegal", "endless", "unguarded", "too-many-threads"],
)
def test_a_bad_kernel_costs_its_own_launches_alone(
    examine: Examine, cell: str, ids: set[str]
) -> None:
    for setting in examine(cell):
        good, bad = setting.kernels
        assert good.right
        assert not bad.right
        said = {each.why.id for each in bad.launched if each.why}
        assert said & ids
        assert setting.compared == ()
