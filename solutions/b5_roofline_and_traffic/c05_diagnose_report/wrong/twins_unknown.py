"""Expect: ex=WRONG prop=WRONG err=PASSED

Never tries the twin of a unit.
"""

TWINS = {}
