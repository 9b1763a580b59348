"""Expect: ex=WRONG prop=WRONG err=PASSED

Chooses the chunk size with the least idle time instead of the earliest end.
"""

right_best_chunk = best_chunk


def best_chunk(costs, workers, overhead):
    right_best_chunk(costs, workers, overhead)
    sizes = range(1, len(costs) + 1)
    return min(sizes, key=lambda chunk: idle_total(costs, workers, chunk, overhead))
