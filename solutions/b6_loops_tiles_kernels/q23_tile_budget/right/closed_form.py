"""Expect: ex=PASSED prop=PASSED err=PASSED claim=PASSED

Solves for the number of blocks that the ridge allows, and compares times instead of intensities.
"""


def smallest_tile_for(N, itemsize, ridge):
    _demand_at_least(1, N, itemsize)
    _demand_positive(ridge)
    # 2N / (itemsize·(2·blocks + 1)) >= ridge
    most_blocks = math.floor((2 * N / (itemsize * ridge) * (1 + 1e-9) - 1) / 2)
    return math.ceil(N / min(most_blocks, N)) if most_blocks >= 1 else None


def tile_verdict(N, T, itemsize, budget_bytes, flop_per_s, bytes_per_s):
    _demand_at_least(1, N, T)
    _demand_positive(flop_per_s, bytes_per_s)
    if largest_tile(budget_bytes, itemsize) < T:
        return "does_not_fit"
    n_bytes = itemsize * N * N * (2 * math.ceil(N / T) + 1)
    compute_s, memory_s = 2 * N**3 / flop_per_s, n_bytes / bytes_per_s
    return "compute_side" if compute_s * (1 + 1e-9) >= memory_s else "bandwidth_side"
