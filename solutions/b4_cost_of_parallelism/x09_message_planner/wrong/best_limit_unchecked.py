"""Expect: ex=PASSED prop=PASSED err=WRONG

best_chunks answers 1 where max_chunks is below 1.
"""

right_best_chunks = best_chunks


def best_chunks(total_bytes, hops, latency_s, bytes_per_s, max_chunks):
    return right_best_chunks(total_bytes, hops, latency_s, bytes_per_s, max(1, max_chunks))
