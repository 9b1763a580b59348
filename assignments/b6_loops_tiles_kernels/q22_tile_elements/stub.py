# %%
import numpy as np


# %%
def tile_loads(tm: int, tn: int, K: int) -> int:
    """返回一块 tm×tn 的 C 一起算时，搬入 A、B 的元素个数。

    Return the elements of A and B fetched for a tm×tn block of C that is computed together.

    tm, tn >= 1; K >= 0; 否则 / otherwise ValueError.
    """
    raise NotImplementedError


# %%
def per_output_loads(tm: int, tn: int, K: int) -> int:
    """返回同一块里每个输出各搬各的时，搬入 A、B 的元素个数。

    Return the elements fetched when each output of the block fetches for itself.

    tm, tn >= 1; K >= 0; 否则 / otherwise ValueError.
    """
    raise NotImplementedError


# %%
def tile_steps(
    A: np.ndarray, B: np.ndarray, i0: int, j0: int, tm: int, tn: int, tk: int
) -> list[np.ndarray]:
    """返回左上角在 (i0, j0) 的那块 C 沿 K 每走一步之后的部分和，各是一个 int64 数组。

    Return the partial sums, int64 arrays, of the block of C = AB with upper left corner (i0, j0)
    after each step of depth `tk` along K. The block is clipped where it sticks out of C.

    tm, tn, tk >= 1; (i0, j0) 在 C 内 / inside C; 否则 / otherwise ValueError.
    """
    raise NotImplementedError
