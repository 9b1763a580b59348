"""The hidden checks of x09: the link of the lecture, the model, and what every plan obeys."""

import math

import numpy as np
from hypothesis import strategies as st

from assignments.b4_cost_of_parallelism.x09_message_planner.inputs import (
    MOST_CHUNKS,
    bandwidths,
    chunks,
    clear_paths,
    hops,
    latencies,
    lines,
    noises,
    packings,
    scales,
    tied_paths,
    totals,
    transfers,
)
from grader import check, close, exact, expects, given, holds, integer, real, sequence
from reference.models import messages, messages_plan

NAN, INF = math.nan, math.inf
LINK = {"latency_s": 10e-6, "bytes_per_s": 20e9}
ITEMS = {"sizes": [3, 3, 3, 5, 1], "max_bytes": 7}
MEASURED = {"sizes_bytes": [1e6, 2e6, 3e6], "times_s": [70e-6, 110e-6, 150e-6]}
SENT = {"total_bytes": 1e6, "chunks": 4, "hops": 4} | LINK
PATH = {"total_bytes": 1e6, "hops": 4, "max_chunks": 64} | LINK
BAD_PATHS = (
    {"total_bytes": -1.0},
    {"total_bytes": NAN},
    {"total_bytes": INF},
    {"hops": 0},
    {"hops": -1},
    {"latency_s": -1e-6},
    {"latency_s": NAN},
    {"latency_s": INF},
    {"bytes_per_s": 0.0},
    {"bytes_per_s": -20e9},
    {"bytes_per_s": NAN},
    {"bytes_per_s": INF},
)
# For what a check against the model looks at from another side: half the draws do.
FEWER = 50
FIT = 1e-6
FULL = (
    "装到再放一项就超过上限为止；恰好等于上限也放得下。",
    "Fill a message until one more item exceeds the limit; exactly the limit still fits.",
)
ONCE_IN_ORDER = (
    "每个下标恰好一次、由小到大、没有空消息；写下标，不写字节数。",
    "Each index once, in ascending order, no empty message; indices, not bytes.",
)
ORDINARY = (
    "普通最小二乘：有截距，所有的点都用、权重一样，误差看时间；β 是斜率的倒数。",
    "Least squares: an intercept, all points, equal weights, errors in time; β is 1 over slope.",
)
LAST_CHUNK = (
    "第一块要走完所有的段，以后每一块晚一格到；每块每段都付延迟。",
    "The first chunk passes all links, each further one is a box later; each pays the latency.",
)
TRY_ALL = (
    "比较 1…max_chunks 各自的时间，两头都算；一样快取最小的。根号只给出附近，还要比较相邻的两个。",
    "Compare 1 … max_chunks, both included; of several the smallest. A root is only near it.",
)


def listed(numbers):
    """Return a row of a student's numbers as a list; where a list is due, an array is one."""
    return sequence(numbers.tolist() if isinstance(numbers, np.ndarray) else numbers)


def demand_packing(got, sizes, max_bytes):
    """Demand legal messages, as few as possible; which of several such packings is free."""
    groups = [[integer(item) for item in listed(group)] for group in listed(got)]
    flat = [item for group in groups for item in group]
    exact(flat, list(range(len(sizes))), hint=ONCE_IN_ORDER)
    holds(all(groups), zh="没有空消息", en="no message is empty", got=groups, hint=ONCE_IN_ORDER)
    fullest = max((sum(sizes[item] for item in group) for group in groups), default=0)
    holds(
        fullest <= max_bytes,
        zh="每条消息不超过 max_bytes",
        en="no message exceeds max_bytes",
        got=fullest,
        hint=FULL,
    )
    fewest = len(messages_plan.pack_messages(sizes, max_bytes))
    holds(
        len(groups) <= fewest,
        zh=f"{fewest} 条消息就够了",
        en=f"{fewest} messages are enough",
        got=len(groups),
        hint=FULL,
    )


def measured(line, noise=()):
    """Return the arguments of a fit: points on a line, with noise in units of min(L, a step)."""
    steps, ratio, latency_s, bytes_per_s = line
    step_s = ratio * latency_s
    away = [*noise, *(0 for _ in steps)][: len(steps)]
    return {
        "sizes_bytes": [step * step_s * bytes_per_s for step in steps],
        "times_s": [
            latency_s + step * step_s + more * min(latency_s, step_s)
            for step, more in zip(steps, away, strict=True)
        ],
    }


