"""Expect: ex=PASSED prop=PASSED err=WRONG claim=PASSED

amdahl_ms computes with whatever it gets; the other two look at their arguments themselves.
"""

right_ms = amdahl_ms
right_judge = judge_upgrade


def amdahl_ms(t1_ms, s, p, overhead_ms=0.0):
    return s * t1_ms + (1 - s) * t1_ms / p + overhead_ms


def break_even_overhead_ms(t1_ms, s, p_old, p_new, overhead_old_ms=0.0):
    return right_ms(t1_ms, s, p_old, overhead_old_ms) - right_ms(t1_ms, s, p_new)


def judge_upgrade(t1_ms, s, p_old, overhead_old_ms, p_new, overhead_new_ms):
    right_ms(t1_ms, s, p_old, overhead_old_ms)
    right_ms(t1_ms, s, p_new, overhead_new_ms)
    return right_judge(t1_ms, s, p_old, overhead_old_ms, p_new, overhead_new_ms)
