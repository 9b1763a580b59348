# %%
import math
from collections.abc import Sequence


# %%
def pack_messages(sizes: Sequence[int], max_bytes: int) -> list[list[int]]:
    """返回每条消息里各项目的下标：相邻的项目合成一条，不拆项目，消息条数最少。

    Return the indices of the items in each message: consecutive items, none split, as few
    messages as possible.

    sizes >= 1 (B), 每项不超过 / none above max_bytes, max_bytes >= 1 (B);
    否则 / otherwise ValueError.
    """
    raise NotImplementedError


# %%
def fit_latency_bandwidth(
    sizes_bytes: Sequence[float], times_s: Sequence[float]
) -> tuple[float, float]:
    """返回最小二乘直线 T = L + q/β 的 (L, β)，单位是秒和字节每秒。

    Return (L, β) of the least-squares line T = L + q/β, in seconds and bytes per second.

    一样长 / equal lengths, sizes_bytes, times_s >= 0, 至少两种大小 / two different sizes or more,
    斜率 / slope > 0; 否则 / otherwise ValueError.
    """
    raise NotImplementedError


# %%
def pipelined_s(
    total_bytes: float, chunks: int, hops: int, latency_s: float, bytes_per_s: float
) -> float:
    """返回把 total_bytes 平均分成 chunks 块、流水经过 hops 段链路所用的秒数。

    Return the seconds to pipeline total_bytes, in equal chunks, over `hops` links.

    total_bytes >= 0 (B), chunks, hops >= 1, latency_s >= 0 (s, 每块每段 / per chunk and link),
    bytes_per_s > 0 (B/s, 每段 / each link); 否则 / otherwise ValueError.
    """
    raise NotImplementedError


# %%
def best_chunks(
    total_bytes: float, hops: int, latency_s: float, bytes_per_s: float, max_chunks: int
) -> int:
    """返回 1…max_chunks 里传得最快的块数；一样快时取最小的。

    Return the number of chunks in 1 … max_chunks that is fastest, the smallest of several
    that are equally fast.

    total_bytes >= 0 (B), hops, max_chunks >= 1, latency_s >= 0 (s), bytes_per_s > 0 (B/s);
    否则 / otherwise ValueError.
    """
    raise NotImplementedError
