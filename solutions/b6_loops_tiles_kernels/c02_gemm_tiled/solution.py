# %%
import numpy as np


# %%
def _demand_tiles(A: np.ndarray, B: np.ndarray, C: np.ndarray, T: int) -> None:
    if A.shape[1] != B.shape[0] or C.shape[0] != A.shape[0] or C.shape[1] != B.shape[1]:
        raise ValueError("A[M, K], B[K, N] and C[M, N] have to fit")
    if T < 1:
        raise ValueError("T must be at least 1")


def gemm_tiled(A: np.ndarray, B: np.ndarray, C: np.ndarray, T: int) -> None:
    _demand_tiles(A, B, C, T)
    (M, K), N = A.shape, B.shape[1]
    for i0 in range(0, M, T):
        for j0 in range(0, N, T):
            i1, j1 = min(i0 + T, M), min(j0 + T, N)
            # Once a block and outside k0: it has to survive all steps, and K = 0 leaves zeros.
            C[i0:i1, j0:j1] = 0
            for k0 in range(0, K, T):
                for i in range(i0, i1):
                    for k in range(k0, min(k0 + T, K)):
                        a = A[i, k]
                        for j in range(j0, j1):
                            C[i, j] += a * B[k, j]
