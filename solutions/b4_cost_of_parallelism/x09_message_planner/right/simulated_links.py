"""Expect: ex=PASSED prop=PASSED err=PASSED

Every chunk on every link is followed; the best number near the root, neighbours compared.
"""


def pipelined_s(total_bytes, chunks, hops, latency_s, bytes_per_s):
    for value in (total_bytes, latency_s):
        if not 0 <= value < math.inf:
            raise ValueError("out of range")
    if not 0 < bytes_per_s < math.inf or chunks <= 0 or hops <= 0:
        raise ValueError("out of range")
    box = latency_s + total_bytes / chunks / bytes_per_s
    free = [0] * hops
    for _ in range(chunks):
        arrived = 0
        for link in range(hops):
            arrived = free[link] = max(arrived, free[link]) + 1
    return free[-1] * box


def best_chunks(total_bytes, hops, latency_s, bytes_per_s, max_chunks):
    if max_chunks < 1:
        raise ValueError("max_chunks")
    pipelined_s(total_bytes, 1, hops, latency_s, bytes_per_s)
    if hops == 1 or total_bytes == 0:
        return 1
    if latency_s == 0:
        return max_chunks
    low = math.isqrt(int((hops - 1) * total_bytes / bytes_per_s / latency_s))
    near = sorted({min(max(low + step, 1), max_chunks) for step in (-1, 0, 1, 2)})

    def seconds(count):
        return (count + hops - 1) * (latency_s + total_bytes / count / bytes_per_s)

    return min(near, key=seconds)
