"""Expect: ex=WRONG prop=WRONG err=PASSED

Takes microseconds for milliseconds.
"""

SECONDS_PER = SECONDS_PER | {"us": 1e-3}
