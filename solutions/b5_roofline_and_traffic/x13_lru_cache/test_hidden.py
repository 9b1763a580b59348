"""The hidden checks of x13: small traces by hand, the model, and what every LRU cache obeys."""

import numpy as np

from assignments.b5_roofline_and_traffic.x13_lru_cache.inputs import (
    cases,
    cuts,
    flushes,
    growing_cases,
    spare_lines,
)
from grader import check, exact, expects, given, holds, integer, mapping, sequence
from reference.models import lru

TWICE = [("R", address, 1) for address in (0, 4, 8, 0, 4, 8)]
CASE = {"requests": TWICE, "lines": 2, "line_bytes": 4}
NOTHING = {
    "hits": 0,
    "misses": 0,
    "fetched_bytes": 0,
    "written_back_bytes": 0,
    "evictions": [],
}
# For what the two checks against a model look at from another side: half the draws do.
FEWER = 50
BAD_REQUESTS = (
    ("X", 0, 1),
    ("r", 0, 1),
    ("", 0, 1),
    ("R", -1, 1),
    ("W", -4, 8),
    ("R", 0, 0),
    ("W", 4, -1),
)
EACH_LINE = (
    "请求碰到的每一行各算一次：从首字节的行到末字节的行，由小到大。",
    "Each line counts once, from that of the first byte to that of the last, in ascending order.",
)
OLDEST = (
    "命中也算碰过：换出的是最久没有碰过的行，不是最早进来的行。",
    "A hit is a touch as well: what leaves was not touched for longest, not fetched first.",
)
DIRTY = (
    "写过的行是脏的，直到它离开；只有脏行离开时才写回，写回整行。",
    "A line once written to is dirty until it leaves; only dirty lines are written back, whole.",
)
ROOM = (
    "先看装不装得下：行数没有满，就不换出。",
    "Ask whether there is room: nothing leaves before the cache is full.",
)


