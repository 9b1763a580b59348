"""Expect: ex=WRONG prop=WRONG err=PASSED

A negative L is replaced by 0.
"""

right_fit_latency_bandwidth = fit_latency_bandwidth


def fit_latency_bandwidth(sizes_bytes, times_s):
    value = right_fit_latency_bandwidth(sizes_bytes, times_s)
    return max(0.0, value[0]), value[1]
