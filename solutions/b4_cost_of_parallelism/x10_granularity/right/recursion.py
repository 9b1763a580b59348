"""Expect: ex=PASSED prop=PASSED err=PASSED

Recursion over the queue with sorted free times; the numbers of the workers don't matter.
"""

from bisect import insort


def _after(free, work):
    if not work:
        return free
    free = list(free)
    insort(free, free.pop(0) + work[0])
    return _after(free, work[1:])


def _plan(costs, workers, chunk, overhead):
    if any(bad for bad in (len(costs) < 1, workers < 1, chunk < 1, overhead < 0)):
        raise ValueError("out of range")
    if [cost for cost in costs if cost < 0]:
        raise ValueError("negative cost")
    work = [overhead]
    for i, cost in enumerate(costs):
        if i and i % chunk == 0:
            work.append(overhead)
        work[-1] += cost
    return _after([0] * workers, work)


def chunk_makespan(costs, workers, chunk, overhead):
    return _plan(costs, workers, chunk, overhead)[-1]


def best_chunk(costs, workers, overhead):
    best = 1
    for chunk in range(1, max(len(costs), 1) + 1):
        if chunk_makespan(costs, workers, chunk, overhead) < chunk_makespan(
            costs, workers, best, overhead
        ):
            best = chunk
    return best


def idle_total(costs, workers, chunk, overhead):
    ends = _plan(costs, workers, chunk, overhead)
    return sum(ends[-1] - end for end in ends)
