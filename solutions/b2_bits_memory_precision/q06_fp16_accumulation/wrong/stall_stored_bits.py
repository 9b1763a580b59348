"""Expect: ex=WRONG prop=WRONG err=PASSED

The resting point is computed from p - 1 bits.
"""

right_stall_at = stall_at


def stall_at(fmt, step=1):
    return right_stall_at(fmt, step) // 2
