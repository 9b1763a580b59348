"""Expect: ex=PASSED prop=PASSED err=WRONG

Bad numbers meet an assert instead of a ValueError.
"""


def pipelined_s(total_bytes, chunks, hops, latency_s, bytes_per_s):
    assert total_bytes >= 0
    assert latency_s >= 0
    assert bytes_per_s > 0
    assert chunks >= 1
    assert hops >= 1
    assert all(map(math.isfinite, (total_bytes, latency_s, bytes_per_s)))
    return (hops + chunks - 1) * (latency_s + total_bytes / (chunks * bytes_per_s))
