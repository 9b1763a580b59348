"""Expect: ex=WRONG prop=WRONG err=PASSED

chunks + hops - 2 boxes where both are above 1.
"""

right_pipelined_s = pipelined_s


def pipelined_s(total_bytes, chunks, hops, latency_s, bytes_per_s):
    right_pipelined_s(total_bytes, chunks, hops, latency_s, bytes_per_s)
    return max(chunks, hops, chunks + hops - 2) * (latency_s + total_bytes / (chunks * bytes_per_s))
