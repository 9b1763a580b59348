"""Expect: ex=WRONG prop=WRONG err=WRONG

Answers -1 to everything: nothing has this answer.
"""


def pack_messages(sizes, max_bytes):
    return -1


def fit_latency_bandwidth(sizes_bytes, times_s):
    return -1


def pipelined_s(total_bytes, chunks, hops, latency_s, bytes_per_s):
    return -1


def best_chunks(total_bytes, hops, latency_s, bytes_per_s, max_chunks):
    return -1
