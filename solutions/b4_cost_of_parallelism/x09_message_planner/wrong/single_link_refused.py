"""Expect: ex=ERROR prop=ERROR err=PASSED

A single link is refused.
"""

right_best_chunks = best_chunks


def best_chunks(total_bytes, hops, latency_s, bytes_per_s, max_chunks):
    value = right_best_chunks(total_bytes, hops, latency_s, bytes_per_s, max_chunks)
    if hops == 1:
        raise ValueError("nothing to pipeline")
    return value
