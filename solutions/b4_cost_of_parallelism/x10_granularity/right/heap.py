"""Expect: ex=PASSED prop=PASSED err=PASSED

A heap of (free time, number); the idle time from the work of all chunks.
"""

import heapq


def chunk_makespan(costs, workers, chunk, overhead):
    if len(costs) == 0 or any(cost < 0 for cost in costs):
        raise ValueError("costs")
    if min(workers, chunk) < 1 or overhead < 0:
        raise ValueError("numbers")
    queue = [(0, number) for number in range(workers)]
    last = 0
    for at in range(0, len(costs), chunk):
        free, number = heapq.heappop(queue)
        end = free + overhead + sum(costs[at : at + chunk])
        last = max(last, end)
        heapq.heappush(queue, (end, number))
    return last


def best_chunk(costs, workers, overhead):
    times = {chunk_makespan(costs, workers, 1, overhead): 1} if costs else {}
    for chunk in range(2, len(costs) + 1):
        times.setdefault(chunk_makespan(costs, workers, chunk, overhead), chunk)
    return times[min(times)]


def idle_total(costs, workers, chunk, overhead):
    last = chunk_makespan(costs, workers, chunk, overhead)
    chunks = (len(costs) + chunk - 1) // chunk
    return workers * last - sum(costs) - chunks * overhead
