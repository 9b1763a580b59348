"""Expect: ex=PASSED prop=PASSED err=WRONG

A slope of 0 gives an infinite β.
"""


def fit_latency_bandwidth(sizes_bytes, times_s):
    if len(sizes_bytes) != len(times_s):
        raise ValueError("lengths")
    if len(set(sizes_bytes)) < 2:
        raise ValueError("two sizes")
    if not all(math.isfinite(x) and x >= 0 for x in (*sizes_bytes, *times_s)):
        raise ValueError("range")
    mean_q, mean_t = sum(sizes_bytes) / len(sizes_bytes), sum(times_s) / len(times_s)
    pairs = list(zip(sizes_bytes, times_s, strict=True))
    slope = sum((q - mean_q) * (t - mean_t) for q, t in pairs)
    slope /= sum((q - mean_q) ** 2 for q, _ in pairs)
    if slope < 0:
        raise ValueError("slope")
    return mean_t - slope * mean_q, 1 / slope if slope else math.inf