def touches(requests, line_bytes):
    """Return (operation, line) of each touch, from the bytes of the requests."""
    return [
        (op, line)
        for op, address, nbytes in requests
        for line in sorted({byte // line_bytes for byte in range(address, address + nbytes)})
    ]


def listed(numbers):
    """Return a row of a student's numbers as a list; where a list is due, an array is one."""
    return sequence(numbers.tolist() if isinstance(numbers, np.ndarray) else numbers)


def one_byte_a_line(requests, line_bytes):
    """Return requests for one byte of each touched line, in the same order."""
    return [(op, line * line_bytes, 1) for op, line in touches(requests, line_bytes)]


@check("ex", of="simulate")
def test_room_for_all(student):
    """同样读两遍：3 行装得下，一行 12 B 也装得下，都只读入 12 B。没有请求，什么都不发生。

    The same bytes read twice: 3 lines hold them, and so does one line of 12 B, with 12 B fetched.
    Without requests nothing happens.
    """
    want = NOTHING | {"hits": 3, "misses": 3, "fetched_bytes": 12}
    exact(student.call("simulate", **CASE | {"lines": 3}), want, hint=ROOM)
    want = NOTHING | {"hits": 5, "misses": 1, "fetched_bytes": 12}
    exact(student.call("simulate", **CASE | {"lines": 1, "line_bytes": 12}), want, hint=ROOM)
    exact(student.call("simulate", **CASE | {"requests": []}), NOTHING)


@check("ex", of="simulate")
def test_longest_untouched(student):
    """依次读行 0、1、0、2、0，缓存有 2 行：离开的是 1。

    Lines 0, 1, 0, 2, 0 are read with room for 2: it is 1 that leaves.
    """
    requests = [("R", line, 1) for line in (0, 1, 0, 2, 0)]
    want = NOTHING | {"hits": 2, "misses": 3, "fetched_bytes": 3, "evictions": [1]}
    exact(student.call("simulate", requests=requests, lines=2, line_bytes=1), want, hint=OLDEST)


@check("ex", of="simulate")
def test_longer_than_the_cache(student):
    """一个请求跨 3 行而缓存只有 2 行，接着又来一次。

    A request spans 3 lines, the cache has 2, and the request is repeated.
    """
    requests = [("R", 3, 6), ("R", 3, 6), ("R", 4, 4)]
    want = NOTHING | {"hits": 1, "misses": 6, "fetched_bytes": 24, "evictions": [0, 1, 2, 0]}
    exact(student.call("simulate", requests=requests, lines=2, line_bytes=4), want, hint=EACH_LINE)


@check("ex", of="simulate")
def test_written_back_once(student):
    """写一次、换出、再读入、再换出：只写回一次。最后冲刷与不冲刷。

    Written once, evicted, fetched again by a read and evicted again: written back once. With and
    without a flush.
    """
    requests = [("W", 0, 1), ("R", 1, 1), ("R", 4, 1), ("R", 0, 1), ("R", 4, 1)]
    want = NOTHING | {
        "hits": 1,
        "misses": 4,
        "fetched_bytes": 16,
        "written_back_bytes": 4,
        "evictions": [0, 1, 0],
    }
    case = {"requests": requests, "line_bytes": 4}
    exact(student.call("simulate", **case, lines=1), want, hint=DIRTY)
    exact(student.call("simulate", **case, lines=1, flush=True), want, hint=DIRTY)
    want = NOTHING | {"hits": 3, "misses": 2, "fetched_bytes": 8}
    exact(student.call("simulate", **case, lines=2, flush=False), want, hint=DIRTY)
    want |= {"written_back_bytes": 4}
    exact(student.call("simulate", **case, lines=2, flush=True), want, hint=DIRTY)


@check("ex", of="distinct_lines")
def test_lines_of_other_widths(student):
    """同一组请求，行宽 1、3、4、64；没有请求时是 0。

    The same requests with lines of 1, 3, 4 and 64 bytes; without requests there are 0.
    """
    requests = [("R", 2, 5), ("W", 4, 8), ("R", 61, 3), ("W", 2, 1)]
    for line_bytes, want in ((1, 13), (3, 6), (4, 4), (64, 1)):
        got = student.call("distinct_lines", requests=requests, line_bytes=line_bytes)
        exact(got, want, hint=EACH_LINE)
    exact(student.call("distinct_lines", requests=[], line_bytes=4), 0)


@check("prop", of="simulate", weight=3)
@given(cases(), flushes())
def test_model(student, case, flush):
    """随机的请求和缓存，五个结果都要对。

    Requests and caches drawn at random, all five results.
    """
    want = lru.simulate(**case, flush=flush)
    exact(student.call("simulate", **case, flush=flush), want, hint=OLDEST)


@check("prop", of="simulate")
@given(cases(), flushes(), examples=FEWER)
def test_what_adds_up(student, case, flush):
    """命中 + 缺失 = 碰到行的总次数；读入 = 缺失 × 行宽；换出 = 缺失 − min(行数, 不同的行)。

    Hits and misses add up to the touches, the bytes fetched are misses times line_bytes, and the
    evictions are the misses less min(lines, distinct lines).
    """
    got = student.call("simulate", **case, flush=flush)
    counts = mapping(got, "hits", "misses", "fetched_bytes", "evictions")
    hits, misses = integer(counts["hits"]), integer(counts["misses"])
    touched = touches(case["requests"], case["line_bytes"])
    exact(hits + misses, len(touched), hint=EACH_LINE)
    exact(counts["fetched_bytes"], misses * case["line_bytes"])
    filled = min(case["lines"], len({line for _, line in touched}))
    exact(len(listed(counts["evictions"])), misses - filled, hint=ROOM)


@check("prop", of="simulate")
@given(growing_cases(), examples=FEWER)
def test_one_line_more(student, case):
    """多一行的缓存，缺失不会更多；缺失总不少于不同的行，不多于碰到行的总次数。

    A cache with one line more never misses more often; no cache misses less often than there are
    different lines, or more often than lines are touched.
    """
    fewer, more = (
        integer(mapping(student.call("simulate", **case | {"lines": lines}), "misses")["misses"])
        for lines in (case["lines"], case["lines"] + 1)
    )
    touched = touches(case["requests"], case["line_bytes"])
    distinct = len({line for _, line in touched})
    holds(
        distinct <= more <= fewer <= len(touched),
        zh="不同的行 ≤ 多一行时的缺失 ≤ 原来的缺失 ≤ 碰到行的总次数",
        en="distinct lines <= misses with one line more <= misses before <= touches",
        got=(distinct, more, fewer, len(touched)),
        hint=(
            "任何一行都可以放在缓存的任何位置，换出的总是最久没有碰过的。",
            "Any line may take any place, and the one not touched for longest leaves.",
        ),
    )


@check("prop", of="simulate")
@given(cases(least=1), spare_lines(), examples=FEWER)
def test_only_first_misses(student, case, spare):
    """不同的行都装得下时，每一行恰好缺失一次，什么都不换出。

    Where all different lines have room, each of them misses once and nothing leaves.
    """
    distinct = lru.distinct_lines(case["requests"], case["line_bytes"])
    got = student.call("simulate", **case | {"lines": distinct + spare})
    exact(got, {"misses": distinct, "evictions": [], "written_back_bytes": 0}, hint=ROOM)


@check("prop", of="simulate")
@given(cases(least=1), flushes(), examples=FEWER)
def test_last_request_again(student, case, flush):
    """最后一个请求再来一次：它碰到的行装得下，就只多出命中；装不下，就又全部缺失。

    The last request once more: if the cache holds all of its lines, only hits are added, otherwise
    all of them miss again.
    """
    requests = case["requests"]
    last = len(touches(requests[-1:], case["line_bytes"]))
    before = lru.simulate(**case, flush=flush)
    got = student.call("simulate", **case | {"requests": [*requests, requests[-1]]}, flush=flush)
    if last <= case["lines"]:
        exact(got, before | {"hits": before["hits"] + last}, hint=OLDEST)
    else:
        exact(got, {"hits": before["hits"], "misses": before["misses"] + last}, hint=EACH_LINE)


@check("prop", of="simulate")
@given(cases(), examples=FEWER)
def test_one_line_at_a_time(student, case):
    """把每个请求换成逐行的请求，每行只碰一个字节：结果完全一样。

    Requests for one byte of each line, in the same order, have the same results.
    """
    single = one_byte_a_line(case["requests"], case["line_bytes"])
    got = student.call("simulate", **case | {"requests": single})
    exact(got, lru.simulate(**case), hint=EACH_LINE)


@check("prop", of="simulate")
@given(cases(ops="R"), examples=FEWER)
def test_reading_writes_nothing_back(student, case):
    """只有读，就什么都不写回，冲刷也一样。

    With reads alone nothing is written back, flush or not.
    """
    got = student.call("simulate", **case, flush=True)
    exact(got, {"written_back_bytes": 0}, hint=DIRTY)


@check("prop", of="simulate")
@given(cases(ops="W"), examples=FEWER)
def test_every_line_written(student, case):
    """只有写，又在最后冲刷：每读入一行，终究都要写回一次。

    With writes alone and a flush at the end, every line fetched is written back in the end.
    """
    fetched = lru.simulate(**case)["fetched_bytes"]
    got = student.call("simulate", **case, flush=True)
    exact(got, {"fetched_bytes": fetched, "written_back_bytes": fetched}, hint=DIRTY)


@check("prop", of="distinct_lines", weight=2)
@given(cases())
def test_lines_of_all_bytes(student, case):
    """逐字节数：这些字节落在多少个不同的行里。

    Byte by byte: in how many different lines they lie.
    """
    requests, line_bytes = case["requests"], case["line_bytes"]
    want = len({line for _, line in touches(requests, line_bytes)})
    got = student.call("distinct_lines", requests=requests, line_bytes=line_bytes)
    exact(got, want, hint=EACH_LINE)


@check("prop", of="distinct_lines")
@given(cases(), examples=FEWER)
def test_neither_order_nor_repetition(student, case):
    """倒过来再来一遍、读写互换，不同的行还是那么多。

    The same requests backwards once more, with reads and writes exchanged, touch no further lines.
    """
    requests, line_bytes = case["requests"], case["line_bytes"]
    other = {"R": "W", "W": "R"}
    again = [(other[op], address, nbytes) for op, address, nbytes in reversed(requests)]
    got = student.call("distinct_lines", requests=requests + again, line_bytes=line_bytes)
    exact(got, lru.distinct_lines(requests, line_bytes), hint=EACH_LINE)


@check("prop", of="distinct_lines")
@given(cases(), cuts(), examples=FEWER)
def test_cut_in_two(student, case, cut):
    """一个请求切成前后相接的两个，不同的行还是那么多。

    Requests cut into two that follow each other touch the same lines.
    """
    requests, line_bytes = case["requests"], case["line_bytes"]
    parts = []
    for op, address, nbytes in requests:
        parts.append((op, address, min(cut, nbytes)))
        if nbytes > cut:
            parts.append((op, address + cut, nbytes - cut))
    got = student.call("distinct_lines", requests=parts, line_bytes=line_bytes)
    exact(got, lru.distinct_lines(requests, line_bytes), hint=EACH_LINE)


@check("err", of="simulate", valid=CASE)
def test_simulate_refuses(student):
    """缓存的行数、行宽，请求的操作、地址、字节数超出范围，要抛出 ValueError，没有请求时也一样。

    Lines, line widths, operations, addresses and lengths out of range raise ValueError; the size of
    the cache does so even without requests.
    """
    for bad in ({"lines": 0}, {"lines": -2}, {"line_bytes": 0}, {"line_bytes": -4}):
        with expects(ValueError):
            student.call("simulate", **CASE | bad)
        with expects(ValueError):
            student.call("simulate", **CASE | bad | {"requests": []})
    for request in BAD_REQUESTS:
        with expects(ValueError):
            student.call("simulate", **CASE | {"requests": [*TWICE, request]})


@check("err", of="distinct_lines", valid={"requests": TWICE, "line_bytes": 4})
def test_distinct_refuses(student):
    """行宽，请求的操作、地址、字节数超出范围，要抛出 ValueError。

    Line widths, operations, addresses and lengths out of range raise ValueError.
    """
    for line_bytes in (0, -4):
        for requests in (TWICE, []):
            with expects(ValueError):
                student.call("distinct_lines", requests=requests, line_bytes=line_bytes)
    for request in BAD_REQUESTS:
        with expects(ValueError):
            student.call("distinct_lines", requests=[*TWICE, request], line_bytes=4)
