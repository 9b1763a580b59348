# %%
import math


# %%
def amdahl_ms(t1_ms: float, s: float, p: float, overhead_ms: float = 0.0) -> float:
    """返回加速以后的毫秒数：基线时间 t1_ms 里比例 s 没有加速，其余快 p 倍（时间除以 p），另加开销。

    Return the milliseconds after the acceleration: of the baseline's time t1_ms a fraction s is not
    accelerated, the rest is p times faster, and the overhead comes on top.

    t1_ms > 0, 0 <= s <= 1, p > 0 (可以是 / may be math.inf), overhead_ms >= 0;
    否则 / otherwise ValueError.
    """
    raise NotImplementedError


# %%
def break_even_overhead_ms(
    t1_ms: float, s: float, p_old: float, p_new: float, overhead_old_ms: float = 0.0
) -> float:
    """返回新版本的开销等于多少毫秒时，新旧两个版本一样快；可以是负数。

    Return the overhead of the new version, in milliseconds, at which both versions take the same
    time; it may be negative.

    范围同上 / ranges as above.
    """
    raise NotImplementedError


# %%
def judge_upgrade(
    t1_ms: float,
    s: float,
    p_old: float,
    overhead_old_ms: float,
    p_new: float,
    overhead_new_ms: float,
) -> str:
    """从旧版本换成新版本：返回 "gain"（更快）、"tie"（一样快）或 "loss"（更慢）。

    Going from the old version to the new one: return "gain" (faster), "tie" (as fast) or "loss"
    (slower).

    范围同上 / ranges as above.
    """
    raise NotImplementedError
