"""Expect: ex=WRONG prop=WRONG err=PASSED claim=WRONG

A larger factor is a gain, whatever it costs.
"""

right_judge = judge_upgrade


def judge_upgrade(t1_ms, s, p_old, overhead_old_ms, p_new, overhead_new_ms):
    right_judge(t1_ms, s, p_old, overhead_old_ms, p_new, overhead_new_ms)
    return "gain" if p_new > p_old else "tie" if p_new == p_old else "loss"
