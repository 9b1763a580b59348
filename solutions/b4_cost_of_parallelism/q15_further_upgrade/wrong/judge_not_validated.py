"""Expect: ex=PASSED prop=PASSED err=WRONG claim=PASSED

judge_upgrade computes with whatever it gets.
"""


def judge_upgrade(t1_ms, s, p_old, overhead_old_ms, p_new, overhead_new_ms):
    old = s * t1_ms + (1 - s) * t1_ms / p_old + overhead_old_ms
    new = s * t1_ms + (1 - s) * t1_ms / p_new + overhead_new_ms
    return "tie" if math.isclose(old, new) else "gain" if new < old else "loss"
