# %%
import math
from collections.abc import Mapping


# %%
def speedup(t1_s: float, tp_s: float) -> float:
    """返回加速比：t1_s 秒（一个处理器）除以 tp_s 秒（p 个处理器）。

    Return the speedup: t1_s seconds (one processor) over tp_s seconds (p processors).

    t1_s, tp_s > 0 (s); 否则 / otherwise ValueError.
    """
    raise NotImplementedError


# %%
def efficiency(t1_s: float, tp_s: float, processors: int) -> float:
    """返回并行效率（比值，不是百分数）：平均每个处理器贡献的加速比。

    Return the parallel efficiency, a ratio, not a percentage: the speedup per processor.

    t1_s, tp_s > 0 (s), processors >= 1; 否则 / otherwise ValueError.
    """
    raise NotImplementedError


# %%
def gemm_flop(M: int, N: int, K: int, convention: str) -> int:
    """返回 C[M, N] = A[M, K]·B[K, N] 的工作量（FLOP，整数），按 "fma2" 或 "exact" 计数。

    Return the work of C[M, N] = A[M, K]·B[K, N] in FLOP, an integer, counted as "fma2" or "exact".

    M, N, K >= 0, convention "fma2" | "exact"; 否则 / otherwise ValueError.
    """
    raise NotImplementedError


# %%
def flop_rate(flop: float, seconds: float) -> float:
    """返回做完 flop 次运算用了 seconds 秒时的速率（FLOP/s）。

    Return the rate, in FLOP/s, of work `flop` done in `seconds`.

    flop >= 0 (FLOP), seconds > 0 (s); 否则 / otherwise ValueError.
    """
    raise NotImplementedError


# %%
def weak_scaling_side(side: float, resource_factor: float) -> float:
    """返回弱扩展的新边长：处理器数变成 resource_factor 倍，每个处理器的 FLOP 不变；不取整。

    Return the side under weak scaling: with resource_factor times the processors, each has as many
    FLOP of the square GEMM as before. Not rounded.

    side > 0, resource_factor > 0; 否则 / otherwise ValueError.
    """
    raise NotImplementedError


# %%
def comparable(a: Mapping[str, object], b: Mapping[str, object]) -> bool:
    """返回两条测量记录的时间能不能拿来比：只看题目列出的七个条件，缺了键就不能比。

    Return whether the times of two records may be compared, looking at the seven conditions only:
    False where a key is missing.
    """
    raise NotImplementedError
