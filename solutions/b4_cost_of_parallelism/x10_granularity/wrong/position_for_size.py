"""Expect: ex=WRONG prop=WRONG err=PASSED

Returns the position in the list of makespans, one less than the size.
"""

right_best_chunk = best_chunk


def best_chunk(costs, workers, overhead):
    right_best_chunk(costs, workers, overhead)
    times = [chunk_makespan(costs, workers, c, overhead) for c in range(1, len(costs) + 1)]
    return times.index(min(times))
