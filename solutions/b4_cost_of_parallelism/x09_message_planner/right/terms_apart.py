"""Expect: ex=PASSED prop=PASSED err=PASSED

Latency and bytes as two sums, divided in another order: ties have to survive that.
"""


def _check(total_bytes, chunks, hops, latency_s, bytes_per_s):
    if chunks < 1 or hops < 1 or bytes_per_s <= 0 or min(total_bytes, latency_s) < 0:
        raise ValueError("out of range")
    if not all(map(math.isfinite, (total_bytes, latency_s, bytes_per_s))):
        raise ValueError("not finite")


def pipelined_s(total_bytes, chunks, hops, latency_s, bytes_per_s):
    _check(total_bytes, chunks, hops, latency_s, bytes_per_s)
    boxes = chunks + hops - 1
    return boxes / chunks * total_bytes / bytes_per_s + boxes * latency_s


def best_chunks(total_bytes, hops, latency_s, bytes_per_s, max_chunks):
    _check(total_bytes, max_chunks, hops, latency_s, bytes_per_s)
    per_byte = 1 / bytes_per_s
    times = [
        c * latency_s + total_bytes * per_byte + (hops - 1) * (total_bytes / c * per_byte)
        for c in range(1, max_chunks + 1)
    ]
    return times.index(min(times)) + 1
