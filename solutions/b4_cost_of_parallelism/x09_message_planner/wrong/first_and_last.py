"""Expect: ex=WRONG prop=WRONG err=PASSED

The line through the first and the last point.
"""

right_fit_latency_bandwidth = fit_latency_bandwidth


def fit_latency_bandwidth(sizes_bytes, times_s):
    value = right_fit_latency_bandwidth(sizes_bytes, times_s)
    (q0, t0), (q1, t1) = (sizes_bytes[0], times_s[0]), (sizes_bytes[-1], times_s[-1])
    if q0 == q1 or t0 == t1:
        return value
    slope = (t1 - t0) / (q1 - q0)
    return t0 - slope * q0, 1 / slope
