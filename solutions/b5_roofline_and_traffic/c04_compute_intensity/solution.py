# %%
import math
from collections.abc import Mapping

VECTOR_OPS = {
    # op: FLOP for an element, elements moved for an element, elements moved besides
    "copy": (0, 2, 0),
    "scale": (1, 2, 0),
    "add": (1, 3, 0),
    "axpy": (2, 3, 0),
    "sum": (1, 1, 1),
    "dot": (2, 2, 1),
    "add_mul_unfused": (2, 6, 0),
    "add_mul_fused": (2, 4, 0),
}


def _demand_at_least(low: int, *values: int) -> None:
    if any(value < low for value in values):
        raise ValueError(f"at least {low} is needed")


def _sizes(dims: Mapping[str, int], *names: str) -> list[int]:
    if any(name not in dims for name in names):
        raise ValueError(f"dims must have {', '.join(names)}")
    sizes = [dims[name] for name in names]
    _demand_at_least(0, *sizes)
    return sizes


def _ceil(a: int, b: int) -> int:
    return -(-a // b)


def _product_elems(op: str, M: int, N: int, K: int, dims: Mapping[str, int]) -> int:
    """Elements that a matrix product moves under the assumption about reuse that `op` names."""
    if op == "gemm_ideal":
        return M * K + K * N + M * N
    if op == "gemm_no_reuse":
        return 2 * M * N * K + M * N
    (T,) = _sizes(dims, "T")
    _demand_at_least(1, T)
    # Every block column reads all of A once, every block row all of B.
    return M * K * _ceil(N, T) + K * N * _ceil(M, T) + M * N


# %%
def op_cost(op: str, dims: Mapping[str, int], itemsize: int) -> tuple[int, int]:
    _demand_at_least(1, itemsize)
    if op in VECTOR_OPS:
        flop_each, moved_each, moved_besides = VECTOR_OPS[op]
        (N,) = _sizes(dims, "N")
        flop, elems = flop_each * N, moved_each * N + moved_besides
    elif op == "outer":
        M, N = _sizes(dims, "M", "N")
        flop, elems = M * N, M + N + M * N
    elif op == "gemv":
        M, K = _sizes(dims, "M", "K")
        flop, elems = 2 * M * K, M * K + K + M
    elif op in ("gemm_ideal", "gemm_no_reuse", "gemm_tiled"):
        M, N, K = _sizes(dims, "M", "N", "K")
        flop, elems = 2 * M * N * K, _product_elems(op, M, N, K, dims)
    else:
        raise ValueError(f"unknown operator {op!r}")
    return flop, elems * itemsize


# %%
def elementwise_cost(
    n: int, inputs: int, outputs: int, flop_per_elem: int, itemsize: int
) -> tuple[int, int]:
    _demand_at_least(0, n, inputs, outputs, flop_per_elem)
    _demand_at_least(1, itemsize)
    return n * flop_per_elem, n * (inputs + outputs) * itemsize


# %%
def intensity(flop: int, n_bytes: int) -> float:
    _demand_at_least(0, flop)
    _demand_at_least(1, n_bytes)
    return flop / n_bytes


# %%
def roofline_row(
    op: str, dims: Mapping[str, int], itemsize: int, flop_per_s: float, bytes_per_s: float
) -> dict[str, float | str]:
    for rate in (flop_per_s, bytes_per_s):
        # `not rate > 0` also catches NaN, for which every comparison is false.
        if not rate > 0 or math.isinf(rate):
            raise ValueError("rates are finite and above 0")
    flop, n_bytes = op_cost(op, dims, itemsize)
    per_byte = intensity(flop, n_bytes)
    compute_s, memory_s = flop / flop_per_s, n_bytes / bytes_per_s
    if math.isclose(compute_s, memory_s, rel_tol=1e-9):
        limiter = "balanced"
    else:
        limiter = "compute" if compute_s > memory_s else "bandwidth"
    return {
        "flop": flop,
        "bytes": n_bytes,
        "intensity": per_byte,
        "compute_s": compute_s,
        "memory_s": memory_s,
        "bound_s": max(compute_s, memory_s),
        "limiter": limiter,
        "attainable_flop_per_s": min(flop_per_s, bytes_per_s * per_byte),
    }
