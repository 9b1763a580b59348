"""Expect: ex=ERROR prop=ERROR err=PASSED

Refuses a stage of 0 ms.
"""

right_times = demand_times


def demand_times(stage_ms):
    if 0 in stage_ms:
        raise ValueError("every stage must take time")
    right_times(stage_ms)
