"""Expect: ex=WRONG prop=WRONG err=PASSED

Regression without an intercept.
"""

right_fit_latency_bandwidth = fit_latency_bandwidth


def fit_latency_bandwidth(sizes_bytes, times_s):
    right_fit_latency_bandwidth(sizes_bytes, times_s)
    slope = sum(q * t for q, t in zip(sizes_bytes, times_s, strict=True)) / sum(
        q * q for q in sizes_bytes
    )
    return 0.0, 1 / slope
