"""Expect: ex=PASSED prop=PASSED err=PASSED claim=PASSED

Compares the speedups over the baseline instead of the times.
"""


def speedup(t1_ms, s, p, overhead_ms):
    after = amdahl_ms(t1_ms, s, p, overhead_ms)
    return t1_ms / after if after else math.inf


def judge_upgrade(t1_ms, s, p_old, overhead_old_ms, p_new, overhead_new_ms):
    old = speedup(t1_ms, s, p_old, overhead_old_ms)
    new = speedup(t1_ms, s, p_new, overhead_new_ms)
    if math.isclose(old, new):
        return "tie"
    return "gain" if new > old else "loss"
