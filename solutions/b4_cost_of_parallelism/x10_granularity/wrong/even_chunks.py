"""Expect: ex=WRONG prop=WRONG err=PASSED

One chunk for each worker.
"""

right_best_chunk = best_chunk


def best_chunk(costs, workers, overhead):
    right_best_chunk(costs, workers, overhead)
    return -(-len(costs) // workers)
