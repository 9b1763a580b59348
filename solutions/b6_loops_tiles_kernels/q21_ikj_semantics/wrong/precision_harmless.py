"""Expect: ex=PASSED prop=PASSED err=PASSED claim=WRONG

Believes that a wider accumulator leaves the bits as they were.
"""

_by_the_sum = same_bits_guaranteed


def same_bits_guaranteed(change):
    return _by_the_sum(
        {name: change[name] for name in change if name != "accumulator_precision_changed"}
    )
