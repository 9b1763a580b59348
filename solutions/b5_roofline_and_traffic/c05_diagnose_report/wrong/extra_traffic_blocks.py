"""Expect: ex=WRONG prop=WRONG err=PASSED

Lets extra traffic stand in the way of optimising.
"""

STEPS = (*STEPS, ("extra_traffic", "remeasure"))
