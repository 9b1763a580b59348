"""Expect: ex=PASSED prop=WRONG err=PASSED claim=WRONG

Compares with ==, so that rounding decides a tie of decimal numbers.
"""


def judge_upgrade(t1_ms, s, p_old, overhead_old_ms, p_new, overhead_new_ms):
    old = amdahl_ms(t1_ms, s, p_old, overhead_old_ms)
    new = amdahl_ms(t1_ms, s, p_new, overhead_new_ms)
    return "tie" if new == old else "gain" if new < old else "loss"
