"""Expect: ex=WRONG prop=WRONG err=PASSED

The bytes are split over links instead of chunks.
"""

right_pipelined_s = pipelined_s


def pipelined_s(total_bytes, chunks, hops, latency_s, bytes_per_s):
    right_pipelined_s(total_bytes, chunks, hops, latency_s, bytes_per_s)
    return (chunks + hops - 1) * (latency_s + total_bytes / (hops * bytes_per_s))
