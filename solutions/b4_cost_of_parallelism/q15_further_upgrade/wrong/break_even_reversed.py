"""Expect: ex=WRONG prop=WRONG err=PASSED claim=PASSED

New minus old.
"""


def break_even_overhead_ms(t1_ms, s, p_old, p_new, overhead_old_ms=0.0):
    return amdahl_ms(t1_ms, s, p_new) - amdahl_ms(t1_ms, s, p_old, overhead_old_ms)
