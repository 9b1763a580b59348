"""Expect: ex=ERROR prop=ERROR err=ERROR claim=PASSED

The old overhead has no default.
"""

right_break_even = break_even_overhead_ms


def break_even_overhead_ms(t1_ms, s, p_old, p_new, overhead_old_ms):
    return right_break_even(t1_ms, s, p_old, p_new, overhead_old_ms)
