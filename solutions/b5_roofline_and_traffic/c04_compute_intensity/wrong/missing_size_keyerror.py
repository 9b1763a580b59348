"""Expect: ex=PASSED prop=PASSED err=WRONG

Lets a missing size end in KeyError.
"""


def _sizes(dims, *names):
    sizes = [dims[name] for name in names]
    _demand_at_least(0, *sizes)
    return sizes
