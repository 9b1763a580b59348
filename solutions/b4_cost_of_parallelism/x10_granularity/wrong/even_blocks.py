"""Expect: ex=WRONG prop=WRONG err=PASSED

Each worker gets one contiguous share of the chunks beforehand.
"""


def checked(costs, workers, chunk, overhead):
    if not costs or min(costs) < 0 or workers < 1 or chunk < 1 or overhead < 0:
        raise ValueError("out of range")


def _finishes(costs, workers, chunk, overhead):
    checked(costs, workers, chunk, overhead)
    starts = range(0, len(costs), chunk)
    share = -(-len(starts) // workers)
    free_at = [0] * workers
    for turn, start in enumerate(starts):
        free_at[turn // share] += overhead + sum(costs[start : start + chunk])
    return free_at
