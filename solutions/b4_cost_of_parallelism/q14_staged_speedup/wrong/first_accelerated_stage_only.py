"""Expect: ex=WRONG prop=WRONG err=PASSED

Stops at the first stage whose factor is not 1: only one stage is ever accelerated.
"""

right_total = staged_total_ms


def staged_total_ms(stage_ms, factor):
    right_total(stage_ms, factor)
    first = next((i for i, f in enumerate(factor) if f != 1), None)
    return right_total(stage_ms, [f if i == first else 1.0 for i, f in enumerate(factor)])
