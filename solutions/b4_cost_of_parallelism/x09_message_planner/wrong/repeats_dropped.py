"""Expect: ex=WRONG prop=WRONG err=PASSED

Of a size measured several times only the last time is kept.
"""

right_fit_latency_bandwidth = fit_latency_bandwidth


def fit_latency_bandwidth(sizes_bytes, times_s):
    right_fit_latency_bandwidth(sizes_bytes, times_s)
    last = dict(zip(sizes_bytes, times_s, strict=True))
    return right_fit_latency_bandwidth(list(last), list(last.values()))
