"""Expect: ex=WRONG prop=WRONG err=PASSED

GB/s is read as GiB/s.
"""

right_pipelined_s = pipelined_s


def pipelined_s(total_bytes, chunks, hops, latency_s, bytes_per_s):
    right_pipelined_s(total_bytes, chunks, hops, latency_s, bytes_per_s)
    return right_pipelined_s(total_bytes, chunks, hops, latency_s, bytes_per_s * 2**30 / 1e9)
