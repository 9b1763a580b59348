# %%
import numpy as np


# %%
def _demand_shapes(A: np.ndarray, B: np.ndarray, C: np.ndarray) -> None:
    if A.shape[1] != B.shape[0] or C.shape[0] != A.shape[0] or C.shape[1] != B.shape[1]:
        raise ValueError("A[M, K], B[K, N] and C[M, N] have to fit")


def gemm_ikj(A: np.ndarray, B: np.ndarray, C: np.ndarray) -> None:
    _demand_shapes(A, B, C)
    (M, K), N = A.shape, B.shape[1]
    # Filled apart from the k loop, so that K = 0 leaves zeros; assigned, because NaN * 0 is NaN.
    C[:] = 0
    for i in range(M):
        for k in range(K):
            a = A[i, k]
            for j in range(N):
                C[i, j] += a * B[k, j]
