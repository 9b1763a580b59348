"""Expect: ex=WRONG prop=WRONG err=PASSED

Takes the lower bound for the makespan.
"""


def chunk_makespan(costs, workers, chunk, overhead):
    _finishes(costs, workers, chunk, overhead)
    work = [overhead + sum(costs[at : at + chunk]) for at in range(0, len(costs), chunk)]
    return max(-(-sum(work) // workers), max(work))
