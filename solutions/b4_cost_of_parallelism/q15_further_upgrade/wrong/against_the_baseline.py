"""Expect: ex=WRONG prop=WRONG err=PASSED claim=WRONG

Compares the new version with the baseline of 100 ms.
"""

right_judge = judge_upgrade


def judge_upgrade(t1_ms, s, p_old, overhead_old_ms, p_new, overhead_new_ms):
    right_judge(t1_ms, s, p_old, overhead_old_ms, p_new, overhead_new_ms)
    return right_judge(t1_ms, s, 1.0, 0.0, p_new, overhead_new_ms)
