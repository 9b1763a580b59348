"""Expect: ex=WRONG prop=WRONG err=PASSED

Tries only powers of two.
"""

right_best_chunks = best_chunks


def best_chunks(total_bytes, hops, latency_s, bytes_per_s, max_chunks):
    right_best_chunks(total_bytes, hops, latency_s, bytes_per_s, max_chunks)

    def seconds(c):
        return (c + hops - 1) * (latency_s + total_bytes / (c * bytes_per_s))

    return min((2**p for p in range(7) if 2**p <= max_chunks), key=seconds)
