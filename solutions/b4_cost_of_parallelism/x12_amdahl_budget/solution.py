# %%
import math
from collections.abc import Mapping, Sequence
from itertools import combinations


# %%
def required_factor(
    t1_ms: float, s: float, target_ms: float, overhead_ms: float = 0.0
) -> float | None:
    if not all(math.isfinite(x) and x > 0 for x in (t1_ms, target_ms)):
        raise ValueError("t1_ms and target_ms must be finite and positive")
    if not 0 <= s <= 1:
        raise ValueError("s must lie between 0 and 1")
    demand_cost(overhead_ms)
    slowest, fastest = t1_ms + overhead_ms, s * t1_ms + overhead_ms
    if target_ms >= slowest or math.isclose(target_ms, slowest, rel_tol=1e-9):
        return 1.0
    if target_ms <= fastest or math.isclose(target_ms, fastest, rel_tol=1e-9):
        return None
    return (1 - s) * t1_ms / (target_ms - fastest)


def demand_cost(milliseconds: float) -> None:
    if not (math.isfinite(milliseconds) and milliseconds >= 0):
        raise ValueError("must be finite and at least 0")


# %%
def plan_total_ms(stage_ms: Mapping[str, float], chosen: Sequence[dict]) -> float:
    demand_options(stage_ms, chosen)
    if len({option["stage"] for option in chosen}) < len(chosen):
        raise ValueError("two options for one stage")
    factor = {option["stage"]: option["factor"] for option in chosen}
    times = (t / factor.get(stage, 1.0) for stage, t in stage_ms.items())
    return sum(times) + sum(option["overhead_ms"] for option in chosen)


def demand_options(stage_ms: Mapping[str, float], options: Sequence[dict]) -> None:
    for t in stage_ms.values():
        demand_cost(t)
    if len({option["name"] for option in options}) < len(options):
        raise ValueError("two options have the same name")
    for option in options:
        demand_cost(option["overhead_ms"])
        if option["stage"] not in stage_ms or not option["factor"] > 0:
            raise ValueError("unknown stage, or factor not positive")


# %%
def best_plan(
    stage_ms: Mapping[str, float], options: Sequence[dict], max_options: int
) -> frozenset[str]:
    demand_options(stage_ms, options)
    if len(options) > 6 or max_options < 0:
        raise ValueError("at most 6 options, of which at least 0 may be used")

    def rank(plan: tuple[dict, ...]) -> tuple[float, int, list[str]]:
        names = sorted(option["name"] for option in plan)
        return round(plan_total_ms(stage_ms, plan), 9), len(plan), names

    plans = [
        plan
        for size in range(min(max_options, len(options)) + 1)
        for plan in combinations(options, size)
        if len({option["stage"] for option in plan}) == size
    ]
    return frozenset(option["name"] for option in min(plans, key=rank))
