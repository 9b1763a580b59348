"""Expect: ex=PASSED prop=PASSED err=WRONG

Ranges are tested with < and > alone, which NaN and infinities pass.
"""

right_factor = required_factor


def required_factor(t1_ms, s, target_ms, overhead_ms=0.0):
    if t1_ms <= 0 or target_ms <= 0 or s < 0 or s > 1 or overhead_ms < 0:
        raise ValueError("out of range")
    if any(math.isnan(x) or math.isinf(x) for x in (t1_ms, s, target_ms, overhead_ms)):
        return None
    return right_factor(t1_ms, s, target_ms, overhead_ms)


def demand_cost(milliseconds):
    if milliseconds < 0:
        raise ValueError("must be at least 0")
