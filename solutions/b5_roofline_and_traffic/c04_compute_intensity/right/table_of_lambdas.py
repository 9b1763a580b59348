"""Expect: ex=PASSED prop=PASSED err=PASSED

One table of functions for FLOP and elements; sizes are passed by name.
"""

TABLE = {
    "copy": ("N", lambda N: 0, lambda N: 2 * N),
    "scale": ("N", lambda N: N, lambda N: 2 * N),
    "add": ("N", lambda N: N, lambda N: 3 * N),
    "axpy": ("N", lambda N: 2 * N, lambda N: 3 * N),
    "sum": ("N", lambda N: N, lambda N: N + 1),
    "dot": ("N", lambda N: 2 * N, lambda N: 2 * N + 1),
    "outer": ("MN", lambda M, N: M * N, lambda M, N: M * N + M + N),
    "gemv": ("MK", lambda M, K: 2 * M * K, lambda M, K: M * K + M + K),
    "gemm_ideal": ("MNK", lambda M, N, K: 2 * M * N * K, lambda M, N, K: M * K + K * N + M * N),
    "gemm_no_reuse": ("MNK", lambda M, N, K: 2 * M * N * K, lambda M, N, K: M * N * (2 * K + 1)),
    "gemm_tiled": (
        "MNKT",
        lambda M, N, K, T: 2 * M * N * K,
        lambda M, N, K, T: K * (M * math.ceil(N / T) + N * math.ceil(M / T)) + M * N,
    ),
    "add_mul_unfused": ("N", lambda N: 2 * N, lambda N: 6 * N),
    "add_mul_fused": ("N", lambda N: 2 * N, lambda N: 4 * N),
}


def op_cost(op, dims, itemsize):
    try:
        names, flop, elems = TABLE[op]
        sizes = {name: dims[name] for name in names}
    except KeyError as error:
        raise ValueError(f"unknown or missing: {error}") from None
    if min(sizes.values()) < 0 or sizes.get("T", 1) < 1 or itemsize < 1:
        raise ValueError(f"out of range: {sizes}, {itemsize}")
    return flop(**sizes), elems(**sizes) * itemsize
