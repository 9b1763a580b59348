"""Expect: ex=WRONG prop=WRONG err=PASSED

The latency is paid once a link, not by each chunk.
"""

right_pipelined_s = pipelined_s


def pipelined_s(total_bytes, chunks, hops, latency_s, bytes_per_s):
    right_pipelined_s(total_bytes, chunks, hops, latency_s, bytes_per_s)
    return hops * latency_s + (chunks + hops - 1) * total_bytes / (chunks * bytes_per_s)
