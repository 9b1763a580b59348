# %%
import math
from collections.abc import Sequence


# %%
def staged_total_ms(stage_ms: Sequence[float], factor: Sequence[float]) -> float:
    demand_times(stage_ms)
    if len(factor) != len(stage_ms):
        raise ValueError("each stage needs one factor")
    # Written so that NaN is refused and infinity is not.
    if not all(f > 0 for f in factor):
        raise ValueError("factors must be positive")
    return math.fsum(t / f for t, f in zip(stage_ms, factor, strict=True))


def demand_times(stage_ms: Sequence[float]) -> None:
    if not all(math.isfinite(t) and t >= 0 for t in stage_ms):
        raise ValueError("times must be finite and at least 0")
    if not any(stage_ms):
        raise ValueError("some stage must take time")


# %%
def overall_speedup(stage_ms: Sequence[float], factor: Sequence[float]) -> float:
    after = staged_total_ms(stage_ms, factor)
    return math.fsum(stage_ms) / after if after > 0 else math.inf


# %%
def speedup_ceiling(stage_ms: Sequence[float], accelerated: set[int]) -> float:
    demand_times(stage_ms)
    if not all(0 <= i < len(stage_ms) for i in accelerated):
        raise ValueError("an index is out of range")
    left = math.fsum(t for i, t in enumerate(stage_ms) if i not in accelerated)
    return math.fsum(stage_ms) / left if left > 0 else math.inf
