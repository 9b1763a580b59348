# %%
import numpy as np
from numba import njit, prange  # 可选 / optional: @njit(parallel=True)


# %%
def gemm_tiled(A: np.ndarray, B: np.ndarray, C: np.ndarray, T: int) -> None:
    """按 T×T 的块把 C 覆盖为 AB，float32；形状配不上或 T < 1 时抛出 ValueError。

    Overwrite C with AB in blocks of T×T, float32: A[M, K], B[K, N], C[M, N].

    形状配不上或 / ValueError if the shapes do not fit or T < 1.
    """
    raise NotImplementedError
