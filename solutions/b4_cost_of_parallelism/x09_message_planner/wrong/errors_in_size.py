"""Expect: ex=WRONG prop=WRONG err=PASSED

Sizes are fitted to times: the errors of the wrong axis.
"""

right_fit_latency_bandwidth = fit_latency_bandwidth


def fit_latency_bandwidth(sizes_bytes, times_s):
    right_fit_latency_bandwidth(sizes_bytes, times_s)
    n = len(sizes_bytes)
    mean_q, mean_t = sum(sizes_bytes) / n, sum(times_s) / n
    pairs = list(zip(sizes_bytes, times_s, strict=True))

    rate = sum((q - mean_q) * (t - mean_t) for q, t in pairs) / sum(
        (t - mean_t) ** 2 for t in times_s
    )
    return mean_t - mean_q / rate, rate
