# %%
import numpy as np
from numba import cuda, float32

# %%
TILE = 4


# %%
@cuda.jit
def gemm_naive(A, B, C):
    j, i = cuda.grid(2)
    M, N = C.shape
    if i < M and j < N:
        total = float32(0)
        for k in range(A.shape[1]):
            total += A[i, k] * B[k, j]
        C[i, j] = total


# %%
@cuda.jit
def gemm_shared(A, B, C):
    a = cuda.shared.array((TILE, TILE), float32)
    b = cuda.shared.array((TILE, TILE), float32)
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    j = cuda.blockIdx.x * TILE + x
    i = cuda.blockIdx.y * TILE + y
    M, N = C.shape
    K = A.shape[1]
    total = float32(0)
    # A thread outside C goes along to the end: it loads for the others, and barriers wait for it.
    for k0 in range(0, K, TILE):
        a[y, x] = A[i, k0 + x] if i < M and k0 + x < K else float32(0)
        b[y, x] = B[k0 + y, j] if k0 + y < K and j < N else float32(0)
        cuda.syncthreads()  # nobody computes before both tiles are whole
        for k in range(TILE):
            total += a[y, k] * b[k, x]
        cuda.syncthreads()  # nobody loads the next tiles before all are done with these
    if i < M and j < N:
        C[i, j] = total


# %%
def launch_config(M: int, N: int, tile: int) -> tuple[tuple[int, int], tuple[int, int]]:
    if tile < 1 or M < 0 or N < 0:
        raise ValueError("tile must be at least 1, M and N at least 0")
    return (-(-N // tile), -(-M // tile)), (tile, tile)


# %%
def _demand_product(A: np.ndarray, B: np.ndarray) -> None:
    if A.ndim != 2 or B.ndim != 2 or A.shape[1] != B.shape[0]:
        raise ValueError("A[M, K] and B[K, N] have to fit")
    if A.dtype != np.float32 or B.dtype != np.float32:
        raise ValueError("A and B must be float32")


def gemm_gpu(A: np.ndarray, B: np.ndarray) -> np.ndarray:
    _demand_product(A, B)
    M, N = A.shape[0], B.shape[1]
    if M == 0 or N == 0:
        return np.zeros((M, N), np.float32)
    # numba takes no host array with gaps.
    a, b = cuda.to_device(np.ascontiguousarray(A)), cuda.to_device(np.ascontiguousarray(B))
    c = cuda.device_array((M, N), np.float32)
    grid, block = launch_config(M, N, TILE)
    gemm_shared[grid, block](a, b, c)
    return c.copy_to_host()
