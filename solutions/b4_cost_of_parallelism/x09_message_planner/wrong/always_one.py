"""Expect: ex=WRONG prop=WRONG err=PASSED

A single chunk pays the fewest latencies.
"""

right_best_chunks = best_chunks


def best_chunks(total_bytes, hops, latency_s, bytes_per_s, max_chunks):
    right_best_chunks(total_bytes, hops, latency_s, bytes_per_s, max_chunks)
    return 1
