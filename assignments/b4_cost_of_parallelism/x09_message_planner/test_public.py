"""The visible checks of x09: the numbers of the prompt and refusals of pack_messages."""

import numpy as np

from grader import check, close, exact, expects, integer, sequence

ITEMS = {"sizes": [3, 3, 3, 5, 1], "max_bytes": 7}
PATH = {"total_bytes": 6e6, "hops": 2, "latency_s": 100e-6, "bytes_per_s": 20e9}


def listed(numbers):
    """Return a row of a student's numbers as a list; where a list is due, an array is one."""
    return sequence(numbers.tolist() if isinstance(numbers, np.ndarray) else numbers)


@check("ex", of="pack_messages")
def test_three_messages(student):
    """[3, 3, 3, 5, 1] 装进最多 7 字节的消息：3 条；没有项目就没有消息。

    [3, 3, 3, 5, 1] in messages of at most 7 bytes: 3 of them; without items there is none.
    """
    got = student.call("pack_messages", **ITEMS)
    groups = [[integer(item) for item in listed(group)] for group in listed(got)]
    hint = (
        "项目不拆、不换次序；写的是下标，不是字节数。",
        "Items are neither split nor reordered; write their indices, not their bytes.",
    )
    # The other packing into three messages is just as right.
    exact(
        groups if groups != [[0], [1, 2], [3, 4]] else [[0, 1], [2], [3, 4]],
        [[0, 1], [2], [3, 4]],
        hint=hint,
    )
    exact(listed(student.call("pack_messages", sizes=[], max_bytes=7)), [], hint=hint)


@check("ex", of="fit_latency_bandwidth")
def test_three_sizes(student):
    """1、2、3 MB 用了 70、110、150 μs：L = 30 μs、β = 25 GB/s。

    1, 2 and 3 MB took 70, 110 and 150 μs: L = 30 μs and β = 25 GB/s.
    """
    got = student.call(
        "fit_latency_bandwidth", sizes_bytes=[1e6, 2e6, 3e6], times_s=[70e-6, 110e-6, 150e-6]
    )
    hint = (
        "直线有截距，L 是截距；β 是斜率的倒数；先 L 后 β。",
        "The line has an intercept, which is L; β is one over the slope; L comes first.",
    )
    close(got, (30e-6, 25e9), rel=1e-6, hint=hint)


@check("ex", of="pipelined_s")
def test_two_links(student):
    """6 MB、2 段、L = 100 μs、β = 20 GB/s：1、2、3 块各要 800、750、800 μs。

    6 MB over 2 links, L = 100 μs, β = 20 GB/s: 1, 2 and 3 chunks take 800, 750 and 800 μs.
    """
    hint = (
        "最后一块何时离开最后一段？数一数图里的格子；每块每段都付一次延迟。",
        "When does the last chunk leave the last link? Count boxes; each pays the latency.",
    )
    for chunks, want in ((1, 800e-6), (2, 750e-6), (3, 800e-6)):
        close(student.call("pipelined_s", **PATH, chunks=chunks), want, hint=hint)


@check("ex", of="best_chunks")
def test_best_over_two_links(student):
    """同一条路：最多 10 块时最好是 2 块；最多 1 块就只能 1 块。

    The same path: 2 chunks are best of up to 10; with 1 allowed there is only 1.
    """
    hint = ("逐个试，取时间最短的块数。", "Try them and take the number with the shortest time.")
    exact(student.call("best_chunks", **PATH, max_chunks=10), 2, hint=hint)
    exact(student.call("best_chunks", **PATH, max_chunks=1), 1, hint=hint)


@check("err", of="pack_messages", valid=ITEMS)
def test_refuses(student):
    """项目比消息大、项目是 0 字节、消息是 0 字节，要抛出 ValueError。

    An item larger than a message, an item of 0 bytes and messages of 0 bytes raise ValueError.
    """
    for bad in ({"sizes": [3, 8]}, {"sizes": [3, 0]}, {"sizes": [], "max_bytes": 0}):
        with expects(ValueError):
            student.call("pack_messages", **ITEMS | bad)
