"""How far a data loader with prefetching workers hides loading behind computing.

The rules are those of a PyTorch DataLoader: batch b is loaded by worker b mod w, each worker loads
its batches one after another, batches are delivered in order, and at most w f batches are issued
and not yet taken. With w = 0 the training loop loads every batch itself.

All times are whole milliseconds, so that every result is exact.

Source: PyTorch 2.x, `torch/utils/data/dataloader.py`, `_MultiProcessingDataLoaderIter`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from reference.models import domain


class LoaderTimeline(TypedDict):
    """Times of every batch in milliseconds; the lists have one entry a batch."""

    load_start_ms: list[int]
    ready_ms: list[int]
    """Loaded, perhaps still waiting for its turn."""
    take_ms: list[int]
    """The training loop has the batch and starts computing."""
    done_ms: list[int]
    stall_ms: list[int]
    """Time that the training loop waited for this batch."""
    total_ms: int


def outstanding_batches(workers: int, prefetch: int) -> int:
    """Return how many batches may be issued and not yet taken, w f; 0 for loading inline.

    Parameters
    ----------
    workers, prefetch : int
        w and f >= 0; either both are 0 or neither.

    Raises
    ------
    ValueError
        A count is negative, or exactly one is 0.
    """
    workers = domain.integer("workers", workers, 0)
    prefetch = domain.integer("prefetch", prefetch, 0)
    if (workers == 0) != (prefetch == 0):
        raise ValueError(f"workers {workers} and prefetch {prefetch} must both be 0 or neither")
    return workers * prefetch


def loader_timeline(
    load_ms: Sequence[int], compute_ms: Sequence[int], workers: int, prefetch: int
) -> LoaderTimeline:
    """Return when each batch is loaded, taken and done, and how long the loop stalled for it.

    For w > 0 batch b is issued at 0 if b < w f, else when batch b - w f is taken;
    ready_b = max(issue_b, ready_{b-w}) + load_b and take_b = max(ready_b, done_{b-1}).
    For w = 0, take_b = done_{b-1} + load_b. Always done_b = take_b + compute_b,
    stall_b = take_b - done_{b-1} and done_{-1} = 0.

    Parameters
    ----------
    load_ms, compute_ms : sequence of int, length n >= 0
        Milliseconds of each batch, >= 0.
    workers, prefetch : int
        As in `outstanding_batches`.

    Raises
    ------
    ValueError
        Lengths differ, a time or count is negative, or exactly one count is 0.
    """
    domain.same_length(load_ms=load_ms, compute_ms=compute_ms)
    loads = domain.integers("load_ms", load_ms, 0)
    computes = domain.integers("compute_ms", compute_ms, 0)
    limit = outstanding_batches(workers, prefetch)
    start: list[int] = []
    ready: list[int] = []
    take: list[int] = []
    done = [0]
    for b, (load, compute) in enumerate(zip(loads, computes, strict=True)):
        if limit == 0:
            start.append(done[-1])
        else:
            issue = take[b - limit] if b >= limit else 0
            idle = ready[b - workers] if b >= workers else 0
            start.append(max(issue, idle))
        ready.append(start[b] + load)
        take.append(max(ready[b], done[-1]))
        done.append(take[b] + compute)
    return {
        "load_start_ms": start,
        "ready_ms": ready,
        "take_ms": take,
        "done_ms": done[1:],
        "stall_ms": [taken - free for taken, free in zip(take, done, strict=False)],
        "total_ms": done[-1],
    }


def batch_bytes(samples: int, shape: Sequence[int], itemsize: int) -> int:
    """Return the bytes of one batch, what pinning it costs in memory.

    Parameters
    ----------
    samples : int
        Samples of a batch, >= 0.
    shape : sequence of int
        Shape of one sample, each >= 0.
    itemsize : int
        Bytes of one element, >= 1.

    Raises
    ------
    ValueError
        A number is out of range.
    """
    total = domain.integer("samples", samples, 0) * domain.integer("itemsize", itemsize, 1)
    for extent in domain.integers("shape", shape, 0):
        total *= extent
    return total
