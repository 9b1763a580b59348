# %%
import math


def _demand_kernel(n: int, itemsize: int, streams: int, flop_per_item: int) -> None:
    if n < 1 or itemsize < 1 or streams < 1 or flop_per_item < 0:
        raise ValueError("n, itemsize and streams are at least 1, flop_per_item at least 0")


def _demand_positive(*values: float) -> None:
    # `not x > 0` also catches NaN, for which every comparison is false.
    if any(not x > 0 or math.isinf(x) for x in values):
        raise ValueError("times and rates are finite and above 0")


# %%
def implied_rates(
    n: int, itemsize: int, streams: int, flop_per_item: int, time_s: float
) -> dict[str, float]:
    _demand_kernel(n, itemsize, streams, flop_per_item)
    _demand_positive(time_s)
    moved_bytes = n * itemsize * streams
    return {
        "bytes": moved_bytes,
        "bytes_per_s": moved_bytes / time_s,
        "flop_per_s": n * flop_per_item / time_s,
    }


# %%
def min_time_s(
    n: int,
    itemsize: int,
    streams: int,
    flop_per_item: int,
    flop_per_s: float,
    bytes_per_s: float,
) -> float:
    _demand_kernel(n, itemsize, streams, flop_per_item)
    _demand_positive(flop_per_s, bytes_per_s)
    compute_s = n * flop_per_item / flop_per_s
    traffic_s = n * itemsize * streams / bytes_per_s
    return max(compute_s, traffic_s)


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
    _demand_positive(time_s)
    bound_s = min_time_s(n, itemsize, streams, flop_per_item, flop_per_s, bytes_per_s)
    return time_s >= bound_s * (1 - 1e-9)
