"""Expect: ex=WRONG prop=WRONG err=PASSED

The number of chunks is a float.
"""

right_best_chunks = best_chunks


def best_chunks(total_bytes, hops, latency_s, bytes_per_s, max_chunks):
    value = right_best_chunks(total_bytes, hops, latency_s, bytes_per_s, max_chunks)
    return float(value)
