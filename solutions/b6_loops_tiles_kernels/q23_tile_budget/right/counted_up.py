"""Expect: ex=PASSED prop=PASSED err=PASSED claim=PASSED

Tries T = 1, 2, … one by one, for the budget too.
"""


def largest_tile(budget_bytes, itemsize):
    if budget_bytes < 0:
        raise ValueError("a negative budget")
    T = 0
    while tile_bytes(T + 1, itemsize) <= budget_bytes:
        T += 1
    return T


def tile_verdict(N, T, itemsize, budget_bytes, flop_per_s, bytes_per_s):
    if N < 1 or T < 1:
        raise ValueError("a size below 1")
    if not (0 < flop_per_s < math.inf and 0 < bytes_per_s < math.inf):
        raise ValueError("a rate that is not finite and above 0")
    if largest_tile(budget_bytes, itemsize) < T:
        return "does_not_fit"
    blocks = math.ceil(N / T)
    # 2N³ / Q with N² cancelled, and with B on this side.
    flop_fed_per_s = 2 * N / (itemsize * (2 * blocks + 1)) * bytes_per_s
    reached = flop_fed_per_s >= flop_per_s * (1 - 1e-9)
    return "compute_side" if reached else "bandwidth_side"
