"""Expect: ex=WRONG prop=WRONG err=PASSED claim=WRONG

Reads the arguments as p_old, p_new, overhead_old, overhead_new.
"""

right_judge = judge_upgrade


def judge_upgrade(t1_ms, s, p_old, overhead_old_ms, p_new, overhead_new_ms):
    right_judge(t1_ms, s, p_old, overhead_old_ms, p_new, overhead_new_ms)
    old = s * t1_ms + (1 - s) * t1_ms / p_old + p_new
    new = s * t1_ms + (1 - s) * t1_ms / (overhead_old_ms or 1.0) + overhead_new_ms
    return "tie" if math.isclose(old, new) else "gain" if new < old else "loss"
