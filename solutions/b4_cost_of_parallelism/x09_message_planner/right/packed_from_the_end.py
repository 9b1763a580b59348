"""Expect: ex=PASSED prop=PASSED err=PASSED

Fills messages from the last item backwards: as few, cut elsewhere.
"""


def pack_messages(sizes, max_bytes):
    if max_bytes <= 0 or (sizes and not (min(sizes) > 0 and max(sizes) <= max_bytes)):
        raise ValueError("out of range")
    groups = []
    for item in reversed(range(len(sizes))):
        if groups and sizes[item] + sum(sizes[i] for i in groups[0]) <= max_bytes:
            groups[0].insert(0, item)
        else:
            groups.insert(0, [item])
    return groups


def fit_latency_bandwidth(sizes_bytes, times_s):
    # Normal equations, solved by hand.
    n = len(sizes_bytes)
    if n != len(times_s) or n == 0 or max(sizes_bytes) == min(sizes_bytes):
        raise ValueError("points")
    for value in [*sizes_bytes, *times_s]:
        if not 0 <= value < math.inf:
            raise ValueError("out of range")
    sq, st = sum(sizes_bytes), sum(times_s)
    sqq = sum(q**2 for q in sizes_bytes)
    sqt = sum(q * t for q, t in zip(sizes_bytes, times_s, strict=True))
    up, down = n * sqt - sq * st, n * sqq - sq**2
    if up <= 0:
        raise ValueError("slope")
    return (st - up / down * sq) / n, down / up
