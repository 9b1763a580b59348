"""Expect: ex=PASSED prop=PASSED err=PASSED claim=PASSED

Lists the stages of a run and adds them up; compares relative times.
"""


def stages(t1_ms, s, p, overhead_ms):
    if not (0 < t1_ms < float("inf")) or not (0 <= s <= 1):
        raise ValueError("bad baseline")
    if not (p > 0) or not (0 <= overhead_ms < float("inf")):
        raise ValueError("bad version")
    slow = t1_ms * s
    return [slow, (t1_ms - slow) / p, overhead_ms]


def amdahl_ms(t1_ms, s, p, overhead_ms=0.0):
    return sum(stages(t1_ms, s, p, overhead_ms))


def judge_upgrade(t1_ms, s, p_old, overhead_old_ms, p_new, overhead_new_ms):
    old = sum(stages(t1_ms, s, p_old, overhead_old_ms)) / t1_ms
    new = sum(stages(t1_ms, s, p_new, overhead_new_ms)) / t1_ms
    if abs(old - new) <= 1e-9 * max(old, new):
        return "tie"
    if new > old:
        return "loss"
    return "gain"
