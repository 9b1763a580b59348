# %%
import numpy as np
from numba import njit, prange  # 可选 / optional: @njit(parallel=True)


# %%
def gemm_ikj(A: np.ndarray, B: np.ndarray, C: np.ndarray) -> None:
    """把 C 覆盖为 AB：A[M, K]、B[K, N]、C[M, N]，float32；形状配不上时抛出 ValueError。

    Overwrite C with AB: A[M, K], B[K, N], C[M, N], float32; ValueError if the shapes do not fit.
    """
    raise NotImplementedError
