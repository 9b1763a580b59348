"""Expect: ex=WRONG prop=WRONG err=PASSED

The mean time is taken for L.
"""

right_fit_latency_bandwidth = fit_latency_bandwidth


def fit_latency_bandwidth(sizes_bytes, times_s):
    value = right_fit_latency_bandwidth(sizes_bytes, times_s)
    return sum(times_s) / len(times_s), value[1]
