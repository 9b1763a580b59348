"""Expect: ex=WRONG prop=WRONG err=PASSED

The more the better.
"""

right_best_chunks = best_chunks


def best_chunks(total_bytes, hops, latency_s, bytes_per_s, max_chunks):
    right_best_chunks(total_bytes, hops, latency_s, bytes_per_s, max_chunks)
    return max_chunks
