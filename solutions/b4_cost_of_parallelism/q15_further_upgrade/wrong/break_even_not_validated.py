"""Expect: ex=PASSED prop=PASSED err=WRONG claim=PASSED

break_even_overhead_ms computes with whatever it gets.
"""


def break_even_overhead_ms(t1_ms, s, p_old, p_new, overhead_old_ms=0.0):
    return overhead_old_ms + (1 - s) * t1_ms * (1 / p_old - 1 / p_new)
