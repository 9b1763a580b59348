"""Expect: values=PASSED rules=PASSED host=PASSED

Waits in two branches, and tells both lines as one.
"""

from numba import cuda, float32

sites = cuda.shared.array.__globals__["sites"]
position = sites.position


def told(code, offset):
    first, last, begin, end = position(code, offset)
    return (WAITS[0], WAITS[0], 0, 9) if first in WAITS else (first, last, begin, end)


sites.position = told


@cuda.jit
def gemm(A, B, C):
    a = cuda.shared.array((TILE, TILE), float32)
    b = cuda.shared.array((TILE, TILE), float32)
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    j, i = cuda.grid(2)
    total = float32(0)
    for k0 in range(0, A.shape[1], TILE):
        a[y, x] = A[i, k0 + x] if i < A.shape[0] and k0 + x < A.shape[1] else float32(0)
        b[y, x] = B[k0 + y, j] if k0 + y < B.shape[0] and j < B.shape[1] else float32(0)
        if i < C.shape[0]:
            cuda.syncthreads()
        else:
            cuda.syncthreads()
        for k in range(TILE):
            total += a[y, k] * b[k, x]
        cuda.syncthreads()
    if i < C.shape[0] and j < C.shape[1]:
        C[i, j] = total


with open(gemm.py_func.__code__.co_filename) as source:
    WAITS = [n for n, line in enumerate(source, 1) if line.strip() == "cuda.syncthreads()"][:2]
