"""Expect: ex=PASSED prop=WRONG err=PASSED

Times of the same size are averaged to one point.
"""

right_fit_latency_bandwidth = fit_latency_bandwidth


def fit_latency_bandwidth(sizes_bytes, times_s):
    right_fit_latency_bandwidth(sizes_bytes, times_s)
    by_size = {}
    for q, t in zip(sizes_bytes, times_s, strict=True):
        by_size.setdefault(q, []).append(t)
    means = [sum(ts) / len(ts) for ts in by_size.values()]
    slope_sign = sum(
        (q - sum(by_size) / len(by_size)) * t for q, t in zip(by_size, means, strict=True)
    )
    return right_fit_latency_bandwidth(list(by_size), means) if slope_sign > 0 else (0.0, 1.0)
