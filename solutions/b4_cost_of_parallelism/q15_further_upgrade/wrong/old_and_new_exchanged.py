"""Expect: ex=WRONG prop=WRONG err=PASSED claim=WRONG

Says what going back would be.
"""

right_judge = judge_upgrade


def judge_upgrade(t1_ms, s, p_old, overhead_old_ms, p_new, overhead_new_ms):
    return right_judge(t1_ms, s, p_new, overhead_new_ms, p_old, overhead_old_ms)
