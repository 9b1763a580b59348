"""CPU time of simulated CUDA kernels, beside numba's own simulator.

Run: python bench/simt.py [rounds]

Ours records every access in a real box; the keeper then decodes and replays the record and puts
every verb to it. numba's simulator runs in a process that lives through all rounds. Both take turns
kernel by kernel, so that what disturbs one disturbs the other too. Times are CPU seconds of all
threads; compare ratios, as a shared machine changes the times by half. The box counts CPU time in
steps of a few milliseconds, so a small kernel is launched several times.
Goals: the examples of numba's documentation recorded in a fifth of numba's CPU time; a tiled
product with T = 16 traced and analysed in 0.3 s for N = 32, in 1.5 s for N = 64. Larger products
gain less: where a thread runs long between barriers, its own Python code is what costs, in both.

Exit status 1: a goal was missed, or a kernel computed something else than numba's simulator.
"""

from __future__ import annotations

import hashlib
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np

ROUNDS = 5
RATIO_GOAL = 5.0
ANALYSED_GOALS_S = {"tiled product, N = 32": 0.3, "tiled product, N = 64": 1.5}
AS_NUMBA = "--as-numba"

SOURCE = """
from numba import cuda, float32

TILE = 16


@cuda.jit
def add(C, A, B):
    i = cuda.grid(1)
    if i < C.size:
        C[i] = A[i] + B[i]


@cuda.jit
def gemm(C, A, B):
    x, y = cuda.grid(2)
    if y < C.shape[0] and x < C.shape[1]:
        total = float32(0)
        for k in range(A.shape[1]):
            total += A[y, k] * B[k, x]
        C[y, x] = total


@cuda.jit
def tiled_gemm(C, A, B):
    sA = cuda.shared.array((TILE, TILE), float32)
    sB = cuda.shared.array((TILE, TILE), float32)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    x, y = cuda.grid(2)
    total = float32(0)
    for start in range(0, A.shape[1], TILE):
        sA[ty, tx] = A[y, start + tx]
        sB[ty, tx] = B[start + ty, x]
        cuda.syncthreads()
        for k in range(TILE):
            total += sA[ty, k] * sB[k, tx]
        cuda.syncthreads()
    C[y, x] = total


@cuda.jit
def padded_gemm(C, A, B):
    sA = cuda.shared.array((TILE, TILE), float32)
    sB = cuda.shared.array((TILE, TILE), float32)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    x, y = cuda.grid(2)
    total = float32(0)
    for start in range(0, A.shape[1], TILE):
        sA[ty, tx] = 0
        sB[ty, tx] = 0
        if y < A.shape[0] and start + tx < A.shape[1]:
            sA[ty, tx] = A[y, start + tx]
        if x < B.shape[1] and start + ty < B.shape[0]:
            sB[ty, tx] = B[start + ty, x]
        cuda.syncthreads()
        for k in range(TILE):
            total += sA[ty, k] * sB[k, tx]
        cuda.syncthreads()
    if y < C.shape[0] and x < C.shape[1]:
        C[y, x] = total


@cuda.jit
def reduction(C, A):
    part = cuda.shared.array(1024, float32)
    i = cuda.threadIdx.x
    part[i] = A[cuda.grid(1)]
    cuda.syncthreads()
    step = 512
    while step > 0:
        if i < step:
            part[i] += part[i + step]
        cuda.syncthreads()
        step //= 2
    if i == 0:
        C[cuda.blockIdx.x] = part[0]


@cuda.jit
def heat(C, A, steps):
    i = cuda.grid(1)
    for step in range(steps):
        if i < A.size:
            before = A if step % 2 == 0 else C
            after = C if step % 2 == 0 else A
            total = -2 * before[i]
            if i > 0:
                total += before[i - 1]
            if i < A.size - 1:
                total += before[i + 1]
            after[i] = before[i] + 0.25 * total
        cuda.syncthreads()
"""


class Case(NamedTuple):
    """A launch, how often it is done at a time, and the arrays that it may write."""

    name: str
    kernel: str
    grid: tuple[int, ...]
    block: tuple[int, ...]
    args: tuple[Any, ...]
    times: int
    documented: bool = True
    """Whether numba's documentation has it, in this size or a larger one."""


