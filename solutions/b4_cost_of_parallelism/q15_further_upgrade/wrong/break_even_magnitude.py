"""Expect: ex=WRONG prop=WRONG err=PASSED claim=PASSED

Drops the sign.
"""

right_break_even = break_even_overhead_ms


def break_even_overhead_ms(t1_ms, s, p_old, p_new, overhead_old_ms=0.0):
    return abs(right_break_even(t1_ms, s, p_old, p_new, overhead_old_ms))
