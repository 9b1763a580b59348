"""Expect: ex=WRONG prop=WRONG err=PASSED claim=WRONG

Takes a smaller factor for a loss without looking at the overheads.
"""

right_judge = judge_upgrade


def judge_upgrade(t1_ms, s, p_old, overhead_old_ms, p_new, overhead_new_ms):
    verdict = right_judge(t1_ms, s, p_old, overhead_old_ms, p_new, overhead_new_ms)
    return "loss" if p_new < p_old else verdict
