"""Expect: ex=WRONG prop=WRONG err=PASSED

Times are taken for milliseconds.
"""

right_fit_latency_bandwidth = fit_latency_bandwidth


def fit_latency_bandwidth(sizes_bytes, times_s):
    value = right_fit_latency_bandwidth(sizes_bytes, times_s)
    return 1000 * value[0], value[1] / 1000
