# %%
import math
from collections.abc import Sequence

import numpy as np


# %%
def accumulate(
    values: Sequence[float], acc_fmt: str, order: str = "left", in_fmt: str = "fp16"
) -> float:
    """返回 values 的和：输入先舍入到 in_fmt 再到 acc_fmt，每次加法舍入到 acc_fmt。

    Return the sum of values: inputs are rounded to in_fmt, then to acc_fmt, and every addition is
    rounded to acc_fmt.

    格式 / formats: "fp16", "bf16", "fp32"; order: "left" 或 / or "pairwise";
    空序列返回 / an empty sequence gives 0.0; 否则 / otherwise ValueError.
    """
    raise NotImplementedError


# %%
def stall_at(fmt: str, step: int = 1) -> int:
    """部分和从 0 开始，不断加 step；返回它停住时的值（int）。

    Return the value (an int) at which a partial sum comes to rest that starts at 0 and gets step
    added again and again.

    fmt: "fp16", "bf16", "fp32"; step: 1 ... 16; 否则 / otherwise ValueError.
    """
    raise NotImplementedError
