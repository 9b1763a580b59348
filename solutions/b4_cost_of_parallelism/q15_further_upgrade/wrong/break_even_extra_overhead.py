"""Expect: ex=WRONG prop=WRONG err=PASSED claim=PASSED

Returns how much the overhead may grow, not what it may be: the old overhead is in both times.
"""


def break_even_overhead_ms(t1_ms, s, p_old, p_new, overhead_old_ms=0.0):
    old = amdahl_ms(t1_ms, s, p_old, overhead_old_ms)
    return old - amdahl_ms(t1_ms, s, p_new, overhead_old_ms)
