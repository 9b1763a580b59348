# %%
import math
from collections.abc import Mapping, Sequence


# %%
def required_factor(
    t1_ms: float, s: float, target_ms: float, overhead_ms: float = 0.0
) -> float | None:
    """返回其余部分要快多少倍，总时间才恰好是 target_ms；不用加速时返回 1.0，做不到时返回 None。

    Return by what factor the rest has to get faster for a total of target_ms; 1.0 if it need not,
    None if no factor reaches it.

    t1_ms > 0, 0 <= s <= 1, target_ms > 0, overhead_ms >= 0; 否则 / otherwise ValueError.
    """
    raise NotImplementedError


# %%
def plan_total_ms(stage_ms: Mapping[str, float], chosen: Sequence[dict]) -> float:
    """返回采用 chosen 里的全部选项以后的总毫秒数：各阶段的时间加上各选项的开销。

    Return the milliseconds with all options in chosen: the stages' times plus the options'
    overheads.

    每个选项 / each option: {"name": str, "stage": str, "factor": float, "overhead_ms": float}.
    """
    raise NotImplementedError


# %%
def best_plan(
    stage_ms: Mapping[str, float], options: Sequence[dict], max_options: int
) -> frozenset[str]:
    """返回总时间最短的方案里选项的名字；最多用 max_options 个选项，每个阶段最多一个。

    Return the names of the options in the plan with the shortest total, of at most max_options
    options and at most one per stage.
    """
    raise NotImplementedError
