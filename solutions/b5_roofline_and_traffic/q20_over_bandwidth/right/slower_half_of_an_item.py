"""Expect: ex=PASSED prop=PASSED err=PASSED

A kernel is a checked record; the bound is n times the slower half of one item.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Kernel:
    n: int
    itemsize: int
    streams: int
    flop_per_item: int

    def __post_init__(self):
        if not (min(self.n, self.itemsize, self.streams) >= 1 and self.flop_per_item >= 0):
            raise ValueError(f"out of range: {self}")

    @property
    def moved_bytes(self):
        return self.n * self.itemsize * self.streams


def implied_rates(n, itemsize, streams, flop_per_item, time_s):
    kernel = Kernel(n, itemsize, streams, flop_per_item)
    _demand_positive(time_s)
    flop_per_s = n * flop_per_item / time_s
    moved = kernel.moved_bytes
    return {"bytes": moved, "bytes_per_s": moved / time_s, "flop_per_s": flop_per_s}


def min_time_s(n, itemsize, streams, flop_per_item, flop_per_s, bytes_per_s):
    _demand_positive(flop_per_s, bytes_per_s)
    kernel = Kernel(n, itemsize, streams, flop_per_item)
    return kernel.n * max(flop_per_item / flop_per_s, itemsize * streams / bytes_per_s)


def is_consistent(n, itemsize, streams, flop_per_item, time_s, flop_per_s, bytes_per_s):
    _demand_positive(time_s)
    bound_s = min_time_s(n, itemsize, streams, flop_per_item, flop_per_s, bytes_per_s)
    return time_s > bound_s or math.isclose(time_s, bound_s, rel_tol=1e-9)
