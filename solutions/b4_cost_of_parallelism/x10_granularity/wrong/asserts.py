"""Expect: ex=PASSED prop=PASSED err=WRONG

Bad arguments meet an assert instead of a ValueError.
"""


def _finishes(costs, workers, chunk, overhead):
    assert costs
    assert min(costs) >= 0
    assert workers >= 1
    assert chunk >= 1
    assert overhead >= 0
    free_at = [0] * workers
    for start in range(0, len(costs), chunk):
        first = free_at.index(min(free_at))
        free_at[first] += overhead + sum(costs[start : start + chunk])
    return free_at
