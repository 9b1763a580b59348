"""Expect: ex=WRONG prop=WRONG err=PASSED

Of several chunk sizes that are equally early the largest.
"""

right_best_chunk = best_chunk


def best_chunk(costs, workers, overhead):
    right_best_chunk(costs, workers, overhead)
    sizes = range(len(costs), 0, -1)
    return min(sizes, key=lambda chunk: chunk_makespan(costs, workers, chunk, overhead))
