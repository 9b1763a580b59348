"""A fully associative cache that evicts what was used longest ago, simulated exactly.

A miss fetches a line, for a write too (write-allocate); a write only marks its line dirty, and
memory sees it when the line is evicted (write-back). Plain Python on purpose: this is the
definition that faster simulators are compared with.

Source: Mattson, Gecsei, Slutz, Traiger, "Evaluation techniques for storage hierarchies", IBM
Systems Journal 9(2), 1970: with LRU a larger cache holds whatever a smaller one holds (inclusion).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypedDict

from reference.models.domain import choice, integer

Request = tuple[str, int, int]
"""("R" or "W", first byte address >= 0, bytes >= 1)."""

Lines = OrderedDict[int, bool]
"""Line number -> dirty, least recently used first."""


class CacheCounts(TypedDict):
    """What `simulate` counted."""

    hits: int
    """Touches of a line that was there."""
    misses: int
    """Touches of a line that had to be fetched."""
    fetched_bytes: int
    """misses · line_bytes."""
    written_back_bytes: int
    """Dirty lines evicted, and flushed if asked for, times line_bytes."""
    evictions: list[int]
    """Line numbers in the order in which they left."""


@dataclass(frozen=True, slots=True)
class Touch:
    """One line touched by one request, and the cache right after it."""

    request: int
    """Position of the request."""
    line: int
    hit: bool
    evicted: int | None
    """Line that had to leave."""
    written_back: bool
    """Whether that line was dirty."""
    resident: tuple[int, ...]
    """Lines in the cache, least recently used first."""
    dirty: frozenset[int]


def simulate(
    requests: Sequence[Request], lines: int, line_bytes: int, flush: bool = False
) -> CacheCounts:
    """Return hits, misses and traffic of a sequence of requests from an empty cache.

    A request touches the lines it overlaps in ascending order, each once.

    Parameters
    ----------
    requests
        ("R" | "W", byte_addr >= 0, nbytes >= 1) each.
    lines, line_bytes
        Capacity in lines and bytes of a line, >= 1.
    flush
        Whether the dirty lines left at the end are written back; they do not count as evictions.

    Raises
    ------
    ValueError
        A number is too small, or an operation is neither "R" nor "W".
    """
    width = integer("line_bytes", line_bytes, 1)
    cache: Lines = OrderedDict()
    hits = misses = written_back = 0
    evictions = []
    for _, _, hit, evicted in _touches(cache, requests, lines, width):
        hits, misses = hits + hit, misses + (not hit)
        if evicted is not None:
            evictions.append(evicted[0])
            written_back += evicted[1]
    if flush:
        written_back += sum(cache.values())
    return {
        "hits": hits,
        "misses": misses,
        "fetched_bytes": misses * width,
        "written_back_bytes": written_back * width,
        "evictions": evictions,
    }


def steps(requests: Sequence[Request], lines: int, line_bytes: int) -> Iterator[Touch]:
    """Yield each touch with the state after it; arguments and errors as `simulate`."""
    cache: Lines = OrderedDict()
    for request, line, hit, evicted in _touches(cache, requests, lines, line_bytes):
        yield Touch(
            request=request,
            line=line,
            hit=hit,
            evicted=None if evicted is None else evicted[0],
            written_back=evicted is not None and evicted[1],
            resident=tuple(cache),
            dirty=frozenset(held for held, changed in cache.items() if changed),
        )


def distinct_lines(requests: Sequence[Request], line_bytes: int) -> int:
    """Return how many different lines the requests touch; arguments and errors as `simulate`."""
    width = integer("line_bytes", line_bytes, 1)
    return len({line for request in requests for line in _lines_of(request, width)})


def _touches(
    cache: Lines, requests: Sequence[Request], lines: int, line_bytes: int
) -> Iterator[tuple[int, int, bool, tuple[int, bool] | None]]:
    """Change `cache` and yield position of the request, line, hit, evicted (line, dirty)."""
    capacity, width = integer("lines", lines, 1), integer("line_bytes", line_bytes, 1)
    for position, request in enumerate(requests):
        for line in _lines_of(request, width):
            hit, evicted = line in cache, None
            if not hit and len(cache) == capacity:
                evicted = cache.popitem(last=False)
            # A write makes the line dirty, a read leaves it as it was; both make it the newest.
            cache[line] = cache.get(line, False) or request[0] == "W"
            cache.move_to_end(line)
            yield position, line, hit, evicted


def _lines_of(request: Request, line_bytes: int) -> range:
    if len(request) != 3:
        raise ValueError(f"a request must be (op, byte_addr, nbytes), not {request!r}")
    op, address, nbytes = request
    choice("op", op, ("R", "W"))
    first = integer("byte_addr", address, 0)
    last = first + integer("nbytes", nbytes, 1) - 1
    return range(first // line_bytes, last // line_bytes + 1)
