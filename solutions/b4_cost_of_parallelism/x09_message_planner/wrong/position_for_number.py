"""Expect: ex=WRONG prop=WRONG err=PASSED

The position in the list of times, one less than the number.
"""

right_best_chunks = best_chunks


def best_chunks(total_bytes, hops, latency_s, bytes_per_s, max_chunks):
    value = right_best_chunks(total_bytes, hops, latency_s, bytes_per_s, max_chunks)
    return value - 1
