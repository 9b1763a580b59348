"""Whether two accesses that no barrier orders are ordered by an atomic operation all the same.

A block that counts itself done, and the one that finds the count complete and reads what the others
wrote; a lock, taken and given back: the first thread's atomic operation comes after its access, the
second thread's on the same element comes after that and before its own access. A right kernel looks
at what its operation returned; one that does not is found out by the reverse order of threads,
where nobody has handed over yet. Whether `threadfence` stands before the operation is not recorded.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from grader.checks.access.gpu.launch import WARP, Launch

Int64s = NDArray[np.int64]
Bools = NDArray[np.bool_]


def is_ordered(launch: Launch, first: Int64s | int, second: int) -> Bools:
    """Return where the access `second` comes after `first` by a barrier, or by being one thread's.

    Both ways: of two accesses of one block, the later in the record never has fewer barriers.
    """
    same_block = launch.block_number[first] == launch.block_number[second]
    thread = launch.thread[first]
    same_warp = thread // WARP == launch.thread[second] // WARP
    ordered: Bools = same_block & (
        (launch.epoch[first] != launch.epoch[second])
        | (thread == launch.thread[second])
        | (same_warp & (launch.warp_epoch[first] != launch.warp_epoch[second]))
    )
    return ordered


class HandedOver:
    """The atomic operations of a launch, asked which accesses they order.

    Parameters
    ----------
    launch
        A launch whose record was replayed.
    """

    def __init__(self, launch: Launch) -> None:
        self._launch = launch
        self._atomics = np.flatnonzero(launch.is_atomic)
        # Where each was made: elements numbered from 0.
        self._addresses, self._element = np.unique(
            launch.address[self._atomics], return_inverse=True
        )
        self._known: dict[tuple[object, ...], bool] = {}
        """Answers by moments: those of a thread between two atomic operations are all the same."""

    def __len__(self) -> int:
        return len(self._atomics)

    def orders(self, firsts: Int64s, second: int) -> Bools:
        """Return which of some earlier accesses an atomic operation puts before `second`."""
        address = int(self._launch.address[second])
        at = int(np.searchsorted(self._addresses, address))
        # What is counted or locked is another element than the one that is handed over.
        own = at if at < len(self._addresses) and self._addresses[at] == address else -1
        after = self._moment(second)
        found = np.zeros(len(firsts), np.bool_)
        for i, first in enumerate(firsts.tolist()):
            key = (*self._moment(first), own, *after)
            if key not in self._known:
                self._known[key] = self._orders(first, second, own)
            found[i] = self._known[key]
        return found

    def _moment(self, event: int) -> tuple[object, ...]:
        """Return all of an access that decides which atomic operations come before and after it."""
        launch = self._launch
        columns = (launch.block_number, launch.thread, launch.epoch, launch.warp_epoch)
        return (*(int(column[event]) for column in columns), np.searchsorted(self._atomics, event))

    def _orders(self, first: int, second: int, own: int) -> bool:
        launch, atomics = self._launch, self._atomics
        taken = (atomics < second) & is_ordered(launch, atomics, second) & (self._element != own)
        latest = np.full(len(self._addresses), -1, np.int64)
        np.maximum.at(latest, self._element[taken], atomics[taken])
        given = atomics[atomics < latest[self._element]]
        return bool((is_ordered(launch, given, first) & (given > first)).any())
