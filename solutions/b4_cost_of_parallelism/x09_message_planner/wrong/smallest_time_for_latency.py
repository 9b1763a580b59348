"""Expect: ex=WRONG prop=WRONG err=PASSED

The shortest time is taken for L.
"""

right_fit_latency_bandwidth = fit_latency_bandwidth


def fit_latency_bandwidth(sizes_bytes, times_s):
    value = right_fit_latency_bandwidth(sizes_bytes, times_s)
    return min(times_s), value[1]
