"""Expect: ex=PASSED prop=WRONG err=PASSED

Sizes and times are sorted apart from each other.
"""

right_fit_latency_bandwidth = fit_latency_bandwidth


def fit_latency_bandwidth(sizes_bytes, times_s):
    right_fit_latency_bandwidth(sizes_bytes, times_s)
    return right_fit_latency_bandwidth(sorted(sizes_bytes), sorted(times_s))
