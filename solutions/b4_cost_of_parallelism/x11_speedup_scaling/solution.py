# %%
import math
from collections.abc import Mapping

CONDITIONS = (
    "task",
    "correctness_check",
    "dtype",
    "input_shape",
    "timing_boundary",
    "machine",
    "compiler_flags",
)


def _demand_positive(*values: float) -> None:
    if not all(math.isfinite(value) and value > 0 for value in values):
        raise ValueError("must be finite and above 0")


# %%
def speedup(t1_s: float, tp_s: float) -> float:
    _demand_positive(t1_s, tp_s)
    return t1_s / tp_s


# %%
def efficiency(t1_s: float, tp_s: float, processors: int) -> float:
    _demand_positive(t1_s, tp_s)
    if processors < 1:
        raise ValueError("processors must be at least 1")
    return t1_s / tp_s / processors


# %%
def gemm_flop(M: int, N: int, K: int, convention: str) -> int:
    if min(M, N, K) < 0:
        raise ValueError("sizes must be at least 0")
    if convention not in ("fma2", "exact"):
        raise ValueError("convention must be fma2 or exact")
    if convention == "exact" and K > 0:
        return M * N * (2 * K - 1)
    return 2 * M * N * K


# %%
def flop_rate(flop: float, seconds: float) -> float:
    _demand_positive(seconds)
    if not (math.isfinite(flop) and flop >= 0):
        raise ValueError("flop must be finite and at least 0")
    return flop / seconds


# %%
def weak_scaling_side(side: float, resource_factor: float) -> float:
    # (new / side)³ times the work, on resource_factor times the processors.
    _demand_positive(side, resource_factor)
    return side * resource_factor ** (1 / 3)


# %%
def comparable(a: Mapping[str, object], b: Mapping[str, object]) -> bool:
    return all(name in a and name in b and a[name] == b[name] for name in CONDITIONS)
