"""What goes wrong when the loops of C = AB run in parallel, and what it costs to put it right.

The i and j loops own disjoint outputs; all iterations of the k loop add to the same one. Adding is
a load, an addition and a store, so two threads may load the same old value and one addition is
lost. A k loop therefore needs atomic additions or private partial sums that are merged.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from reference.models import domain

AXES = ("i", "j", "k")
STRATEGIES = ("plain_store", "plain_add", "atomic_add", "private_then_merge")
SAFE_ON_K = ("atomic_add", "private_then_merge")


class SplitPlan(TypedDict):
    """What splitting one loop over p threads costs beyond the loop itself."""

    private_elems: int
    """Elements of partial sums that only their thread may touch."""
    merge_adds: int
    writers_per_output: int
    """Threads that contribute to each output."""


def conflicting_outputs(owner: NDArray[np.integer]) -> set[tuple[int, int]]:
    """Return the outputs (i, j) that two threads or more write.

    Parameters
    ----------
    owner : integers, shape (M, N, K)
        owner[i, j, k] is the thread that adds A[i, k] · B[k, j]. With K = 0 nobody writes.

    Raises
    ------
    ValueError
        The array does not have three dimensions.
    """
    if owner.ndim != 3:
        raise ValueError(f"owner must have 3 dimensions (i, j, k), not {owner.ndim}")
    shared = (owner != owner[:, :, :1]).any(axis=2)
    return {(int(i), int(j)) for i, j in np.argwhere(shared)}


def replay_unsynchronised(init: int, adds: Sequence[int], schedule: Sequence[int]) -> int:
    """Return what an output holds after threads have added to it without synchronisation.

    Parameters
    ----------
    init : int
        Value before.
    adds : sequence of int
        What thread t adds, once.
    schedule : sequence of int
        Each thread exactly twice. The first time thread t loads the output into its register, the
        second time it stores register + adds[t].

    Raises
    ------
    ValueError
        A thread is unknown, or does not stand there exactly twice.
    """
    amounts = domain.integers("adds", adds)
    steps = domain.integers("schedule", schedule, 0, len(amounts) - 1)
    if sorted(steps) != sorted([*range(len(amounts)), *range(len(amounts))]):
        raise ValueError(f"schedule must name each of {len(amounts)} threads exactly twice")
    value = domain.integer("init", init)
    registers: dict[int, int] = {}
    for thread in steps:
        if thread in registers:
            value = registers[thread] + amounts[thread]
        else:
            registers[thread] = value
    return value


def split_plan(axis: str, M: int, N: int, K: int, p: int) -> SplitPlan:
    """Return what it costs to split one loop of C = AB over p threads.

    Axis i or j: nothing, one writer an output. Axis k: p private copies of C, p · M · N elements,
    and (p - 1) M N additions to merge them; p writers an output.

    Parameters
    ----------
    axis : str
        "i" (extent M), "j" (N) or "k" (K).
    M, N, K : int
        Sizes, >= 0.
    p : int
        Threads, from 1 to the extent of the axis.

    Raises
    ------
    ValueError
        The axis is unknown or a number out of range.
    """
    M, N, K, p = _split(axis, M, N, K, p)
    if axis != "k":
        return {"private_elems": 0, "merge_adds": 0, "writers_per_output": 1}
    return {
        "private_elems": p * M * N,
        "merge_adds": (p - 1) * M * N,
        "writers_per_output": p,
    }


def split_owner(axis: str, M: int, N: int, K: int, p: int) -> NDArray[np.int64]:
    """Return owner[i, j, k] when one loop is cut into p consecutive parts of nearly equal length.

    Index x of an axis of extent n belongs to thread ⌊x p / n⌋, so that no thread is without work.
    Arguments and errors as in `split_plan`; the shape is (M, N, K).
    """
    M, N, K, p = _split(axis, M, N, K, p)
    indices = np.indices((M, N, K), np.int64)[AXES.index(axis)]
    owner: NDArray[np.int64] = indices * p // {"i": M, "j": N, "k": K}[axis]
    return owner


def is_safe(axis: str, strategy: str) -> bool:
    """Decide whether two threads or more may split a loop this way and lose nothing.

    On i and j every output has one writer, so anything works. On k only atomic additions (to a C
    that was zeroed first) and private sums merged afterwards do; which rounding comes out of
    either may depend on the order.

    Parameters
    ----------
    axis : str
        "i", "j" or "k".
    strategy : str
        "plain_store", "plain_add", "atomic_add" or "private_then_merge".

    Raises
    ------
    ValueError
        A word is unknown.
    """
    domain.choice("axis", axis, AXES)
    domain.choice("strategy", strategy, STRATEGIES)
    return axis != "k" or strategy in SAFE_ON_K


def _split(axis: str, M: int, N: int, K: int, p: int) -> tuple[int, int, int, int]:
    sizes = [domain.integer(name, n, 0) for name, n in (("M", M), ("N", N), ("K", K))]
    extent = sizes[AXES.index(domain.choice("axis", axis, AXES))]
    return sizes[0], sizes[1], sizes[2], domain.integer("p", p, 1, extent)
