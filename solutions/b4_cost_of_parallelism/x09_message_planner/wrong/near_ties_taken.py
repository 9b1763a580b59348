"""Expect: ex=WRONG prop=WRONG err=PASSED

Times within a thousandth count as equal.
"""

right_best_chunks = best_chunks


def best_chunks(total_bytes, hops, latency_s, bytes_per_s, max_chunks):
    value = right_best_chunks(total_bytes, hops, latency_s, bytes_per_s, max_chunks)

    def seconds(c):
        return (c + hops - 1) * (latency_s + total_bytes / (c * bytes_per_s))

    least = seconds(value)
    return next(c for c in range(1, value + 1) if seconds(c) <= 1.001 * least)
