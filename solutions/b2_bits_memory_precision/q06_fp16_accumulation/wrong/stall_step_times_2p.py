"""Expect: ex=WRONG prop=WRONG err=PASSED

The resting point is taken as step * 2**p, which is no power of two in general.
"""

right_stall_at = stall_at


def stall_at(fmt, step=1):
    return right_stall_at(fmt, step) if step < 1 or step > 16 else step * right_stall_at(fmt, 1)
