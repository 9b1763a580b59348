"""Expect: ex=WRONG prop=WRONG err=PASSED

Advises an optimisation although the measurement is wrong.
"""

STEPS = ()
