"""Expect: ex=PASSED prop=PASSED err=PASSED

A clock that ticks: at each unit of time free workers take chunks, in the order of their numbers.
"""

from collections import deque


def _days(costs, workers, chunk, overhead):
    if not len(costs) or any(cost < 0 for cost in costs) or overhead < 0:
        raise ValueError("times")
    if workers <= 0 or chunk <= 0:
        raise ValueError("counts")
    queue = deque(tuple(costs[at : at + chunk]) for at in range(0, len(costs), chunk))
    left, ends, now = [0] * workers, [0] * workers, 0
    while queue or any(left):
        for number in range(workers):
            # Chunks that take no time leave the worker free at the same moment.
            while queue and left[number] == 0:
                left[number] = overhead + sum(queue.popleft())
        now += 1
        for number in range(workers):
            if left[number]:
                left[number] -= 1
                ends[number] = now
    return ends


def chunk_makespan(costs, workers, chunk, overhead):
    return max(_days(costs, workers, chunk, overhead))


def idle_total(costs, workers, chunk, overhead):
    ends = _days(costs, workers, chunk, overhead)
    return len(ends) * max(ends) - sum(ends)


def best_chunk(costs, workers, overhead):
    if not len(costs):
        raise ValueError("no items")
    sizes = range(1, len(costs) + 1)
    return min((chunk_makespan(costs, workers, size, overhead), size) for size in sizes)[1]