def cases() -> list[Case]:
    """Return the launches, small whole numbers in all arrays."""
    rng = np.random.default_rng(0)

    def some(*shape: int) -> np.ndarray:
        return rng.integers(-4, 5, shape).astype(np.float32)

    def product(name: str, kernel: str, n: int, times: int) -> Case:
        blocks, zero = (n // 16, n // 16), np.zeros((n, n), np.float32)
        return Case(
            f"{name}, N = {n}",
            kernel,
            blocks,
            (16, 16),
            (zero, some(n, n), some(n, n)),
            times,
            False,
        )

    odd = (np.zeros((5, 7), np.float32), some(5, 23), some(23, 7))
    small = (np.zeros((4, 4), np.float32), some(4, 4), some(4, 4))
    one, line, rod = (np.zeros(n, np.float32) for n in (1, 1000, 201))
    return [
        Case("vector sum, 1000", "add", (8,), (128,), (line, some(1000), some(1000)), 5),
        Case("naive product, 4x4", "gemm", (1, 1), (16, 16), small, 8),
        Case("tiled product, 5x23x7", "padded_gemm", (1, 1), (16, 16), odd, 4),
        product("naive product", "gemm", 32, 2),
        product("tiled product", "tiled_gemm", 32, 2),
        product("tiled product", "tiled_gemm", 64, 1),
        Case("reduction, 1024", "reduction", (1,), (1024,), (one, some(1024)), 2),
        Case("heat, 201, 20 steps", "heat", (1,), (256,), (rod, some(201), 20), 2),
    ]


def digest(arrays: Any) -> str:
    """Return what tells two results apart."""
    joined = b"".join(a.tobytes() for a in arrays if isinstance(a, np.ndarray))
    return hashlib.sha256(joined).hexdigest()


def serve_as_numba() -> None:
    """Run the case of each number read, with numba's simulator; write CPU seconds and a digest."""
    scope: dict[str, Any] = {}
    exec(SOURCE, scope)
    for line in sys.stdin:
        case = cases()[int(line)]
        start = time.process_time()
        for _ in range(case.times):
            args = [a.copy() if isinstance(a, np.ndarray) else a for a in case.args]
            scope[case.kernel][case.grid, case.block](*args)
        print(json.dumps([(time.process_time() - start) / case.times, digest(args)]), flush=True)


@contextmanager
def numbas() -> Iterator[Callable[[int], tuple[float, str]]]:
    """Yield a function that runs a case with numba's simulator."""
    with subprocess.Popen(
        [sys.executable, __file__, AS_NUMBA],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"NUMBA_ENABLE_CUDASIM": "1"},
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        ask, answers = process.stdin, process.stdout

        def run(number: int) -> tuple[float, str]:
            print(number, file=ask, flush=True)
            seconds, came = json.loads(answers.readline())
            return seconds, came

        yield run
        ask.close()


def recorded(box: Any, case: Case) -> tuple[float, Any]:
    """Return the CPU seconds of the box for a launch, and its answer."""
    args = {str(i): value for i, value in enumerate(case.args)}
    before = box.cpu_s
    for _ in range(case.times):
        reply = box.launch(
            case.kernel, args, grid=case.grid, block=case.block, order=0, refuse_products=False
        )
    return (box.cpu_s - before) / case.times, reply


def analysed(reply: Any, case: Case) -> float:
    """Return the CPU seconds of the keeper: decoding, replaying, every verb."""
    from grader.checks.access import gpu
    from grader.checks.launches import launches_of

    def judge() -> None:
        (launch,) = launches_of(reply)
        gpu.barriers(launch)
        gpu.races(launch)
        gpu.initialised(launch)
        gpu.sectors(launch, "A")
        gpu.bank_conflicts(launch)
        gpu.traffic(launch, reads={"A": 10**9})
        gpu.configured(launch, case.grid, case.block)

    start = time.process_time()
    judge()
    return time.process_time() - start


class Figures(NamedTuple):
    """CPU seconds of one case in all rounds."""

    numba: list[float]
    box: list[float]
    keeper: list[float]

    @property
    def whole(self) -> list[float]:
        """Box and keeper together, by round."""
        return [box + keeper for box, keeper in zip(self.box, self.keeper, strict=True)]

    def ratio(self, ours: list[float]) -> float:
        """Return how many times numba's CPU time is ours: the median of the rounds."""
        return statistics.median(
            numba / max(mine, 1e-4) for numba, mine in zip(self.numba, ours, strict=True)
        )


def measure(rounds: int) -> dict[str, Figures]:
    """Run every case in turns; exit when two simulators disagree."""
    from grader.box import Limits, Zygote, best_rung

    figures = {case.name: Figures([], [], []) for case in cases()}
    with Zygote(best_rung()) as zygote, zygote.open_box(Limits(cpu_s=600)) as box, numbas() as run:
        box.simulate()
        box.run_cell(SOURCE, 0)
        for number in range(-1, rounds):  # the first round imports and compiles
            for at, case in enumerate(cases()):
                numba_s, theirs = run(at)
                box_s, reply = recorded(box, case)
                keeper_s = analysed(reply, case)
                if digest(reply.after) != theirs:
                    sys.exit(f"{case.name}: another result than numba's simulator")
                if number >= 0:
                    for values, value in zip(
                        figures[case.name], (numba_s, box_s, keeper_s), strict=True
                    ):
                        values.append(value)
    return figures


def shown(values: list[float]) -> str:
    """Return median and ends."""
    return f"{statistics.median(values):>8.3f} ({min(values):.3f} … {max(values):.3f})"


def goal(name: str, value: float, limit: float, *, at_least: bool = False) -> bool:
    """Print one line, and return whether the goal is met."""
    met = value >= limit if at_least else value <= limit
    sign = ">=" if at_least else "<="
    print(f"goal {name} {sign} {limit:g}: {value:.3g}, {'met' if met else 'MISSED'}")
    return met


def main() -> None:
    """Print the table and one line per goal; exit 1 when a goal is missed."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    figures = measure(rounds)
    print(f"CPU seconds a launch: median (best … worst) of {rounds} rounds")
    titles = ("numba's simulator", "ours, recorded", "with the keeper's part")
    print(f"{'kernel':<24}" + "".join(f"{title:<26}" for title in titles) + "times less")
    for name, one in figures.items():
        columns = "".join(f"{shown(values):<26}" for values in (one.numba, one.box, one.whole))
        print(f"{name:<24}{columns}{one.ratio(one.box):>5.1f} {one.ratio(one.whole):>5.1f}")
    documented = [case.name for case in cases() if case.documented]
    met = [
        goal(
            f"{name}, times less CPU",
            figures[name].ratio(figures[name].box),
            RATIO_GOAL,
            at_least=True,
        )
        for name in documented
    ]
    met += [
        goal(f"{name}, traced and analysed, s", statistics.median(figures[name].whole), limit)
        for name, limit in ANALYSED_GOALS_S.items()
    ]
    sys.exit(0 if all(met) else 1)


if __name__ == "__main__":
    if AS_NUMBA in sys.argv:
        serve_as_numba()
    else:
        main()