def is_clear(line_and_noise):
    """Decide whether slope and intercept are far from 0, so that rounding decides nothing."""
    line, noise = line_and_noise
    try:
        latency_s, bytes_per_s = messages_plan.fit_latency_bandwidth(**measured(line, noise))
    except ValueError:
        return False
    return abs(latency_s) > 0.01 * line[2] and bytes_per_s < 20 * line[3]


def noisy():
    """Return lines with noise whose fit is clear of every boundary."""
    return st.tuples(lines(), noises()).filter(is_clear)


@check("ex", of="pack_messages")
def test_small_packings(student):
    """恰好装满；一项一条；总字节数看似够、其实要多一条。

    Messages filled exactly, one item each, and one more than the bytes alone would need.
    """
    for sizes, max_bytes in (
        ([2, 3, 5], 5),
        ([5, 5, 5], 5),
        ([4, 4, 4, 4], 7),
        ([1, 1, 1, 1, 2], 5),
        ([6], 6),
    ):
        got = student.call("pack_messages", sizes=sizes, max_bytes=max_bytes)
        demand_packing(got, sizes, max_bytes)


@check("ex", of="fit_latency_bandwidth")
def test_fits_by_hand(student):
    """有噪声的三个点：L 可以是负数；同一大小量了两次；次序无所谓。

    Three points with noise, where L is negative; a size measured twice; any order.
    """
    for sizes, times, want in (
        ([1e6, 2e6, 3e6], [1e-3, 2e-3, 4e-3], (-2e-3 / 3, 1e9 / 1.5)),
        ([0.0, 4e6, 0.0], [1e-5, 22e-5, 3e-5], (2e-5, 2e10)),
        ([3, 1, 2], [7.0, 3.0, 5.0], (1.0, 0.5)),
    ):
        got = student.call("fit_latency_bandwidth", sizes_bytes=sizes, times_s=times)
        close(got, want, rel=FIT, hint=ORDINARY)


@check("ex", of="pipelined_s")
def test_four_links(student):
    """L = 10 μs、β = 20 GB/s、4 段、1 MB：1、3、4、5 块的时间。

    L = 10 μs, β = 20 GB/s, 4 links, 1 MB: the times of 1, 3, 4 and 5 chunks.
    """
    for count, want in ((1, 240e-6), (3, 160e-6), (4, 157.5e-6), (5, 160e-6)):
        close(student.call("pipelined_s", **SENT | {"chunks": count}), want, hint=LAST_CHUNK)


@check("ex", of="pipelined_s")
def test_nothing_to_send(student):
    """没有数据，只付延迟；没有延迟，只剩搬运；链路每秒不到 1 字节也一样算。

    Without data there are only latencies, without latency only the bytes; a link of less than a
    byte per second is no exception.
    """
    empty = SENT | {"total_bytes": 0.0}
    close(student.call("pipelined_s", **empty), 70e-6, hint=LAST_CHUNK)
    close(student.call("pipelined_s", **SENT | {"latency_s": 0}), 87.5e-6, hint=LAST_CHUNK)
    slow = SENT | {"total_bytes": 4.0, "latency_s": 1.0, "bytes_per_s": 0.5}
    close(student.call("pipelined_s", **slow), 21.0, hint=LAST_CHUNK)


@check("ex", of="best_chunks")
def test_best_over_four_links(student):
    """1 MB、4 段：最好 4 块；上限 3 时是 3；一段、没有数据是 1；没有延迟取上限；根带小数时。

    1 MB over 4 links: 4 chunks; 3 where that is the limit; 1 for a single link and for no data; the
    limit without latency; and a root that is no integer.
    """
    for change, want in (
        ({}, 4),
        ({"max_chunks": 4}, 4),
        ({"max_chunks": 3}, 3),
        ({"hops": 1}, 1),
        # √6.1 rounds to 2, and √4.5 up to 3.
        ({"hops": 2, "total_bytes": 1.22e6}, 3),
        ({"hops": 2, "total_bytes": 0.9e6}, 2),
        ({"total_bytes": 0.0}, 1),
        ({"latency_s": 0.0}, 64),
    ):
        exact(student.call("best_chunks", **PATH | change), want, hint=TRY_ALL)


@check("prop", of="pack_messages", weight=2)
@given(packings())
def test_fewest_messages(student, case):
    """随机的项目：按次序各送一次，没有一条超限，条数最少。

    Items drawn at random: each sent once and in order, no message too large, as few as possible.
    """
    demand_packing(student.call("pack_messages", **case), **case)


