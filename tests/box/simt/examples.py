"""Kernels in the manner of numba's documentation; they say what they computed under any `cuda`.

Run by itself, this writes the results to a file: that is how numba's own simulator is asked. It
looks for a module of the name `cuda` in a kernel's globals, so kernels stand at the top here.
Sizes are small: numba's simulator starts a thread of the system for every CUDA thread.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import cuda, float32, int32, njit

Results = dict[str, np.ndarray]
EXAMPLES: list[Callable[[], Results]] = []
TILE = 16
TIMEOUT_S = 3600


def example(function: Callable[[], Results]) -> Callable[[], Results]:
    EXAMPLES.append(function)
    return function


# -- One thread an element


@cuda.jit
def add_vectors(a: Any, b: Any, c: Any) -> None:
    i = cuda.grid(1)
    if i < c.size:
        c[i] = a[i] + b[i]


@example
def vectors() -> Results:
    rng = np.random.default_rng(1)
    a, b = (cuda.to_device(rng.random(300)) for _ in "ab")
    once, again = cuda.device_array_like(a), cuda.device_array_like(a)
    add_vectors.forall(len(a))(a, b, once)
    add_vectors[len(a) // 64 + 1, 64](a, b, again)
    return {"forall": once.copy_to_host(), "launched": again.copy_to_host()}


@cuda.jit
def increment(an_array: Any) -> None:
    position = cuda.threadIdx.x + cuda.blockIdx.x * cuda.blockDim.x
    if position < an_array.size:
        an_array[position] += 1


@cuda.jit
def increment_plane(an_array: Any) -> None:
    x, y = cuda.grid(2)
    if x < an_array.shape[0] and y < an_array.shape[1]:
        an_array[x, y] += 1


@cuda.jit
def increment_space(an_array: Any) -> None:
    x, y, z = cuda.grid(3)
    if x < an_array.shape[0] and y < an_array.shape[1] and z < an_array.shape[2]:
        an_array[x, y, z] += x + 10 * y + 100 * z


@example
def increments() -> Results:
    line, plane, space = np.arange(50), np.ones((9, 11), np.float32), np.zeros((3, 4, 5))
    increment[math.ceil(line.size / 32), 32](line)
    increment_plane[(3, 3), (4, 4)](plane)
    increment_space[(2, 2, 2), (2, 2, 3)](space)
    return {"line": line, "plane": plane, "space": space}


@cuda.jit
def scale_by_strides(out: Any, a: Any, factor: Any) -> None:
    for i in range(cuda.grid(1), a.size, cuda.gridsize(1)):
        out[i] = factor * a[i]


@example
def grid_stride_loop() -> Results:
    a = np.linspace(0, 1, 100).astype(np.float32)
    out = np.zeros_like(a)
    scale_by_strides[2, 8](out, a, 3)
    return {"out": out}


# -- Matrix products


@cuda.jit
def matmul(A: Any, B: Any, C: Any) -> None:
    i, j = cuda.grid(2)
    if i < C.shape[0] and j < C.shape[1]:
        total = 0.0
        for k in range(A.shape[1]):
            total += A[i, k] * B[k, j]
        C[i, j] = total


@cuda.jit
def tiled_matmul(A: Any, B: Any, C: Any) -> None:
    sA = cuda.shared.array(shape=(TILE, TILE), dtype=float32)
    sB = cuda.shared.array(shape=(TILE, TILE), dtype=float32)
    x, y = cuda.grid(2)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    total = float32(0.0)
    for i in range(math.ceil(A.shape[1] / TILE)):
        sA[ty, tx] = 0
        sB[ty, tx] = 0
        if y < A.shape[0] and tx + i * TILE < A.shape[1]:
            sA[ty, tx] = A[y, tx + i * TILE]
        if x < B.shape[1] and ty + i * TILE < B.shape[0]:
            sB[ty, tx] = B[ty + i * TILE, x]
        cuda.syncthreads()
        for j in range(TILE):
            total += sA[ty, j] * sB[j, tx]
        cuda.syncthreads()
    if y < C.shape[0] and x < C.shape[1]:
        C[y, x] = total


@cuda.jit
def tiled_by_grid(A: Any, B: Any, C: Any) -> None:
    """Go as many steps as the grid is wide, which is right for a grid that covers K too."""
    sA = cuda.shared.array(shape=(TILE, TILE), dtype=float32)
    sB = cuda.shared.array(shape=(TILE, TILE), dtype=float32)
    x, y = cuda.grid(2)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    total = float32(0.0)
    for i in range(cuda.gridDim.x):
        sA[ty, tx] = 0
        sB[ty, tx] = 0
        if y < A.shape[0] and tx + i * TILE < A.shape[1]:
            sA[ty, tx] = A[y, tx + i * TILE]
        if x < B.shape[1] and ty + i * TILE < B.shape[0]:
            sB[ty, tx] = B[ty + i * TILE, x]
        cuda.syncthreads()
        for j in range(TILE):
            total += sA[ty, j] * sB[j, tx]
        cuda.syncthreads()
    if y < C.shape[0] and x < C.shape[1]:
        C[y, x] = total


def product(kernel: Any, M: int, K: int, N: int, blocks: tuple[int, int]) -> np.ndarray:
    A = cuda.to_device(np.arange(M * K).reshape(M, K))
    B = cuda.to_device(np.ones((K, N)) + np.arange(N))
    C = cuda.to_device(np.zeros((M, N)))
    kernel[blocks, (TILE, TILE)](A, B, C)
    return C.copy_to_host()


@example
def products() -> Results:
    return {
        "naive": product(matmul, 4, 4, 4, (1, 1)),
        "tiled": product(tiled_matmul, 4, 4, 4, (1, 1)),
        "tiled, not square": product(tiled_matmul, 5, 23, 7, (1, 1)),
        "as wide as K": product(tiled_by_grid, 5, 23, 7, (2, 2)),
        "too few steps": product(tiled_by_grid, 5, 23, 7, (1, 1)),
    }


@example
def product_that_rounds() -> Results:
    rng = np.random.default_rng(5)
    A, B = (rng.standard_normal((20, 20)).astype(np.float32) for _ in "AB")
    naive, tiled = np.zeros((20, 20), np.float32), np.zeros((20, 20), np.float32)
    matmul[(2, 2), (TILE, TILE)](A, B, naive)
    tiled_matmul[(2, 2), (TILE, TILE)](A, B, tiled)
    return {"naive": naive, "tiled": tiled}


# -- Reductions and atomics

ELEMENTS = 256


@cuda.jit
def array_sum(data: Any) -> None:
    tid = cuda.threadIdx.x
    if tid < len(data):
        part = cuda.shared.array(ELEMENTS, int32)
        part[tid] = data[cuda.grid(1)]
        cuda.syncthreads()
        s = 1
        while s < cuda.blockDim.x:
            if tid % (2 * s) == 0:
                part[tid] += part[tid + s]
            s *= 2
            cuda.syncthreads()
        if tid == 0:
            data[tid] = part[tid]


@cuda.jit
def largest(result: Any, values: Any) -> None:
    i = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    cuda.atomic.max(result, 0, values[i])


@cuda.jit
def largest_in_space(result: Any, values: Any) -> None:
    i, j, k = cuda.grid(3)
    cuda.atomic.max(result, (0, 1, 2), values[i, j, k])


@cuda.jit
def histogram(counts: Any, values: Any) -> None:
    for i in range(cuda.grid(1), values.size, cuda.gridsize(1)):
        cuda.atomic.add(counts, values[i], 1)


@cuda.jit
def all_atomics(x: Any) -> None:
    i = cuda.grid(1)
    cuda.atomic.add(x, 0, i)
    cuda.atomic.sub(x, 1, i)
    cuda.atomic.min(x, 2, i - 5)
    cuda.atomic.and_(x, 3, ~i)
    cuda.atomic.or_(x, 4, 1 << i)
    cuda.atomic.xor(x, 5, i)
    cuda.atomic.inc(x, 6, 3)
    cuda.atomic.dec(x, 7, 3)
    cuda.atomic.cas(x, 8, 0, 9)
    cuda.atomic.exch(x, 9, 7)


@example
def reductions() -> Results:
    data = cuda.to_device(np.arange(ELEMENTS))
    array_sum[1, ELEMENTS](data)
    values = np.random.default_rng(2).random(64)
    result, corner = np.zeros(1), np.zeros((1, 2, 3))
    largest[4, 16](result, values)
    largest_in_space[(2, 2, 2), (2, 2, 2)](corner, values.reshape(4, 4, 4))
    counts = np.zeros(8, np.int32)
    histogram[2, 8](counts, (values * 8).astype(np.int64))
    each = np.full(10, 0xFF, np.int64)
    each[8] = 0
    all_atomics[1, 8](each)
    return {
        "sum": np.asarray(data.copy_to_host()),
        "largest": result,
        "corner": corner,
        "counts": counts,
        "each": each,
    }


@cuda.jit
def predicates(out: Any, a: Any) -> None:
    i = cuda.threadIdx.x
    out[i, 0] = cuda.syncthreads_count(a[i] > 3)
    out[i, 1] = cuda.syncthreads_and(a[i] > 3)
    out[i, 2] = cuda.syncthreads_or(a[i] > 3)


@cuda.jit
def bits(out: Any, a: Any) -> None:
    i = cuda.grid(1)
    value = int(a[i])
    out[i, 0] = cuda.popc(value)
    out[i, 1] = cuda.clz(value)
    out[i, 2] = cuda.ffs(value)
    out[i, 3] = cuda.brev(value)
    out[i, 4] = cuda.selp(value > 2, 5, 6)
    out[i, 5] = cuda.laneid


@example
def small_operations() -> Results:
    votes, counted = np.zeros((8, 3), np.int32), np.zeros((8, 6), np.int64)
    predicates[1, 8](votes, np.arange(8))
    bits[1, 8](counted, np.arange(8) ** 5)
    return {"votes": votes, "bits": counted}


@cuda.jit
def reversed_in_shared_memory(out: Any, a: Any) -> None:
    part = cuda.shared.array(0, dtype=int32)
    i = cuda.threadIdx.x
    part[i] = a[i]
    cuda.syncthreads()
    out[i] = part[cuda.blockDim.x - 1 - i]


@example
def dynamic_shared_memory() -> Results:
    a = np.arange(32, dtype=np.int32)
    out = np.zeros_like(a)
    reversed_in_shared_memory[1, 32, 0, a.nbytes](out, a)
    return {"out": out}


# -- Steps in time and sessions: one launch a step where a grid would have to wait for itself


@cuda.jit
def heat_step(before: Any, after: Any, k: Any) -> None:
    i = cuda.grid(1)
    if i >= len(before):
        return
    here = before[i]
    if i == 0:
        after[i] = here + k * (before[i + 1] - 2 * here)
    elif i == len(before) - 1:
        after[i] = here + k * (before[i - 1] - 2 * here)
    else:
        after[i] = here + k * (before[i - 1] - 2 * here + before[i + 1])


@cuda.jit
def heat_in_one_block(one: Any, other: Any, steps: Any, k: Any) -> None:
    i = cuda.grid(1)
    for step in range(steps):
        if step % 2 == 0:
            before, after = one, other
        else:
            before, after = other, one
        if i < len(before):
            total = -2 * before[i]
            if i > 0:
                total += before[i - 1]
            if i < len(before) - 1:
                total += before[i + 1]
            after[i] = before[i] + k * total
        cuda.syncthreads()


@example
def heat() -> Results:
    data = np.zeros(41)
    data[20] = 10000
    one, other = cuda.to_device(data), cuda.device_array_like(data)
    for _ in range(4):
        heat_step[2, 32](one, other, 0.25)
        one, other = other, one
    single = data.copy(), np.zeros_like(data)
    heat_in_one_block[1, 64](*single, 6, 0.25)
    return {"by launches": one.copy_to_host(), "in a block": single[0]}


@cuda.jit
def session_starts(users: Any, seconds: Any, starts: Any) -> None:
    i = cuda.grid(1)
    if i >= len(users):
        return
    first = i == 0
    if not first:
        first = users[i] != users[i - 1] or seconds[i] - seconds[i - 1] > TIMEOUT_S
    starts[i] = i if first else -1


@cuda.jit
def session_labels(starts: Any, labels: Any) -> None:
    i = cuda.grid(1)
    if i >= len(starts) or starts[i] < 0:
        return
    labels[i] = i
    ahead = i + 1
    while ahead < len(starts) and starts[ahead] < 0:
        labels[ahead] = i
        ahead += 1


@example
def sessions() -> Results:
    users = cuda.to_device(np.repeat([1, 2, 3, 4], [6, 3, 10, 9]))
    seconds = cuda.to_device(np.cumsum(np.random.default_rng(3).integers(0, 5000, 28)))
    starts, labels = cuda.to_device(np.zeros(28)), cuda.to_device(np.zeros(28))
    session_starts.forall(28)(users, seconds, starts)
    session_labels.forall(28)(starts, labels)
    return {"labels": labels.copy_to_host()}


# -- Functions


@njit
def business_logic(x: Any, y: Any, z: Any) -> Any:
    return 4 * z * (2 * x - (4 * y) / 2 * math.pi)


@cuda.jit
def both_sides(out: Any, x: Any, y: Any, z: Any) -> None:
    i = cuda.grid(1)
    if i < len(x):
        out[i] = business_logic(x[i], y[i], z[i])


@cuda.jit(device=True)
def polar(x: Any, y: Any) -> Any:
    return math.sqrt(x * x + y * y), math.atan2(y, x)


@cuda.jit
def to_polar(out: Any, points: Any) -> None:
    i = cuda.grid(1)
    row = out[i]
    row[0], row[1] = polar(points[i, 0], points[i, 1])


@cuda.jit
def local_sort(out: Any, a: Any) -> None:
    mine = cuda.local.array(4, dtype=float32)
    for k in range(4):
        mine[k] = a[cuda.grid(1), k]
    for k in range(1, 4):
        j = k
        while j > 0 and mine[j - 1] > mine[j]:
            mine[j - 1], mine[j] = mine[j], mine[j - 1]
            j -= 1
    for k in range(4):
        out[cuda.grid(1), k] = mine[k]


WEIGHTS = np.array([0.25, 0.5, 0.25])


@cuda.jit
def smooth(out: Any, a: Any) -> None:
    weights = cuda.const.array_like(WEIGHTS)
    i = cuda.grid(1)
    if 0 < i < a.size - 1:
        out[i] = weights[0] * a[i - 1] + weights[1] * a[i] + weights[2] * a[i + 1]


@example
def functions() -> Results:
    x, y, z = (np.array(n) for n in ([1, 10, 234], [2, 2, 4014], [3, 14, 2211]))
    out, rings = np.zeros(3), np.zeros((3, 2))
    both_sides.forall(3)(out, x, y, z)
    to_polar[1, 3](rings, np.stack([x, y], axis=1).astype(np.float64))
    given = np.random.default_rng(4).random((5, 4)).astype(np.float32)
    in_order, even = np.zeros_like(given), np.zeros(20)
    local_sort[1, 5](in_order, given)
    smooth[2, 16](even, given.reshape(-1).astype(np.float64))
    return {"logic": out, "polar": rings, "sorted": in_order, "smooth": even}


def results() -> Results:
    """Run every example; return what each computed, by example and name."""
    return {f"{one.__name__}: {name}": values for one in EXAMPLES for name, values in one().items()}


if __name__ == "__main__":
    assert cuda.jit.__module__.startswith("numba.cuda.simulator")
    np.savez(sys.argv[1], **results())
