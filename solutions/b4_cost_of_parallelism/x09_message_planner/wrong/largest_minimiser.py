"""Expect: ex=PASSED prop=WRONG err=PASSED

Of several that are equally fast the largest.
"""

right_best_chunks = best_chunks


def best_chunks(total_bytes, hops, latency_s, bytes_per_s, max_chunks):
    right_best_chunks(total_bytes, hops, latency_s, bytes_per_s, max_chunks)

    def seconds(c):
        return (c + hops - 1) * (latency_s + total_bytes / (c * bytes_per_s))

    return min(range(max_chunks, 0, -1), key=seconds)
