"""The hidden checks of x10: the numbers of the unit, the model, and what every schedule obeys."""

from hypothesis import strategies as st

from assignments.b4_cost_of_parallelism.x10_granularity.inputs import (
    cases,
    chunks,
    costs,
    overheads,
    pools,
    scales,
    workers,
)
from grader import check, exact, expects, given, holds, integer
from reference.models import granularity

POOL = {"costs": [2, 1, 3, 1, 4, 1, 2, 8, 1, 1, 2, 3, 1, 1, 1, 2], "workers": 4}
VALID = {"costs": [3, 1, 2], "workers": 2, "chunk": 2, "overhead": 1}
BAD_POOLS = (
    {"costs": []},
    {"costs": [-1]},
    {"costs": [3, 1, -2]},
    {"workers": 0},
    {"workers": -1},
    {"overhead": -1},
)
BAD_CHUNKS = ({"chunk": 0}, {"chunk": -2})
# For what a check against the model looks at from another side: half the draws do.
FEWER = 50
FREE_FIRST = (
    "下一块给最先空闲的工人，不是轮流发；最后一块可以不满。",
    "The next chunk goes to the worker free first, not round in turn; the last may not be full.",
)
EACH_CHUNK = (
    "每一块付一次开销，不满的块、全是 0 的块也付。",
    "Each chunk pays the overhead once, also one that is not full or whose items cost 0.",
)
SMALLEST = (
    "试遍 1 到 len(costs)，两头都算；一样早的几个里取最小的。",
    "Try all of 1 to len(costs), both ends included; of several take the smallest.",
)
WAITING = (
    "忙碌的时间里有开销；每个工人都算，没领到活的也算。",
    "Overhead is busy time; every worker counts, also one that got no chunk.",
)


