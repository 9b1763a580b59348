# %%
import math
from collections.abc import Sequence


# %%
def staged_total_ms(stage_ms: Sequence[float], factor: Sequence[float]) -> float:
    """返回第 i 个阶段快 factor[i] 倍以后，全部阶段依次执行的总毫秒数。

    Return the milliseconds that all stages take, one after another, when stage i is factor[i]
    times faster.

    stage_ms: 各阶段原来的毫秒数 / milliseconds of each stage before, >= 0, 不全为 0 / not all 0;
    factor: 同样长 / of the same length, > 0, 可以是 / may be math.inf; 否则 / otherwise ValueError.
    """
    raise NotImplementedError


# %%
def overall_speedup(stage_ms: Sequence[float], factor: Sequence[float]) -> float:
    """返回整体加速比：原来的总时间除以新的总时间；新的总时间为 0 时返回 math.inf。

    Return the speedup of the whole: the total time before over the total time after; math.inf if
    the total time after is 0.

    参数与 staged_total_ms 相同 / arguments as in staged_total_ms.
    """
    raise NotImplementedError


# %%
def speedup_ceiling(stage_ms: Sequence[float], accelerated: set[int]) -> float:
    """返回 accelerated 里的阶段都不花时间、其余阶段不变时的整体加速比；剩余时间为 0 则是 math.inf。

    Return the speedup of the whole if the stages in accelerated took no time and the others stayed
    as they are; math.inf if no time is left.

    accelerated: 阶段的下标，从 0 开始，可以是空集 / indices of stages from 0, possibly none;
    超出范围 / out of range: ValueError.
    """
    raise NotImplementedError
