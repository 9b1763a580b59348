"""Expect: ex=WRONG prop=WRONG err=PASSED

A chunk of all items is not among the sizes tried.
"""

right_best_chunk = best_chunk


def best_chunk(costs, workers, overhead):
    right_best_chunk(costs, workers, overhead)
    sizes = range(1, max(2, len(costs)))
    return min(sizes, key=lambda chunk: chunk_makespan(costs, workers, chunk, overhead))
