# %%
import math


# %%
def tile_bytes(T: int, itemsize: int) -> int:
    """返回 A、B、C 各一个 T×T 的块合计的字节数。

    Return the bytes of one T×T block each of A, B and C. T, itemsize >= 1.
    """
    raise NotImplementedError


# %%
def largest_tile(budget_bytes: int, itemsize: int) -> int:
    """返回三块放得下的最大的 T；连 T = 1 都放不下时返回 0。

    Return the largest T whose three blocks fit into `budget_bytes` >= 0; 0 if not even T = 1 does.
    """
    raise NotImplementedError


# %%
def smallest_tile_for(N: int, itemsize: int, ridge: float) -> int | None:
    """返回 1…N 里强度够得着 `ridge`（FLOP/B）的最小的 T；没有时返回 None。

    Return the smallest T in 1 … N for which the intensity of the N×N product reaches `ridge`
    (FLOP/B), None if there is none. N, itemsize >= 1; ridge > 0.
    """
    raise NotImplementedError


# %%
def tile_verdict(
    N: int, T: int, itemsize: int, budget_bytes: int, flop_per_s: float, bytes_per_s: float
) -> str:
    """返回对 T 的判断："does_not_fit"、"bandwidth_side" 或 "compute_side"。

    Return "does_not_fit", "bandwidth_side" or "compute_side" for T×T blocks of an N×N product on a
    machine with peak `flop_per_s` (FLOP/s) and bandwidth `bytes_per_s` (B/s), both > 0.
    """
    raise NotImplementedError
