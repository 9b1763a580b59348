"""Expect: ex=WRONG prop=WRONG err=PASSED claim=WRONG

Judges as if the new version had no overhead.
"""

right_judge = judge_upgrade


def judge_upgrade(t1_ms, s, p_old, overhead_old_ms, p_new, overhead_new_ms):
    right_judge(t1_ms, s, p_old, overhead_old_ms, p_new, overhead_new_ms)
    return right_judge(t1_ms, s, p_old, overhead_old_ms, p_new, 0.0)
