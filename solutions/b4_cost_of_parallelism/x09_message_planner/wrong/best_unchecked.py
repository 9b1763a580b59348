"""Expect: ex=PASSED prop=PASSED err=WRONG

best_chunks tries what it gets.
"""


def best_chunks(total_bytes, hops, latency_s, bytes_per_s, max_chunks):
    best, least = 1, math.inf
    for c in range(1, max_chunks + 1):
        time = (
            (c + hops - 1) * (latency_s + total_bytes / (c * bytes_per_s)) if bytes_per_s else 0.0
        )
        if time < least:
            best, least = c, time
    return best
