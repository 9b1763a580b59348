"""Expect: ex=WRONG prop=WRONG err=PASSED

All work over the number of workers, rounded up: no tail.
"""


def chunk_makespan(costs, workers, chunk, overhead):
    _finishes(costs, workers, chunk, overhead)
    return -(-(sum(costs) + overhead * -(-len(costs) // chunk)) // workers)
