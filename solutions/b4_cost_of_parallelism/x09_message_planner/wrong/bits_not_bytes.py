"""Expect: ex=WRONG prop=WRONG err=PASSED

The rate is taken for bits per second.
"""

right_pipelined_s = pipelined_s


def pipelined_s(total_bytes, chunks, hops, latency_s, bytes_per_s):
    right_pipelined_s(total_bytes, chunks, hops, latency_s, bytes_per_s)
    return right_pipelined_s(8 * total_bytes, chunks, hops, latency_s, bytes_per_s)
