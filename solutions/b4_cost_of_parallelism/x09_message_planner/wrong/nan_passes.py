"""Expect: ex=PASSED prop=PASSED err=WRONG

Ranges are tested with < alone, which NaN and infinities pass.
"""


def pipelined_s(total_bytes, chunks, hops, latency_s, bytes_per_s):
    if total_bytes < 0 or latency_s < 0 or bytes_per_s <= 0 or min(chunks, hops) < 1:
        raise ValueError("out of range")
    return (hops + chunks - 1) * (latency_s + total_bytes / (chunks * bytes_per_s))
