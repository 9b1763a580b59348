"""Expect: ex=PASSED prop=PASSED err=PASSED

A plain chain of operators; sizes that an operator does not need are None.
"""

NEEDED = {
    "outer": ["M", "N"],
    "gemv": ["M", "K"],
    "gemm_ideal": ["M", "N", "K"],
    "gemm_no_reuse": ["M", "N", "K"],
    "gemm_tiled": ["M", "N", "K", "T"],
} | {op: ["N"] for op in VECTOR_OPS}


def _demand_sizes(op, dims):
    if op not in NEEDED:
        raise ValueError("unknown op")
    for key in NEEDED[op]:
        if key not in dims or dims[key] < (1 if key == "T" else 0):
            raise ValueError("missing or too small: " + key)


def op_cost(op, dims, itemsize):
    _demand_sizes(op, dims)
    if itemsize < 1:
        raise ValueError("itemsize < 1")
    M, N, K, T = (dims.get(key) for key in "MNKT")
    if op in ("copy", "scale"):
        flop, elems = (N if op == "scale" else 0), 2 * N
    elif op in ("add", "axpy"):
        flop, elems = (2 * N if op == "axpy" else N), 3 * N
    elif op == "sum":
        flop, elems = N, N + 1
    elif op == "dot":
        flop, elems = 2 * N, 2 * N + 1
    elif op == "outer":
        flop, elems = M * N, (M + 1) * (N + 1) - 1
    elif op == "gemv":
        flop, elems = 2 * M * K, (M + 1) * (K + 1) - 1
    elif op == "gemm_ideal":
        flop, elems = 2 * M * N * K, K * (M + N) + M * N
    elif op == "gemm_no_reuse":
        flop, elems = 2 * M * N * K, M * N * (2 * K + 1)
    elif op == "gemm_tiled":
        block_rows, block_columns = (M + T - 1) // T, (N + T - 1) // T
        flop, elems = 2 * M * N * K, block_columns * M * K + block_rows * K * N + M * N
    else:
        flop, elems = 2 * N, (6 if op == "add_mul_unfused" else 4) * N
    return flop, elems * itemsize


def roofline_row(op, dims, itemsize, flop_per_s, bytes_per_s):
    if not all(0 < rate < math.inf for rate in (flop_per_s, bytes_per_s)):
        raise ValueError("bad rate")
    flop, n_bytes = op_cost(op, dims, itemsize)
    times = {"compute": flop / flop_per_s, "bandwidth": n_bytes / bytes_per_s}
    longest = max(times, key=times.get)
    apart = abs(times["compute"] - times["bandwidth"])
    return {
        "flop": flop,
        "bytes": n_bytes,
        "intensity": intensity(flop, n_bytes),
        "compute_s": times["compute"],
        "memory_s": times["bandwidth"],
        "bound_s": times[longest],
        "limiter": "balanced" if apart < 1e-9 * times[longest] else longest,
        "attainable_flop_per_s": min(flop_per_s, bytes_per_s * intensity(flop, n_bytes)),
    }
