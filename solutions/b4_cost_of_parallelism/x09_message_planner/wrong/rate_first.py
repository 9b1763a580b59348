"""Expect: ex=WRONG prop=WRONG err=PASSED

β comes first.
"""

right_fit_latency_bandwidth = fit_latency_bandwidth


def fit_latency_bandwidth(sizes_bytes, times_s):
    value = right_fit_latency_bandwidth(sizes_bytes, times_s)
    return value[1], value[0]
