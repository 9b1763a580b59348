"""Expect: ex=PASSED prop=PASSED err=PASSED

Dynamic programming from the end, which finds another of the shortest packings.
"""

from functools import cache


def pack_messages(sizes, max_bytes):
    if max_bytes < 1 or any(size < 1 or size > max_bytes for size in sizes):
        raise ValueError("out of range")

    @cache
    def best(stop):
        if stop == 0:
            return ()
        options, used = [], 0
        for start in range(stop - 1, -1, -1):
            used += sizes[start]
            if used > max_bytes:
                break
            options.append((*best(start), tuple(range(start, stop))))
        return min(options, key=len)

    return best(len(sizes))


def best_chunks(total_bytes, hops, latency_s, bytes_per_s, max_chunks):
    if max_chunks < 1:
        raise ValueError("max_chunks")
    best, least = 1, pipelined_s(total_bytes, 1, hops, latency_s, bytes_per_s)
    for count in range(2, max_chunks + 1):
        time = pipelined_s(total_bytes, count, hops, latency_s, bytes_per_s)
        if time < least:
            best, least = count, time
    return best
