# %%
import math


# %%
def amdahl_ms(t1_ms: float, s: float, p: float, overhead_ms: float = 0.0) -> float:
    if not (math.isfinite(t1_ms) and t1_ms > 0):
        raise ValueError("t1_ms must be finite and positive")
    if not 0 <= s <= 1:
        raise ValueError("s must lie between 0 and 1")
    if not p > 0:
        raise ValueError("a factor must be positive")
    if not (math.isfinite(overhead_ms) and overhead_ms >= 0):
        raise ValueError("an overhead must be finite and at least 0")
    return s * t1_ms + (1 - s) * t1_ms / p + overhead_ms


# %%
def break_even_overhead_ms(
    t1_ms: float, s: float, p_old: float, p_new: float, overhead_old_ms: float = 0.0
) -> float:
    # The new version may cost as much as it is faster without overhead.
    return amdahl_ms(t1_ms, s, p_old, overhead_old_ms) - amdahl_ms(t1_ms, s, p_new)


# %%
def judge_upgrade(
    t1_ms: float,
    s: float,
    p_old: float,
    overhead_old_ms: float,
    p_new: float,
    overhead_new_ms: float,
) -> str:
    old = amdahl_ms(t1_ms, s, p_old, overhead_old_ms)
    new = amdahl_ms(t1_ms, s, p_new, overhead_new_ms)
    if math.isclose(new, old, rel_tol=1e-9):
        return "tie"
    return "gain" if new < old else "loss"
