"""Expect: ex=WRONG prop=WRONG err=PASSED

GB is read as GiB.
"""

right_fit_latency_bandwidth = fit_latency_bandwidth


def fit_latency_bandwidth(sizes_bytes, times_s):
    value = right_fit_latency_bandwidth(sizes_bytes, times_s)
    return value[0], value[1] * 1e9 / 2**30
