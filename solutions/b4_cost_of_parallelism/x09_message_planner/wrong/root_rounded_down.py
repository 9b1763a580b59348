"""Expect: ex=WRONG prop=WRONG err=PASSED

The root is rounded down.
"""

right_best_chunks = best_chunks


def best_chunks(total_bytes, hops, latency_s, bytes_per_s, max_chunks):
    right_best_chunks(total_bytes, hops, latency_s, bytes_per_s, max_chunks)
    root = math.sqrt((hops - 1) * total_bytes / bytes_per_s / latency_s) if latency_s else math.inf
    return int(min(max(root, 1), max_chunks))
