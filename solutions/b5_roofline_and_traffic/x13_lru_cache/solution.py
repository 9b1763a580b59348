# %%
from collections import OrderedDict
from collections.abc import Sequence


def _lines_of(op: str, byte_addr: int, nbytes: int, line_bytes: int) -> range:
    if op not in ("R", "W"):
        raise ValueError('an operation is "R" or "W"')
    if byte_addr < 0 or nbytes < 1:
        raise ValueError("a request starts at 0 or later and has at least one byte")
    return range(byte_addr // line_bytes, (byte_addr + nbytes - 1) // line_bytes + 1)


def _demand_cache(*sizes: int) -> None:
    if min(sizes) < 1:
        raise ValueError("a cache has at least one line of at least one byte")


# %%
def simulate(
    requests: Sequence[tuple[str, int, int]], lines: int, line_bytes: int, flush: bool = False
) -> dict[str, int | list[int]]:
    _demand_cache(lines, line_bytes)
    # Line number -> dirty, the line not touched for longest first.
    cache: OrderedDict[int, bool] = OrderedDict()
    hits = misses = written_back = 0
    evictions = []
    for op, byte_addr, nbytes in requests:
        for line in _lines_of(op, byte_addr, nbytes, line_bytes):
            if line in cache:
                hits += 1
            else:
                misses += 1
                if len(cache) == lines:
                    oldest, dirty = cache.popitem(last=False)
                    evictions.append(oldest)
                    written_back += dirty
                cache[line] = False
            cache[line] |= op == "W"
            cache.move_to_end(line)
    if flush:
        written_back += sum(cache.values())
    return {
        "hits": hits,
        "misses": misses,
        "fetched_bytes": misses * line_bytes,
        "written_back_bytes": written_back * line_bytes,
        "evictions": evictions,
    }


# %%
def distinct_lines(requests: Sequence[tuple[str, int, int]], line_bytes: int) -> int:
    _demand_cache(line_bytes)
    return len({line for request in requests for line in _lines_of(*request, line_bytes)})
