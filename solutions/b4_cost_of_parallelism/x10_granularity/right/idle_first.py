"""Expect: ex=PASSED prop=PASSED err=PASSED

Idle time first, with heapreplace on slices of an iterator; the makespan from busy and idle time;
the best size as the smallest pair.
"""

import heapq
from itertools import islice


def chunk_makespan(costs, workers, chunk, overhead):
    # 忙碌 + 空等 = 工人数 × 完成时刻 / busy + idle = workers × makespan
    idle = idle_total(costs, workers, chunk, overhead)
    busy = sum(costs) + overhead * -(-len(costs) // chunk)
    return (busy + idle) // workers


def best_chunk(costs, workers, overhead):
    if not costs:
        raise ValueError("no tasks")
    sizes = range(1, len(costs) + 1)
    return min((chunk_makespan(costs, workers, size, overhead), size) for size in sizes)[1]


def idle_total(costs, workers, chunk, overhead):
    if len(costs) == 0 or min(costs) < 0 or min(workers, chunk) < 1 or overhead < 0:
        raise ValueError("argument out of range")

    def batches(it):
        while piece := list(islice(it, chunk)):
            yield overhead + sum(piece)

    clock = [(0, worker) for worker in range(workers)]  # 已是堆 / already a heap
    for work in batches(iter(costs)):
        when, who = clock[0]
        heapq.heapreplace(clock, (when + work, who))
    end = max(clock)[0]
    return sum(end - when for when, _ in clock)
