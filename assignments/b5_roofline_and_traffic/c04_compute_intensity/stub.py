# %%
import math
from collections.abc import Mapping


# %%
def op_cost(op: str, dims: Mapping[str, int], itemsize: int) -> tuple[int, int]:
    """返回算子 `op` 的 (工作量, 必要搬运量)，单位 FLOP 与 B，两个整数。

    Return (work in FLOP, necessary traffic in bytes) of the operator `op`, two integers. `dims`
    holds its sizes, such as {"M": 2, "K": 3}; `itemsize` is the bytes of one element.
    """
    raise NotImplementedError


# %%
def elementwise_cost(
    n: int, inputs: int, outputs: int, flop_per_elem: int, itemsize: int
) -> tuple[int, int]:
    """返回逐元素内核的 (FLOP, B)：读 `inputs` 个、写 `outputs` 个长为 `n` 的数组。

    Return (FLOP, bytes) of an element-wise kernel that reads `inputs` and writes `outputs` arrays
    of `n` elements and does `flop_per_elem` operations for each.
    """
    raise NotImplementedError


# %%
def intensity(flop: int, n_bytes: int) -> float:
    """返回计算强度，单位 FLOP/B。

    Return the compute intensity in FLOP per byte.
    """
    raise NotImplementedError


# %%
def roofline_row(
    op: str, dims: Mapping[str, int], itemsize: int, flop_per_s: float, bytes_per_s: float
) -> dict[str, float | str]:
    """返回字典：该算子在峰值 `flop_per_s`（FLOP/s）、带宽 `bytes_per_s`（B/s）下的一行数据。

    Return a dictionary with the keys "flop", "bytes", "intensity", "compute_s", "memory_s",
    "bound_s", "limiter" and "attainable_flop_per_s" for a machine with these two limits.
    """
    raise NotImplementedError
