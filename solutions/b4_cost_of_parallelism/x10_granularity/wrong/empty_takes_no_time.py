"""Expect: ex=PASSED prop=PASSED err=WRONG

Without items everything takes 0.
"""

right_finishes = _finishes


def _finishes(costs, workers, chunk, overhead):
    return right_finishes(costs or [0], workers, chunk, overhead if costs else 0)


def best_chunk(costs, workers, overhead):
    sizes = range(1, len(costs) + 1)
    return min(sizes, key=lambda c: chunk_makespan(costs, workers, c, overhead), default=1)
