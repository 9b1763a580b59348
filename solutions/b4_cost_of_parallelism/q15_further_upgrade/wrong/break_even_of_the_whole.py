"""Expect: ex=WRONG prop=WRONG err=PASSED claim=PASSED

T/p_old − T/p_new: forgets that only 1 − s is accelerated.
"""

right_break_even = break_even_overhead_ms


def break_even_overhead_ms(t1_ms, s, p_old, p_new, overhead_old_ms=0.0):
    right_break_even(t1_ms, s, p_old, p_new, overhead_old_ms)
    return t1_ms / p_old - t1_ms / p_new + overhead_old_ms
