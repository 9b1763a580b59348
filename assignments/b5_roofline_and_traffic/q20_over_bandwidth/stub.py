# %%
import math


# %%
def implied_rates(
    n: int, itemsize: int, streams: int, flop_per_item: int, time_s: float
) -> dict[str, float]:
    """返回字典：搬运量 "bytes"（B）、"bytes_per_s"（B/s）、"flop_per_s"（FLOP/s）。

    Return a dictionary: the traffic "bytes" (B), "bytes_per_s" (B/s) and "flop_per_s" (FLOP/s)
    that follow from the reported time `time_s` (s).
    """
    raise NotImplementedError


# %%
def min_time_s(
    n: int,
    itemsize: int,
    streams: int,
    flop_per_item: int,
    flop_per_s: float,
    bytes_per_s: float,
) -> float:
    """返回两个上限（FLOP/s 与 B/s）允许的最短时间，单位秒。

    Return the shortest time in seconds that both limits (FLOP/s and B/s) allow.
    """
    raise NotImplementedError


# %%
def is_consistent(
    n: int,
    itemsize: int,
    streams: int,
    flop_per_item: int,
    time_s: float,
    flop_per_s: float,
    bytes_per_s: float,
) -> bool:
    """报告的时间（秒）不小于下界时返回 True。

    Return True if the reported time (s) is not below the bound.
    """
    raise NotImplementedError
