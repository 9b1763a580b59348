"""Expect: ex=PASSED prop=PASSED err=WRONG claim=PASSED

The quotient of 0 raises ZeroDivisionError instead of ValueError.
"""


def speedup(t1_s, tp_s):
    if not (math.isfinite(t1_s) and math.isfinite(tp_s)) or t1_s <= 0 or tp_s < 0:
        raise ValueError
    return t1_s / tp_s
