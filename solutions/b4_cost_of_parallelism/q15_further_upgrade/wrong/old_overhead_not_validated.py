"""Expect: ex=PASSED prop=PASSED err=WRONG claim=PASSED

The old version's overhead is added without a look at it.
"""


def break_even_overhead_ms(t1_ms, s, p_old, p_new, overhead_old_ms=0.0):
    return amdahl_ms(t1_ms, s, p_old) + overhead_old_ms - amdahl_ms(t1_ms, s, p_new)


def judge_upgrade(t1_ms, s, p_old, overhead_old_ms, p_new, overhead_new_ms):
    old = amdahl_ms(t1_ms, s, p_old) + overhead_old_ms
    new = amdahl_ms(t1_ms, s, p_new, overhead_new_ms)
    return "tie" if math.isclose(old, new) else "gain" if new < old else "loss"
