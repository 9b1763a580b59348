"""Expect: ex=ERROR prop=ERROR err=PASSED

Divides by the latency: ZeroDivisionError where there is none.
"""

right_best_chunks = best_chunks


def best_chunks(total_bytes, hops, latency_s, bytes_per_s, max_chunks):
    value = right_best_chunks(total_bytes, hops, latency_s, bytes_per_s, max_chunks)
    root = math.sqrt((hops - 1) * total_bytes / (latency_s * bytes_per_s))
    return value if root >= 0 else 1
