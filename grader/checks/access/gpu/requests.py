"""Which accesses the hardware carries out together, and how much memory one such request touches.

The threads of a warp execute an access together; the memory system sees one request. The record has
the accesses thread by thread, so they are put together again: same block, warp and stretch between
barriers, same place in the source, and the same time that the thread comes by there. After a
divergent branch that last number may pair the first pass of one thread with the second of another;
a GPU would not do better, since it joins such threads wherever it likes.

Device memory comes in sectors of 32 bytes, and arrays begin on one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from grader.checks.access.broken import picture
from grader.checks.access.gpu.launch import WARP, Launch, Site, stable_order, starts_of
from grader.checks.access.log import AccessLog
from grader.outcome import Picture

SECTOR_BYTES = 32
"""What global memory is moved in; a cache line has four."""
MOST_KEY = 1 << 62


@dataclass(frozen=True, eq=False, kw_only=True)
class Requests:
    """The accesses of a launch, or of one of its arrays, by request."""

    launch: Launch
    event: NDArray[np.int64]
    """Positions in the record: the accesses of a request lie together, in the order of lanes."""
    start: NDArray[np.int64]
    """Where in `event` each request begins, and as last entry where the last one ends."""

    def __len__(self) -> int:
        return len(self.start) - 1

    @property
    def lanes(self) -> NDArray[np.int64]:
        """Return how many threads take part in each request."""
        return np.diff(self.start)

    @property
    def first(self) -> NDArray[np.int64]:
        """Return the access of the lowest lane of each request."""
        return self.event[self.start[:-1]]

    @property
    def request(self) -> NDArray[np.int64]:
        """Return for each access in `event` the number of its request."""
        return np.repeat(np.arange(len(self)), self.lanes)

    def events(self, request: int) -> NDArray[np.int64]:
        """Return the accesses of one request in the order of lanes."""
        return self.event[self.start[request] : self.start[request + 1]]

    def of(self, name: str) -> Requests:
        """Return the requests to one array. ValueError if the launch was not given it."""
        chosen = self.launch.number[self.first] == self.launch.numbered(name)
        event = self.event[np.repeat(chosen, self.lanes)]
        start = np.concatenate([[0], np.cumsum(self.lanes[chosen])])
        return Requests(launch=self.launch, event=event, start=start)


class LineSectors(NamedTuple):
    """What one access in the source moves of one array of global memory."""

    site: int
    array: str
    is_write: bool
    requests: int
    threads: int
    """Accesses of single threads, in all requests."""
    sectors: int
    """Sectors touched, in all requests."""
    fewest: int
    """Sectors that would do, if the same bytes lay side by side from the start of one on."""


@lru_cache(maxsize=2)  # several verbs judge a launch one after the other
def requests(launch: Launch) -> Requests:
    """Return all accesses of a launch by request, ordered by block, warp and time in a thread."""
    warp = launch.block_number.astype(np.int64) * (launch.threads // WARP + 1)
    warp += launch.thread // WARP
    together = packed(
        warp, launch.epoch, launch.warp_epoch, launch.site, launch.is_write, launch.number
    )
    by_thread = packed(together, launch.thread % WARP)
    order = stable_order(by_thread)
    # One thread's accesses at one place now lie together, oldest first.
    at = np.arange(len(order))
    begins = np.maximum.accumulate(np.where(starts_of(by_thread[order]), at, 0))
    key = packed(together[order], at - begins)
    again = stable_order(key)
    start = np.flatnonzero(starts_of(key[again]))
    return Requests(launch=launch, event=order[again], start=np.append(start, len(order)))


def packed(*columns: NDArray[np.integer | np.bool_]) -> NDArray[np.int64]:
    """Return one number for each row, ordered as the rows are; the columns hold no negative.

    Where the numbers would not fit, those so far are numbered afresh.
    """
    key, span = np.zeros(len(columns[0]), np.int64), 1
    for column in columns:
        size = int(column.max(initial=0)) + 1
        if span * size > MOST_KEY:
            _, key = np.unique(key, return_inverse=True)
            span = int(key.max(initial=0)) + 1
        key, span = key * size + column, span * size
    return key


def byte_offsets(launch: Launch, events: NDArray[np.int64], name: str) -> NDArray[np.int64]:
    """Return how far behind the start of an array's memory the elements of these accesses lie."""
    array = launch.arrays[launch.numbered(name)]
    offsets = np.zeros(len(events), np.int64)
    # NumPy takes no arrays of indices apart for an array of no dimensions.
    index = np.unravel_index(launch.place[events], array.shape) if array.shape else ()
    for i, stride, extent in zip(index, array.strides, array.shape, strict=True):
        # An axis that runs backwards begins at its highest address.
        offsets += i * stride - min(0, stride * (extent - 1))
    return offsets * array.itemsize


def count_sectors(chosen: Requests, name: str) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return for each request to an array the sectors that it touches, and the fewest possible."""
    itemsize = chosen.launch.arrays[chosen.launch.numbered(name)].itemsize
    offsets = byte_offsets(chosen.launch, chosen.event, name)
    request = chosen.request
    order = stable_order(packed(request, offsets))
    request, offsets = request[order], offsets[order]
    elements = starts_of(request, offsets)
    # Elements have up to 16 bytes and lie on multiples of their size: none in two sectors.
    touching = starts_of(request, offsets // SECTOR_BYTES)
    used = np.bincount(request[elements], minlength=len(chosen)) * itemsize
    touched = np.bincount(request[touching], minlength=len(chosen))
    return touched, -(-used // SECTOR_BYTES)


def sectors(launch: Launch, name: str) -> tuple[LineSectors, ...]:
    """Return what each access in the source moves of one array of global memory."""
    chosen = requests(launch).of(name)
    touched, fewest = count_sectors(chosen, name)
    return tuple(
        LineSectors(
            site,
            name,
            is_write,
            len(of_site),
            int(chosen.lanes[of_site].sum()),
            int(touched[of_site].sum()),
            int(fewest[of_site].sum()),
        )
        for site, is_write, of_site in by_site(chosen)
    )


def by_site(chosen: Requests) -> list[tuple[int, bool, NDArray[np.int64]]]:
    """Return the requests of each place in the source, its reads apart from its writes."""
    launch = chosen.launch
    key = launch.site[chosen.first].astype(np.int64) * 2 + launch.is_write[chosen.first]
    return [(int(k) // 2, bool(k % 2), np.flatnonzero(key == k)) for k in np.unique(key)]


def site_of(launch: Launch, event: int) -> Site:
    """Return the place in the source at which an access was made."""
    return launch.sites[int(launch.site[event])]


def warp_picture(
    launch: Launch, of: Sequence[int] | NDArray[np.int64], broken: int | None
) -> Picture:
    """Return the accesses of one request, drawn with the threads that made them.

    Parameters
    ----------
    of
        The accesses, all to one array, in the order of lanes.
    broken
        Position in `of` of the one that broke the rule; None where no single one did.
    """
    events = np.asarray(of, np.int64)
    array = launch.arrays[int(launch.number[events[0]])]
    alone = AccessLog(
        (array,),
        np.zeros(len(events), np.uint8),
        launch.place[events],
        launch.is_write[events],
        launch.negative[events],
        launch.value[events],
    )
    lanes = tuple(lane_name(launch, int(launch.thread[event])) for event in events)
    return replace(picture(alone, [array.name], broken, None), lanes=lanes)


def lane_name(launch: Launch, thread: int) -> str:
    """Return threadIdx as it stands in a picture: `(1,0)`."""
    return f"({launch.thread_index(thread).strip('()').replace(' ', '')})"
