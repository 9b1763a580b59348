"""Expect: ex=WRONG prop=WRONG err=PASSED

Points are weighted by one over their time squared.
"""

right_fit_latency_bandwidth = fit_latency_bandwidth


def fit_latency_bandwidth(sizes_bytes, times_s):
    right_fit_latency_bandwidth(sizes_bytes, times_s)
    weights = [1 / t**2 if t else 1e30 for t in times_s]
    total = sum(weights)
    mean_q = sum(g * q for g, q in zip(weights, sizes_bytes, strict=True)) / total
    mean_t = sum(g * t for g, t in zip(weights, times_s, strict=True)) / total
    points = list(zip(weights, sizes_bytes, times_s, strict=True))
    slope = sum(g * (q - mean_q) * (t - mean_t) for g, q, t in points)
    slope /= sum(g * (q - mean_q) ** 2 for g, q, _ in points)
    return mean_t - slope * mean_q, 1 / slope
