# %%
from collections.abc import Sequence

import numpy as np
from numba import njit, vectorize  # 可选 / optional: @njit, @vectorize


# %%
def fused_add_mul(x: np.ndarray, y: np.ndarray, w: np.ndarray, z: np.ndarray) -> None:
    """一遍把 z 覆盖为 (x + y)·w，不用数组那么大的临时空间；长度不全相等时抛出 ValueError。

    Overwrite z with (x + y) · w in one pass, without a temporary as large as an array. All four
    are float32 vectors; ValueError unless their lengths are equal.
    """
    raise NotImplementedError


# %%
def chain_traffic_bytes(
    n: int,
    ops: Sequence[tuple[str, tuple[str, ...], str]],
    itemsize: int,
    outputs: set[str],
    fused: bool,
) -> int:
    """返回一串逐元素算子搬运的字节数：逐个执行（fused=False）或融合成一个内核（fused=True）。

    Return the bytes that a chain of element-wise operators moves, one kernel for each operator
    (fused=False) or one for all (fused=True). Each item of `ops` is (operation, names that it
    reads, name that it produces); the arrays have `n` elements of `itemsize` bytes; `outputs` are
    the results that somebody needs afterwards.
    """
    raise NotImplementedError
