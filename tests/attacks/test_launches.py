"""Tries for the points of a CUDA kernel that was not written. Each file of `launches/` is one try.

A file comes as a cell behind `HONEST`, whose answers it replaces. The first line of its docstring
says what comes of it, exactly: whether the product of the kernel is right, whether its record obeys
the rules, and whether the host function passes that launches it.
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from grader import access, check, exact, holds, poisoned
from grader.box import Limits, Zygote
from grader.checks.student import Student
from tests.attacks.conftest import Arena
from tests.checks.stage import Stage

FOLDER = Path(__file__).parent / "launches"
RULES = ("SIM", "NOLIB", "POISON", "FROZEN")
LIMITS = Limits(cpu_s=1, cell_cpu_s=10, memory_mb=512)
TILE = 4
SHAPES = ((4, 5, 7), (5, 1, 9))
GAINED = {
    "barriers_of_two_lines_as_one": "an execution that is valid, of another kernel than this one",
    "fault_removed": "an execution that is valid, without the access that was none",
}
"""What a record cannot show (SECURITY.md): whoever rewrites the simulator can write these."""
NOTHING_GAINED = {
    "greenlet_parent_changed": "the kernel is the honest one",
    "names_of_sites_twice": "the kernel is the honest one, its lines are only misnamed",
    "product_on_the_host_by_pieces": "NOLIB finds products of a library, not sums of products",
}
HONEST = '''"""Expect: values=PASSED rules=PASSED host=PASSED"""
import numpy as np
from numba import cuda, float32

TILE = 4

@cuda.jit
def gemm(A, B, C):
    a = cuda.shared.array((TILE, TILE), float32)
    b = cuda.shared.array((TILE, TILE), float32)
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    j = cuda.blockIdx.x * TILE + x
    i = cuda.blockIdx.y * TILE + y
    total = float32(0)
    for k0 in range(0, A.shape[1], TILE):
        a[y, x] = A[i, k0 + x] if i < A.shape[0] and k0 + x < A.shape[1] else float32(0)
        b[y, x] = B[k0 + y, j] if k0 + y < B.shape[0] and j < B.shape[1] else float32(0)
        cuda.syncthreads()
        for k in range(TILE):
            total += a[y, k] * b[k, x]
        cuda.syncthreads()
    if i < C.shape[0] and j < C.shape[1]:
        C[i, j] = total

honest = gemm.py_func

def gemm_gpu(A, B):
    C = cuda.device_array((A.shape[0], B.shape[1]), np.float32)
    grid = -(-B.shape[1] // TILE), -(-A.shape[0] // TILE)
    gemm[grid, (TILE, TILE)](cuda.to_device(A), cuda.to_device(B), C)
    return C.copy_to_host()
'''


def matrices(M: int, N: int, K: int) -> dict[str, Any]:
    rng = np.random.default_rng(M + 100 * N + 10_000 * K)
    return {
        "A": rng.integers(1, 16, (M, K)).astype(np.float32),
        "B": rng.integers(1, 16, (K, N)).astype(np.float32),
    }


def launched(student: Student, shape: tuple[int, int, int]) -> tuple[access.gpu.Launch, Any]:
    """Return the record of the kernel and the right product."""
    given = matrices(*shape)
    M, N, _ = shape
    grid = -(-N // TILE), -(-M // TILE)
    C = poisoned((M, N))
    launch = student.launch("gemm", grid, (TILE, TILE), **given, C=C, out=("C",))
    return launch, given["A"] @ given["B"]


@check("prop", of="gemm")
def values(student: Student) -> None:
    """积对。

    The product is right.
    """
    for shape in SHAPES:
        launch, want = launched(student, shape)
        exact(launch.after["C"], want)


@check("trace", of="gemm")
def rules(student: Student) -> None:
    """规则都守。

    Every rule for threads is obeyed.
    """
    for shape in SHAPES:
        launch, want = launched(student, shape)
        M, N, K = (-(-n // TILE) * TILE for n in shape)
        access.gpu.configured(launch, (N // TILE, M // TILE), (TILE, TILE))
        access.gpu.barriers(launch)
        access.gpu.races(launch)
        access.gpu.initialised(launch)
        access.gpu.uses_shared(launch)
        access.gpu.traffic(launch, reads={"A": M * K * N // TILE, "B": K * N * M // TILE})
        access.gpu.coalesced(launch, "B")
        access.gpu.coalesced(launch, "C")
        access.gpu.sectors_at_most(launch, "B")
        access.gpu.no_bank_conflicts(launch, most=TILE)
        access.each(launch, "C", writes=1)
        access.counts(launch, "C", reads=0)
        access.gemm.explained(launch)
        exact(launch.after["C"], want)


@check("prop", of="gemm_gpu")
def host(student: Student) -> None:
    """主机函数启动一次核函数。

    The host function launches one kernel.
    """
    for shape in SHAPES:
        given = matrices(*shape)
        run = student.simulate("gemm_gpu", **given)
        exact(run.value, given["A"] @ given["B"])
        holds(
            len(run.launches) == 1,
            zh="启动一次",
            en="one launch",
            got=len(run.launches),
        )
        M, N, _ = shape
        access.gpu.configured(run.launches[0], (-(-N // TILE), -(-M // TILE)), (TILE, TILE))
        access.gpu.uses_shared(run.launches[0])


def announced(source: str) -> str:
    return str(ast.get_docstring(ast.parse(source))).partition("\n")[0]


@cache
def stage(zygote: Zygote) -> Stage:
    return Stage(zygote, LIMITS, simulating=True)


def verdicts(source: str, zygote: Zygote) -> str:
    """Return what the checks come to, live and by scripts of the honest kernel."""
    checks = [values, rules, host]
    came = stage(zygote).judged(checks, HONEST, HONEST, source, rules=RULES).statuses
    return "Expect: " + " ".join(f"{c.__name__}={s}" for c, s in zip(checks, came, strict=True))


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.py")), ids=lambda path: path.stem)
def test_a_launch_that_was_not_earned(arena: Arena, path: Path) -> None:
    """The verdicts are those that the file announces."""
    source = path.read_text("utf-8")
    assert verdicts(source, arena.zygote) == announced(source)


def test_the_honest_kernel_passes(arena: Arena) -> None:
    """Without this the verdicts above would prove nothing."""
    assert verdicts(HONEST, arena.zygote) == announced(HONEST)


def test_what_passes_is_known() -> None:
    """No other try passes all three; with this list a new one cannot come in unnoticed."""
    files = sorted(FOLDER.glob("*.py"))
    assert files
    passed = {
        path.stem for path in files if announced(path.read_text("utf-8")) == announced(HONEST)
    }
    assert passed == GAINED.keys() | NOTHING_GAINED.keys()
