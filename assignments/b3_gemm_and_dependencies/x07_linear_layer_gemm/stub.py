# %%
import numpy as np
from numba import njit  # 可选 / optional: @njit


# %%
def matmul_flat(a: np.ndarray, b: np.ndarray, c: np.ndarray, M: int, N: int, K: int) -> None:
    """在行主序一维数组上按 i-j-k 把 c 覆盖为 AB，float32。

    Overwrite c with AB as the i-j-k loops do; a, b, c are one-dimensional float32, row-major.

    M, N, K >= 0, 元素个数 / numbers of elements: M·K, K·N, M·N; 否则 / otherwise ValueError.
    """
    raise NotImplementedError


# %%
def linear(x: np.ndarray, weight: np.ndarray, bias: np.ndarray | None = None) -> np.ndarray:
    """返回 x·weightᵀ + bias，一个新的 [M, N] float32 数组。

    Return x·weightᵀ + bias, a new float32 array of shape [M, N].

    x[M, K], weight[N, K], bias[N] 或 / or None; 否则 / otherwise ValueError.
    """
    raise NotImplementedError
