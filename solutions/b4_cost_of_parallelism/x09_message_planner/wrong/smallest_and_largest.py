"""Expect: ex=WRONG prop=WRONG err=PASSED

The line through the smallest and the largest size.
"""

right_fit_latency_bandwidth = fit_latency_bandwidth


def fit_latency_bandwidth(sizes_bytes, times_s):
    value = right_fit_latency_bandwidth(sizes_bytes, times_s)
    points = sorted(zip(sizes_bytes, times_s, strict=True))
    (q0, t0), (q1, t1) = points[0], points[-1]
    slope = (t1 - t0) / (q1 - q0) or 1 / value[1]
    return t0 - slope * q0, 1 / slope
