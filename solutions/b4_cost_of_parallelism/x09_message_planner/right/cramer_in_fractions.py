"""Expect: ex=PASSED prop=PASSED err=PASSED

A generator that packs from the back, normal equations by Cramer's rule in fractions, and a
dictionary that keeps the first number of chunks of each time.
"""

from fractions import Fraction


def pack_messages(sizes, max_bytes):
    if max_bytes < 1 or any(not 1 <= size <= max_bytes for size in sizes):
        raise ValueError("sizes or max_bytes out of range")

    def from_the_back():
        # 从队尾往前装，同样是最少的条数 / packing backwards needs no more messages
        room, box = 0, []
        for i in range(len(sizes) - 1, -1, -1):
            if sizes[i] > room:
                if box:
                    yield box[::-1]
                room, box = max_bytes, []
            room -= sizes[i]
            box.append(i)
        if box:
            yield box[::-1]

    return list(from_the_back())[::-1]


def fit_latency_bandwidth(sizes_bytes, times_s):
    if len(sizes_bytes) != len(times_s) or any(
        not 0 <= value < math.inf for value in (*sizes_bytes, *times_s)
    ):
        raise ValueError("bad measurements")
    xs, ys = ([Fraction(value) for value in row] for row in (sizes_bytes, times_s))
    # 法方程 / normal equations: [n Sx; Sx Sxx][L; m] = [Sy; Sxy]
    n, sx, sy = len(xs), sum(xs), sum(ys)
    sxx, sxy = (sum(a * b for a, b in zip(xs, other, strict=True)) for other in (xs, ys))
    det = n * sxx - sx * sx
    if det == 0:
        raise ValueError("need two different sizes")
    intercept, slope = (sy * sxx - sx * sxy) / det, (n * sxy - sx * sy) / det
    if slope <= 0:
        raise ValueError("larger messages are not slower")
    return float(intercept), float(1 / slope)


def pipelined_s(total_bytes, chunks, hops, latency_s, bytes_per_s):
    if not (
        0 <= total_bytes < math.inf
        and chunks >= 1
        and hops >= 1
        and 0 <= latency_s < math.inf
        and 0 < bytes_per_s < math.inf
    ):
        raise ValueError("argument out of range")
    cell = Fraction(latency_s) + Fraction(total_bytes) / (chunks * Fraction(bytes_per_s))
    # 第一块走完 hops 格，后面每块再晚一格 / the first takes hops cells, each later one more
    return float((hops + (chunks - 1)) * cell)


def best_chunks(total_bytes, hops, latency_s, bytes_per_s, max_chunks):
    if max_chunks < 1:
        raise ValueError("max_chunks must be at least 1")
    table = {}
    for c in range(1, max_chunks + 1):
        # setdefault 只记住第一个，也就是最小的块数 / keeps the first, hence smallest
        table.setdefault(pipelined_s(total_bytes, c, hops, latency_s, bytes_per_s), c)
    return table[min(table)]
