"""Expect: ex=WRONG prop=WRONG err=PASSED

Chunks of a single item are not among the sizes tried.
"""

right_best_chunk = best_chunk


def best_chunk(costs, workers, overhead):
    right_best_chunk(costs, workers, overhead)
    sizes = range(min(2, len(costs)), len(costs) + 1)
    return min(sizes, key=lambda chunk: chunk_makespan(costs, workers, chunk, overhead))
