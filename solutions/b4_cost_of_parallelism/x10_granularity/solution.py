# %%
from collections.abc import Sequence


def _finishes(costs: Sequence[int], workers: int, chunk: int, overhead: int) -> list[int]:
    if not costs or min(costs) < 0:
        raise ValueError("costs needs at least one item, and none below 0")
    if workers < 1 or chunk < 1:
        raise ValueError("workers and chunk must be at least 1")
    if overhead < 0:
        raise ValueError("overhead must be at least 0")
    free_at = [0] * workers
    for start in range(0, len(costs), chunk):
        first = free_at.index(min(free_at))
        free_at[first] += overhead + sum(costs[start : start + chunk])
    return free_at


# %%
def chunk_makespan(costs: Sequence[int], workers: int, chunk: int, overhead: int) -> int:
    return max(_finishes(costs, workers, chunk, overhead))


# %%
def best_chunk(costs: Sequence[int], workers: int, overhead: int) -> int:
    if not costs:
        raise ValueError("costs needs at least one item")
    # min keeps the first of several.
    return min(
        range(1, len(costs) + 1),
        key=lambda chunk: max(_finishes(costs, workers, chunk, overhead)),
    )


# %%
def idle_total(costs: Sequence[int], workers: int, chunk: int, overhead: int) -> int:
    ends = _finishes(costs, workers, chunk, overhead)
    return sum(max(ends) - end for end in ends)
