"""Expect: ex=WRONG prop=WRONG err=PASSED

Returns the earliest makespan instead of the chunk size.
"""

right_best_chunk = best_chunk


def best_chunk(costs, workers, overhead):
    right_best_chunk(costs, workers, overhead)
    sizes = range(1, len(costs) + 1)
    return min(chunk_makespan(costs, workers, chunk, overhead) for chunk in sizes)
