# %%
from collections.abc import Sequence


# %%
def chunk_makespan(costs: Sequence[int], workers: int, chunk: int, overhead: int) -> int:
    """返回最后一个工人做完的时刻：相邻的 chunk 个任务成一块，先空闲先领，每块多花 overhead。

    Return when the last worker is done. Each run of `chunk` consecutive items is one chunk; the
    worker that is free first takes the next one and pays `overhead` for it.

    len(costs) >= 1, costs >= 0, workers >= 1, chunk >= 1, overhead >= 0;
    否则 / otherwise ValueError.
    """
    raise NotImplementedError


# %%
def best_chunk(costs: Sequence[int], workers: int, overhead: int) -> int:
    """返回 1…len(costs) 里做完得最早的块大小；有几个一样早时，取最小的。

    Return the chunk size in 1 … len(costs) that is done first, the smallest of several
    that are equally early.

    len(costs) >= 1, costs >= 0, workers >= 1, overhead >= 0; 否则 / otherwise ValueError.
    """
    raise NotImplementedError


# %%
def idle_total(costs: Sequence[int], workers: int, chunk: int, overhead: int) -> int:
    """返回所有工人等最后一个工人的时间之和；一块也没领到的工人从 0 等到最后。

    Return how long all workers together wait for the last one; a worker that never got a chunk
    waits from 0 on.

    len(costs) >= 1, costs >= 0, workers >= 1, chunk >= 1, overhead >= 0;
    否则 / otherwise ValueError.
    """
    raise NotImplementedError
