"""Expect: ex=WRONG prop=WRONG err=PASSED

Compares without a tolerance: a rate at its limit is over it where a conversion rounds up.
"""

ROUNDING = 1
