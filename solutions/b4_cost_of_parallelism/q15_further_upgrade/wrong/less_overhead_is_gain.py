"""Expect: ex=WRONG prop=WRONG err=PASSED claim=WRONG

Looks at the overheads alone.
"""

right_judge = judge_upgrade


def judge_upgrade(t1_ms, s, p_old, overhead_old_ms, p_new, overhead_new_ms):
    right_judge(t1_ms, s, p_old, overhead_old_ms, p_new, overhead_new_ms)
    if overhead_new_ms == overhead_old_ms:
        return "tie"
    return "gain" if overhead_new_ms < overhead_old_ms else "loss"
