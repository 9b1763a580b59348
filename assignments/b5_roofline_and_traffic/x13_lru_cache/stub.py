# %%
from collections.abc import Sequence


# %%
def simulate(
    requests: Sequence[tuple[str, int, int]], lines: int, line_bytes: int, flush: bool = False
) -> dict[str, int | list[int]]:
    """返回字典：命中、缺失的次数，读入、写回的字节数，以及依次换出的行号。

    Return a dictionary with the keys "hits", "misses", "fetched_bytes", "written_back_bytes" and
    "evictions" (line numbers in the order in which they left) for a cache of `lines` lines of
    `line_bytes` bytes, empty at first. A request is ("R" or "W", byte_addr, nbytes).

    op "R" / "W"; lines, line_bytes, nbytes >= 1; byte_addr >= 0; 否则 / otherwise ValueError.
    """
    raise NotImplementedError


# %%
def distinct_lines(requests: Sequence[tuple[str, int, int]], line_bytes: int) -> int:
    """返回这些请求一共碰到多少个不同的行。

    Return how many different lines the requests touch.

    op "R" / "W"; line_bytes, nbytes >= 1; byte_addr >= 0; 否则 / otherwise ValueError.
    """
    raise NotImplementedError
