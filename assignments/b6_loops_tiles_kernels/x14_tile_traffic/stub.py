# %%
import math


# %%
def tiled_traffic_elems(M: int, N: int, K: int, Tm: int, Tn: int) -> dict[str, int]:
    """返回字典：C = AB 分成 Tm×Tn 的块时，搬入 A（"a"）、B（"b"）和写出 C（"c"）的元素个数。

    Return a dictionary with the elements fetched of A ("a") and of B ("b") and written of C ("c")
    when C = AB is computed in blocks of Tm rows and Tn columns.

    M, N, K >= 0; Tm, Tn >= 1; 否则 / otherwise ValueError.
    """
    raise NotImplementedError


# %%
def tiled_traffic_bytes(M: int, N: int, K: int, Tm: int, Tn: int, itemsize: int) -> int:
    """返回同一个分块矩阵乘搬运的总字节数。

    Return all bytes that this tiled product moves. `itemsize` >= 1 is the bytes of one element.
    """
    raise NotImplementedError


# %%
def tiled_intensity(N: int, T: int, itemsize: int) -> float:
    """返回 N×N 矩阵乘用 T×T 的块时的计算强度，单位 FLOP/B。

    Return the compute intensity, in FLOP per byte, of an N×N product in T×T blocks.

    N, T, itemsize >= 1; 否则 / otherwise ValueError.
    """
    raise NotImplementedError
