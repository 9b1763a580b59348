"""Expect: ex=WRONG prop=WRONG err=PASSED

√(h Q / (L β)): all links instead of one less.
"""

right_best_chunks = best_chunks


def best_chunks(total_bytes, hops, latency_s, bytes_per_s, max_chunks):
    right_best_chunks(total_bytes, hops, latency_s, bytes_per_s, max_chunks)
    root = math.sqrt(hops * total_bytes / bytes_per_s / latency_s) if latency_s else math.inf
    return round(min(max(root, 1), max_chunks))
