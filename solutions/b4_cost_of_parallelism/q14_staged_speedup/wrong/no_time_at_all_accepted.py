"""Expect: ex=PASSED prop=PASSED err=WRONG

Stages that all take 0 ms are accepted.
"""


def demand_times(stage_ms):
    if len(stage_ms) == 0 or not all(math.isfinite(t) and t >= 0 for t in stage_ms):
        raise ValueError("times must be finite and at least 0")