@check("prop", of="pack_messages")
@given(packings(), examples=FEWER)
def test_at_least_the_bytes(student, case):
    """条数不少于总字节数除以上限；上限容得下全部，就只有一条。

    At least the bytes over the limit; if the limit holds everything there is a single message.
    """
    total = sum(case["sizes"])
    count = len(listed(student.call("pack_messages", **case)))
    holds(
        -(-total // case["max_bytes"]) <= count <= len(case["sizes"]),
        zh="⌈总字节数/上限⌉ ≤ 条数 ≤ 项目数",
        en="⌈bytes / limit⌉ <= messages <= items",
        got=count,
        hint=FULL,
    )
    one = student.call("pack_messages", sizes=case["sizes"], max_bytes=max(total, 1))
    demand_packing(one, case["sizes"], max(total, 1))


@check("prop", of="fit_latency_bandwidth")
@given(lines())
def test_exact_line(student, line):
    """没有噪声的点：还原直线的 L 和 β。

    Points without noise: L and β of their line come back.
    """
    got = student.call("fit_latency_bandwidth", **measured(line))
    close(got, line[2:], rel=FIT, hint=ORDINARY)


@check("prop", of="fit_latency_bandwidth", weight=2)
@given(noisy())
def test_noisy_line(student, line_and_noise):
    """有噪声的点：与最小二乘的结果一致。

    Points with noise: the result of least squares.
    """
    case = measured(*line_and_noise)
    want = messages_plan.fit_latency_bandwidth(**case)
    close(student.call("fit_latency_bandwidth", **case), want, rel=FIT, hint=ORDINARY)


@check("prop", of="fit_latency_bandwidth")
@given(noisy(), scales(), examples=FEWER)
def test_scaled_times(student, line_and_noise, scale):
    """时间都乘一个倍数：L 乘这个倍数，β 除以它。

    Times multiplied by a factor multiply L by it and divide β.
    """
    case = measured(*line_and_noise)
    latency_s, bytes_per_s = messages_plan.fit_latency_bandwidth(**case)
    slower = case | {"times_s": [scale * time for time in case["times_s"]]}
    want = (scale * latency_s, bytes_per_s / scale)
    close(student.call("fit_latency_bandwidth", **slower), want, rel=FIT, hint=ORDINARY)


@check("prop", of="pipelined_s", weight=2)
@given(transfers())
def test_pipeline_model(student, case):
    """随机的传输：时间与模型一致。

    Transfers drawn at random: the time of the model.
    """
    close(student.call("pipelined_s", **case), messages_plan.pipelined_s(**case), hint=LAST_CHUNK)


@check("prop", of="pipelined_s")
@given(totals(), chunks(), hops(), latencies(), bandwidths(), examples=FEWER)
def test_one_link_one_chunk(student, total_bytes, count, links, latency_s, bytes_per_s):
    """只有一段，就是一条接一条地发；只有一块，就是一段接一段地走。

    With a single link it is one message after another, with a single chunk link after link.
    """
    rest = {"total_bytes": total_bytes, "latency_s": latency_s, "bytes_per_s": bytes_per_s}
    want = messages.transfer_s(total_bytes, count, latency_s, bytes_per_s)
    close(student.call("pipelined_s", **rest, chunks=count, hops=1), want, hint=LAST_CHUNK)
    want = links * messages.transfer_s(total_bytes, 1, latency_s, bytes_per_s)
    close(student.call("pipelined_s", **rest, chunks=1, hops=links), want, hint=LAST_CHUNK)


@check("prop", of="pipelined_s")
@given(transfers(), examples=FEWER)
def test_one_link_more(student, case):
    """多一段链路，只多一块走一段的时间。

    One more link takes only the time of one chunk more.
    """
    fewer = real(student.call("pipelined_s", **case))
    more = real(student.call("pipelined_s", **case | {"hops": case["hops"] + 1}))
    box = case["latency_s"] + case["total_bytes"] / case["chunks"] / case["bytes_per_s"]
    holds(
        math.isclose(more - fewer, box, rel_tol=1e-9, abs_tol=1e-9 * abs(more)),
        zh="多一段，多一格 L + Q/(c·β)",
        en="one more link, one more box of L + Q/(c·β)",
        got=more - fewer,
        hint=LAST_CHUNK,
    )


@check("prop", of="best_chunks", weight=2)
@given(clear_paths())
def test_best_model(student, case):
    """随机的路：最好的块数与模型一致。

    Paths drawn at random: the best number of chunks is that of the model.
    """
    exact(student.call("best_chunks", **case), messages_plan.best_chunks(**case), hint=TRY_ALL)


@check("prop", of="best_chunks")
@given(tied_paths(), examples=FEWER)
def test_smallest_of_two(student, case):
    """1 块和 2 块恰好一样快：取 1。

    1 and 2 chunks are exactly equally fast: 1.
    """
    exact(student.call("best_chunks", **case), 1, hint=TRY_ALL)


@check("prop", of="best_chunks")
@given(
    totals().filter(bool),
    hops(),
    latencies(),
    bandwidths(),
    st.integers(1, MOST_CHUNKS),
    examples=FEWER,
)
def test_without_latency(student, total_bytes, links, latency_s, bytes_per_s, most):
    """没有延迟，两段以上就切到上限；只有一段，一块最好。

    Without latency two links or more take as many chunks as allowed; a single link takes one.
    """
    case = {"total_bytes": total_bytes, "bytes_per_s": bytes_per_s, "max_chunks": most}
    got = student.call("best_chunks", **case, hops=links + 1, latency_s=0.0)
    exact(got, most, hint=TRY_ALL)
    exact(student.call("best_chunks", **case, hops=1, latency_s=latency_s), 1, hint=TRY_ALL)


@check("prop", of="best_chunks")
@given(clear_paths(), examples=FEWER)
def test_near_the_root(student, case):
    """最好的块数离 √((h−1)Q/(Lβ)) 不超过 1，根先截到 1…max_chunks 之内。

    The best number is at most 1 away from √((h−1)Q/(Lβ)), clamped to 1 … max_chunks.
    """
    got = integer(student.call("best_chunks", **case))
    moved_s = (case["hops"] - 1) * case["total_bytes"] / case["bytes_per_s"]
    root = min(max(math.sqrt(moved_s / case["latency_s"]), 1), case["max_chunks"])
    holds(abs(got - root) <= 1, zh="离根不超过 1", en="at most 1 off", got=got, hint=TRY_ALL)


@check("err", of="pack_messages", valid=ITEMS)
def test_packing_refuses(student):
    """pack_messages：项目小于 1 字节或大于上限、上限小于 1，要抛出 ValueError。

    pack_messages: items below 1 byte or above the limit and a limit below 1 raise ValueError.
    """
    for bad in (
        {"sizes": [8]},
        {"sizes": [3, 3, 8]},
        {"sizes": [0, 3]},
        {"sizes": [3, -1, 3]},
        {"max_bytes": 0},
        {"sizes": [], "max_bytes": 0},
        {"sizes": [], "max_bytes": -7},
    ):
        with expects(ValueError):
            student.call("pack_messages", **ITEMS | bad)


@check("err", of="fit_latency_bandwidth", valid=MEASURED)
def test_fit_refuses(student):
    """fit_latency_bandwidth：长度不同、大小不足两种、负数、NaN、无穷大、斜率不大于 0：ValueError。

    fit_latency_bandwidth: different lengths, fewer than two sizes, negative numbers, NaN,
    infinities and a slope that is not above 0 raise ValueError.
    """
    sizes, times = MEASURED["sizes_bytes"], MEASURED["times_s"]
    for bad_sizes, bad_times in (
        ([], []),
        ([1e6], [70e-6]),
        ([1e6, 1e6, 1e6], times),
        (sizes, times[:2]),
        (sizes, []),
        (sizes[:2], times),
        ([-1e6, 2e6, 3e6], times),
        ([1e6, NAN, 3e6], times),
        ([1e6, 2e6, INF], times),
        (sizes, [-70e-6, 110e-6, 150e-6]),
        (sizes, [70e-6, NAN, 150e-6]),
        (sizes, [70e-6, 110e-6, INF]),
        (sizes, times[::-1]),
        (sizes, [0.0, 0.0, 0.0]),
    ):
        with expects(ValueError):
            student.call("fit_latency_bandwidth", sizes_bytes=bad_sizes, times_s=bad_times)


@check("err", of="pipelined_s", valid=SENT)
def test_pipeline_refuses(student):
    """pipelined_s：字节数、块数、段数、延迟或带宽超出范围，要抛出 ValueError。

    pipelined_s: bytes, chunks, links, latency or rate out of range raise ValueError.
    """
    for bad in (*BAD_PATHS, {"chunks": 0}, {"chunks": -4}):
        with expects(ValueError):
            student.call("pipelined_s", **SENT | bad)


@check("err", of="best_chunks", valid=PATH)
def test_best_refuses(student):
    """best_chunks：字节数、段数、延迟、带宽或上限超出范围，要抛出 ValueError。

    best_chunks: bytes, links, latency, rate or limit out of range raise ValueError.
    """
    for bad in (*BAD_PATHS, {"max_chunks": 0}, {"max_chunks": -4}):
        with expects(ValueError):
            student.call("best_chunks", **PATH | bad)
