"""Expect: ex=WRONG prop=WRONG err=PASSED

The mean of the slopes between neighbours.
"""

from itertools import pairwise

right_fit_latency_bandwidth = fit_latency_bandwidth


def fit_latency_bandwidth(sizes_bytes, times_s):
    value = right_fit_latency_bandwidth(sizes_bytes, times_s)
    points = sorted(zip(sizes_bytes, times_s, strict=True))
    slopes = [(t1 - t0) / (q1 - q0) for (q0, t0), (q1, t1) in pairwise(points) if q1 > q0]
    slope = sum(slopes) / len(slopes) or 1 / value[1]
    return sum(times_s) / len(times_s) - slope * sum(sizes_bytes) / len(sizes_bytes), 1 / slope
