"""Tries for the points of a method that was not used. Each file of `traces/` is one submission.

The first line of its docstring says what comes of it, exactly: whether the product is right when
nothing is recorded, and whether the record of i-k-j passes.
"""

from __future__ import annotations

import ast
import math
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

FOLDER = Path(__file__).parent / "traces"
SHAPES = ((2, 2, 3), (4, 5, 3), (1, 1, 6), (5, 7, 4))
RULES = ("TRACE", "NOLIB", "POISON", "FROZEN")
HONEST = '''"""Expect: values=PASSED trace=PASSED"""
def gemm_ikj(A, B, C):
    C[...] = 0
    for i in range(A.shape[0]):
        for k in range(A.shape[1]):
            a = A[i, k]
            for j in range(B.shape[1]):
                C[i, j] += a * B[k, j]
'''


def matrices(M: int, N: int, K: int) -> dict[str, Any]:
    rng = np.random.default_rng(M + 100 * N + 10_000 * K)
    return {
        "A": rng.integers(1, 16, (M, K)).astype(np.float32),
        "B": rng.integers(1, 16, (K, N)).astype(np.float32),
        "C": poisoned((M, N), fill=math.nan),
    }


@check("prop", of="gemm_ikj")
def values(student: Student) -> None:
    """积对。

    The product is right.
    """
    for shape in SHAPES:
        given = matrices(*shape)
        _, C = student.call("gemm_ikj", **given, out=("C",))
        exact(C, given["A"] @ given["B"])


@check("trace", of="gemm_ikj")
def trace(student: Student) -> None:
    """记录对。

    The record is right.
    """
    for shape in SHAPES:
        given = matrices(*shape)
        log = student.trace("gemm_ikj", **given, out=("C",))
        exact(log.after["C"], given["A"] @ given["B"])
        access.inside(log)
        access.written_before_read(log, "C")
        access.gemm.explained(log)
        access.gemm.order(log, "ikj")
        access.each(log, "A", reads=1)


def announced(source: str) -> str:
    return str(ast.get_docstring(ast.parse(source))).partition("\n")[0]


@cache
def stage(zygote: Zygote) -> Stage:
    return Stage(zygote, Limits(cpu_s=20))


def verdicts(source: str, zygote: Zygote) -> str:
    """Return what the checks come to, live and by scripts of the honest loops."""
    checks = [values, trace]
    judged = stage(zygote).judged(checks, HONEST, source, rules=RULES)
    came = judged.racing if "threading.Thread" in source else judged.statuses
    return "Expect: " + " ".join(f"{c.__name__}={s}" for c, s in zip(checks, came, strict=True))


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.py")), ids=lambda path: path.stem)
def test_a_record_that_was_not_earned(arena: Arena, path: Path) -> None:
    """The verdicts are those that the file announces."""
    source = path.read_text("utf-8")
    assert verdicts(source, arena.zygote) == announced(source)


def test_the_honest_loops_pass(arena: Arena) -> None:
    """Without this the verdicts above would prove nothing."""
    assert verdicts(HONEST, arena.zygote) == announced(HONEST)


def test_no_attack_passes() -> None:
    """A file that announces a passed record would be no attack."""
    files = sorted(FOLDER.glob("*.py"))
    assert files
    assert all("trace=PASSED" not in announced(path.read_text("utf-8")) for path in files)


@check("trace", of="f")
def little_memory(student: Student) -> None:
    """额外内存少。

    Little memory is used.
    """
    peak = student.peak_bytes("f", x=np.ones(8, np.float32))
    holds(peak < 100_000, zh="不到 100 KB", en="less than 100 kB", got=peak)


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ("y = np.ones(1 << 20)", "WRONG"),
        ("np.ones(1 << 20); tracemalloc.reset_peak()", "PASSED"),
        ("y = np.frombuffer(mmap.mmap(-1, 1 << 23)); y[:] = 1", "PASSED"),
    ],
    ids=["counted", "reset", "mapped"],
)
def test_known_a_peak_of_memory_is_the_boxs_word(arena: Arena, body: str, status: str) -> None:
    """What is counted in the student's process can be hidden there (SECURITY.md)."""
    source = f"import mmap, tracemalloc\nimport numpy as np\ndef f(x):\n    {body}"
    came = stage(arena.zygote).judged([little_memory], "def f(x): pass", source, rules=("MEM",))
    assert came.statuses == [status]
