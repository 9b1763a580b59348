"""Expect: ex=PASSED prop=PASSED err=PASSED

Starts from the total before and subtracts what each stage saves, t − t/f.
"""


def staged_total_ms(stage_ms, factor):
    demand_times(stage_ms)
    if len(stage_ms) != len(factor) or not all(f > 0 for f in factor):
        raise ValueError("bad factors")
    if all(f == math.inf or t == 0 for t, f in zip(stage_ms, factor, strict=True)):
        return 0.0
    saved = [t - t / f for t, f in zip(stage_ms, factor, strict=True)]
    return math.fsum([*stage_ms, *(-s for s in saved)])
