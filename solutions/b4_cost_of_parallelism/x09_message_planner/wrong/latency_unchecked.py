"""Expect: ex=PASSED prop=PASSED err=WRONG

Negative and odd latencies are accepted.
"""


def pipelined_s(total_bytes, chunks, hops, latency_s, bytes_per_s):
    fine = (
        math.isfinite(total_bytes)
        and total_bytes >= 0
        and math.isfinite(bytes_per_s)
        and bytes_per_s > 0
        and chunks >= 1
        and hops >= 1
    )
    if not fine:
        raise ValueError("out of range")
    return (hops + chunks - 1) * (latency_s + total_bytes / (chunks * bytes_per_s))
