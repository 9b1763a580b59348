"""Expect: ex=PASSED prop=WRONG err=PASSED claim=WRONG

Times that differ by less than one part in a thousand count as equal.
"""

right_judge = judge_upgrade


def judge_upgrade(t1_ms, s, p_old, overhead_old_ms, p_new, overhead_new_ms):
    verdict = right_judge(t1_ms, s, p_old, overhead_old_ms, p_new, overhead_new_ms)
    old = amdahl_ms(t1_ms, s, p_old, overhead_old_ms)
    new = amdahl_ms(t1_ms, s, p_new, overhead_new_ms)
    return "tie" if math.isclose(old, new, rel_tol=1e-3) else verdict
