"""Expect: ex=WRONG prop=WRONG err=PASSED claim=WRONG

A factor twice as large halves the old time: the gain is taken from the whole of it.
"""

right_judge = judge_upgrade


def judge_upgrade(t1_ms, s, p_old, overhead_old_ms, p_new, overhead_new_ms):
    right_judge(t1_ms, s, p_old, overhead_old_ms, p_new, overhead_new_ms)
    old = amdahl_ms(t1_ms, s, p_old, overhead_old_ms)
    ratio = 1.0 if p_old == p_new else p_old / p_new
    new = old * ratio + overhead_new_ms
    return "tie" if math.isclose(old, new) else "gain" if new < old else "loss"
