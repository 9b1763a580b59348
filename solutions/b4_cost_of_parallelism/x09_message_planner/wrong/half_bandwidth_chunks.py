"""Expect: ex=WRONG prop=WRONG err=PASSED

Chunks of the half-bandwidth size, whatever the path.
"""

right_best_chunks = best_chunks


def best_chunks(total_bytes, hops, latency_s, bytes_per_s, max_chunks):
    right_best_chunks(total_bytes, hops, latency_s, bytes_per_s, max_chunks)
    ideal = total_bytes / (latency_s * bytes_per_s) if latency_s else math.inf
    return round(min(max(ideal, 1), max_chunks))
