"""Expect: ex=WRONG prop=WRONG err=PASSED

L is the intercept on the axis of sizes, the half-bandwidth point.
"""

right_fit_latency_bandwidth = fit_latency_bandwidth


def fit_latency_bandwidth(sizes_bytes, times_s):
    value = right_fit_latency_bandwidth(sizes_bytes, times_s)
    return value[0] * value[1], value[1]
