"""Expect: ex=ERROR prop=ERROR err=ERROR

Refuses every call.
"""


def pack_messages(sizes, max_bytes):
    raise ValueError("no")


def fit_latency_bandwidth(sizes_bytes, times_s):
    raise ValueError("no")


def pipelined_s(total_bytes, chunks, hops, latency_s, bytes_per_s):
    raise ValueError("no")


def best_chunks(total_bytes, hops, latency_s, bytes_per_s, max_chunks):
    raise ValueError("no")
