"""Expect: ex=WRONG prop=WRONG err=PASSED

The first measurement is left out as a warm-up.
"""

right_fit_latency_bandwidth = fit_latency_bandwidth


def fit_latency_bandwidth(sizes_bytes, times_s):
    value = right_fit_latency_bandwidth(sizes_bytes, times_s)
    if len(set(sizes_bytes[1:])) < 2:
        return value
    q, t = sizes_bytes[1:], times_s[1:]
    mean_q, mean_t = sum(q) / len(q), sum(t) / len(t)
    slope = sum((x - mean_q) * (y - mean_t) for x, y in zip(q, t, strict=True))
    slope /= sum((x - mean_q) ** 2 for x in q)
    return mean_t - slope * mean_q, 1 / slope if slope else 0.0