def busy(costs, chunk, overhead):
    """Return the work of all chunks together, their overheads included."""
    return sum(costs) + overhead * -(-len(costs) // chunk)


@check("ex", of="chunk_makespan")
def test_with_overhead(student):
    """16 个任务、4 个工人：开销 1 和 3，一块 1…4 个。

    16 items and 4 workers: an overhead of 1 and of 3, chunks of 1 … 4.
    """
    for overhead, times in ((1, (14, 11, 12, 16)), (3, (23, 17, 15, 18))):
        for chunk, want in enumerate(times, 1):
            got = student.call("chunk_makespan", **POOL, chunk=chunk, overhead=overhead)
            exact(got, want, hint=EACH_CHUNK)


@check("ex", of="chunk_makespan")
def test_single_item(student):
    """只有一个任务：几个工人都没有用。任务时间是 0，也要付开销。

    With one item more workers don't help; if it costs 0 there is still the overhead.
    """
    case = {"workers": 3, "chunk": 4, "overhead": 2}
    exact(student.call("chunk_makespan", **case, costs=[5]), 7, hint=EACH_CHUNK)
    exact(student.call("chunk_makespan", **case, costs=[0]), 2, hint=EACH_CHUNK)


@check("ex", of="best_chunk")
def test_best_with_overhead(student):
    """16 个任务、4 个工人：开销 1、3 时最好的块大小；只有一个任务时。

    The best chunk size for 16 items and 4 workers with an overhead of 1 and 3; and for one item.
    """
    exact(student.call("best_chunk", **POOL, overhead=1), 2, hint=SMALLEST)
    exact(student.call("best_chunk", **POOL, overhead=3), 3, hint=SMALLEST)
    exact(student.call("best_chunk", costs=[5], workers=3, overhead=1), 1, hint=SMALLEST)


@check("ex", of="best_chunk")
def test_best_at_the_ends(student):
    """一个工人：有开销就一次全领；没有开销，怎样都一样，取 1。

    A single worker: with overhead all in one chunk; without it all sizes tie, so 1.
    """
    case = {"costs": [2, 0, 3, 1], "workers": 1}
    exact(student.call("best_chunk", **case, overhead=1), 4, hint=SMALLEST)
    exact(student.call("best_chunk", **case, overhead=0), 1, hint=SMALLEST)


@check("ex", of="idle_total")
def test_idle_of_the_unused(student):
    """16 个任务、4 个工人、开销 1：一块 2 个和 16 个；没领到活的工人也在等。

    16 items, 4 workers, overhead 1: chunks of 2 and of 16; workers without a chunk wait as well.
    """
    for chunk, want in ((2, 4 * 11 - 42), (16, 3 * 35)):
        exact(student.call("idle_total", **POOL, chunk=chunk, overhead=1), want, hint=WAITING)


@check("prop", of="chunk_makespan", weight=2)
@given(cases())
def test_makespan_model(student, case):
    """随机的任务：完成时刻与模型一致。

    Items drawn at random: the makespan is that of the model.
    """
    exact(
        student.call("chunk_makespan", **case), granularity.chunk_makespan(**case), hint=FREE_FIRST
    )


@check("prop", of="chunk_makespan")
@given(costs(), chunks(), overheads(), examples=FEWER)
def test_single_worker(student, costs, chunk, overhead):
    """一个工人从不空等：完成时刻是任务之和加上每块一次开销。

    A single worker never waits: the makespan is all items and one overhead for each chunk.
    """
    got = student.call("chunk_makespan", costs=costs, workers=1, chunk=chunk, overhead=overhead)
    exact(got, busy(costs, chunk, overhead), hint=EACH_CHUNK)


@check("prop", of="chunk_makespan")
@given(cases(), examples=FEWER)
def test_bounds(student, case):
    """不早于平摊的时间，也不早于最长的一块；不晚于由一个工人全部做完。

    Never below an even share or the longest chunk, never above one worker alone.
    """
    each = granularity.chunk_times(case["costs"], case["chunk"], case["overhead"])
    got = integer(student.call("chunk_makespan", **case))
    least = max(-(-sum(each) // case["workers"]), *each)
    holds(
        least <= got <= sum(each),
        zh="平摊与最长的一块 ≤ 完成时刻 ≤ 一个工人全部做完",
        en="even share and longest chunk <= makespan <= one worker alone",
        got=(least, got, sum(each)),
        hint=FREE_FIRST,
    )


@check("prop", of="chunk_makespan")
@given(costs(), workers(), overheads(), st.integers(0, 3), examples=FEWER)
def test_one_chunk(student, costs, workers, overhead, beyond):
    """块大小不小于任务数：一个工人做完全部，只付一次开销。

    A chunk of all items or more: one worker does everything and pays the overhead once.
    """
    case = {"workers": workers, "chunk": len(costs) + beyond, "overhead": overhead}
    got = student.call("chunk_makespan", costs=costs, **case)
    exact(got, sum(costs) + overhead, hint=EACH_CHUNK)


@check("prop", of="chunk_makespan")
@given(cases(), scales(), examples=FEWER)
def test_scaled(student, case, scale):
    """任务和开销都乘一个倍数，完成时刻也乘这个倍数。

    Items and overhead times a factor give the makespan times that factor.
    """
    scaled = {
        "costs": [scale * cost for cost in case["costs"]],
        "overhead": scale * case["overhead"],
    }
    want = scale * granularity.chunk_makespan(**case)
    exact(student.call("chunk_makespan", **case | scaled), want, hint=EACH_CHUNK)


@check("prop", of="best_chunk", weight=2)
@given(pools())
def test_best_model(student, case):
    """随机的任务：最好的块大小与模型一致。

    Items drawn at random: the best chunk size is that of the model.
    """
    exact(student.call("best_chunk", **case), granularity.best_chunk(**case), hint=SMALLEST)


@check("prop", of="best_chunk")
@given(pools(), examples=FEWER)
def test_none_is_better(student, case):
    """没有别的块大小更快；比它小的都更慢。

    No chunk size beats the one returned, and every smaller one is strictly slower.
    """
    n = len(case["costs"])
    got = integer(student.call("best_chunk", **case))
    holds(1 <= got <= n, zh="1 ≤ 块大小 ≤ 任务数", en="1 <= chunk size <= number of items", got=got)
    times = [granularity.chunk_makespan(**case, chunk=chunk) for chunk in range(1, n + 1)]
    holds(
        times[got - 1] == min(times),
        zh="这个块大小的完成时刻是最早的",
        en="this chunk size has the earliest makespan",
        got=got,
        hint=SMALLEST,
    )
    holds(
        min(times) not in times[: got - 1],
        zh="更小的块大小都更慢",
        en="every smaller chunk size is strictly slower",
        got=got,
        hint=SMALLEST,
    )


@check("prop", of="idle_total", weight=2)
@given(cases())
def test_idle_model(student, case):
    """随机的任务：空等之和与模型一致。

    Items drawn at random: the idle time is that of the model.
    """
    exact(student.call("idle_total", **case), granularity.idle_total(**case), hint=WAITING)


@check("prop", of="idle_total")
@given(cases(), examples=FEWER)
def test_idle_and_busy(student, case):
    """空等加忙碌等于工人数乘完成时刻；一个工人时空等是 0。

    Idle and busy time add up to workers times makespan; a single worker never idles.
    """
    got = integer(student.call("idle_total", **case))
    work = busy(case["costs"], case["chunk"], case["overhead"])
    last = granularity.chunk_makespan(**case)
    exact(got + work, case["workers"] * last, hint=WAITING)
    exact(student.call("idle_total", **case | {"workers": 1}), 0, hint=WAITING)


@check("err", of="chunk_makespan", valid=VALID)
def test_makespan_refuses(student):
    """chunk_makespan：没有任务、负的时间、工人或块大小小于 1，要抛出 ValueError。

    chunk_makespan: no items, negative times, workers or chunk below 1 raise ValueError.
    """
    for bad in (*BAD_POOLS, *BAD_CHUNKS):
        with expects(ValueError):
            student.call("chunk_makespan", **VALID | bad)


@check("err", of="best_chunk", valid={"costs": [3, 1, 2], "workers": 2, "overhead": 1})
def test_best_refuses(student):
    """best_chunk：没有任务、负的时间、工人小于 1，要抛出 ValueError。

    best_chunk: no items, negative times, workers below 1 raise ValueError.
    """
    valid = {name: VALID[name] for name in ("costs", "workers", "overhead")}
    for bad in BAD_POOLS:
        with expects(ValueError):
            student.call("best_chunk", **valid | bad)


@check("err", of="idle_total", valid=VALID)
def test_idle_refuses(student):
    """idle_total：没有任务、负的时间、工人或块大小小于 1，要抛出 ValueError。

    idle_total: no items, negative times, workers or chunk below 1 raise ValueError.
    """
    for bad in (*BAD_POOLS, *BAD_CHUNKS):
        with expects(ValueError):
            student.call("idle_total", **VALID | bad)
