"""The hidden checks of q23: the numbers of an H200, the model, both boundaries, and the claim."""

import math

from assignments.b6_loops_tiles_kernels.q23_tile_budget.inputs import (
    budgets,
    factors,
    itemsizes,
    settings,
    sizes_and_tiles,
    spare_bytes,
    tiles,
)
from grader import check, claims, exact, expects, given, holds, integer, scenario
from reference.models import tile_budget
from reference.models.tiles import tiled_intensity

KIB = 1024
H200 = {"flop_per_s": 67e12, "bytes_per_s": 4.8e12}
LARGE = {"N": 1024, "itemsize": 4}
VERDICT = {"N": 4, "T": 2, "itemsize": 4, "budget_bytes": 100} | H200
BAD_RATES = (0.0, -1.0, math.nan, math.inf)
THREE = (
    "A、B、C 各一块；预算是字节，不是元素，1 KiB = 1024 B。",
    "One block each of A, B and C; a budget is bytes, not elements, and 1 KiB = 1024 B.",
)
EXACTLY = (
    "最大的 T 放得下，T + 1 放不下；恰好相等算放得下。",
    "The largest T fits and T + 1 does not; exactly the budget fits.",
)
STEPS = (
    "块数是 ⌈N/T⌉，写出的 C 也算；强度恰好等于平衡点也算够得着。",
    "There are ⌈N/T⌉ blocks, and writing C counts; an intensity equal to the ridge reaches it.",
)
BOTH = (
    "两个条件都要看：放不下的块，强度再高也没用。",
    "Both conditions count: an intensity is worth nothing if the blocks do not fit.",
)


def arguments_of(setting):
    """Return the arguments of tile_verdict that a drawn setting describes.

    P and B are integer multiples of the work and the traffic, so that P/B is the intensity itself
    where the factor is 1.
    """
    N, T, itemsize = (setting[name] for name in ("N", "T", "itemsize"))
    percent, spare = setting["room"]
    flop = 2 * N**3
    n_bytes = round(flop / tiled_intensity(N, T, itemsize))
    return {
        "N": N,
        "T": T,
        "itemsize": itemsize,
        "budget_bytes": tile_budget.tile_bytes(T, itemsize) * percent // 100 + spare,
        "flop_per_s": flop * setting["scale"] * setting["factor"],
        "bytes_per_s": n_bytes * setting["scale"],
    }


def situation_of(setting):
    """Return the setting as a situation of the claim, with the rule that it tests."""
    if setting["room"][0] == 100:
        rule = "三块与预算几乎一样大 / blocks about as large as the budget"
    elif setting["factor"] == 1:
        rule = "强度恰在平衡点 / intensity exactly at the ridge"
    elif 0.9 < setting["factor"] < 1.1:
        rule = "强度紧挨平衡点 / intensity close to the ridge"
    else:
        rule = "两个条件都不在边上 / both conditions clear"
    return scenario(rule, **arguments_of(setting))


@check("ex", of="tile_bytes")
def test_larger_blocks(student):
    """FP32 的两种较大的块；FP64 的 T = 1。

    Two larger T in FP32, and T = 1 in FP64.
    """
    for T, itemsize, want in ((64, 4, 48 * KIB), (128, 4, 192 * KIB), (1, 8, 24)):
        exact(student.call("tile_bytes", T=T, itemsize=itemsize), want, hint=THREE)


@check("ex", of="largest_tile")
def test_64_kib(student):
    """64 KiB 里最大的 FP32 块，以及 T = 1 恰好放不下、恰好放得下的预算。

    The largest FP32 blocks in 64 KiB, and budgets just too small and just enough for T = 1.
    """
    for budget_bytes, want in ((64 * KIB, 73), (11, 0), (12, 1), (0, 0)):
        got = student.call("largest_tile", budget_bytes=budget_bytes, itemsize=4)
        exact(got, want, hint=EXACTLY)


@check("ex", of="smallest_tile_for")
def test_ridge_of_the_h200(student):
    """N = 1024、FP32：H200 的平衡点，和够不着的平衡点。

    N = 1024 in FP32: the ridge of an H200, and a ridge out of reach.
    """
    got = student.call("smallest_tile_for", **LARGE, ridge=67 / 4.8)
    exact(got, 61, hint=STEPS)
    exact(student.call("smallest_tile_for", **LARGE, ridge=171.0), None, hint=STEPS)
    exact(student.call("smallest_tile_for", **LARGE, ridge=0.01), 1, hint=STEPS)


@check("ex", of="tile_verdict")
def test_verdicts_on_the_h200(student):
    """N = 1024、FP32、64 KiB 的 H200：T = 32、64、128；预算是 0。

    N = 1024 in FP32 with 64 KiB on an H200: T = 32, 64 and 128; and a budget of 0.
    """
    for T, want in ((32, "bandwidth_side"), (64, "compute_side"), (128, "does_not_fit")):
        got = student.call("tile_verdict", **LARGE, **H200, T=T, budget_bytes=64 * KIB)
        exact(got, want, hint=BOTH)
    nothing = student.call("tile_verdict", **LARGE, **H200, T=1, budget_bytes=0)
    exact(nothing, "does_not_fit", hint=BOTH)


@check("prop", of="tile_bytes")
@given(tiles(), itemsizes())
def test_bytes_of_three(student, T, itemsize):
    """三块的字节数；边长加倍，字节数变四倍。

    The bytes of the three blocks; sides twice as long take four times as many.
    """
    want = tile_budget.tile_bytes(T, itemsize)
    exact(student.call("tile_bytes", T=T, itemsize=itemsize), want, hint=THREE)
    exact(student.call("tile_bytes", T=2 * T, itemsize=itemsize), 4 * want, hint=THREE)


@check("prop", of="largest_tile")
@given(budgets(), itemsizes())
def test_next_would_not_fit(student, budget_bytes, itemsize):
    """最大的 T 放得下，再大一号就放不下。

    The largest T fits and the next one does not.
    """
    got = student.call("largest_tile", budget_bytes=budget_bytes, itemsize=itemsize)
    T = integer(got)
    holds(T >= 0, zh="T 不小于 0", en="T is not below 0", got=T)
    need, more = 3 * T**2 * itemsize, 3 * (T + 1) ** 2 * itemsize
    holds(
        need <= budget_bytes < more,
        zh="T 的三块 ≤ 预算 < T + 1 的三块",
        en="three blocks of T <= budget < three blocks of T + 1",
        got=(need, budget_bytes, more),
        hint=EXACTLY,
    )


@check("prop", of="largest_tile")
@given(tiles(), itemsizes(), spare_bytes())
def test_borderline_budgets(student, T, itemsize, spare):
    """预算恰好是某个 T 的三块，或者多、少一个字节。

    Budgets that are exactly the three blocks of some T, or one byte more or less.
    """
    budget_bytes = tile_budget.tile_bytes(T, itemsize) + spare
    got = student.call("largest_tile", budget_bytes=budget_bytes, itemsize=itemsize)
    exact(got, tile_budget.largest_tile(budget_bytes, itemsize), hint=EXACTLY)


@check("prop", of="smallest_tile_for", weight=2)
@given(sizes_and_tiles(), itemsizes(), factors())
def test_smallest(student, size_and_tile, itemsize, factor):
    """平衡点等于某个 T 的强度，或是它的若干倍。

    Ridges that are the intensity of some T, or a multiple of it.
    """
    N, T = size_and_tile
    case = {"N": N, "itemsize": itemsize, "ridge": factor * tiled_intensity(N, T, itemsize)}
    want = tile_budget.smallest_tile_for(**case)
    exact(student.call("smallest_tile_for", **case), want, hint=STEPS)


@check("prop", of="smallest_tile_for")
@given(sizes_and_tiles(), itemsizes(), factors())
def test_narrower_elements(student, size_and_tile, itemsize, factor):
    """元素宽度减半、平衡点加倍，最小的 T 不变。

    Elements half as wide and a ridge twice as high leave the smallest T as it is.
    """
    N, T = size_and_tile
    ridge = factor * tiled_intensity(N, T, 2 * itemsize)
    want = tile_budget.smallest_tile_for(N, 2 * itemsize, ridge)
    got = student.call("smallest_tile_for", N=N, itemsize=itemsize, ridge=2 * ridge)
    exact(got, want, hint=("元素多宽也影响强度。", "The width of an element counts as well."))


@check("prop", of="smallest_tile_for")
@given(sizes_and_tiles(), itemsizes())
def test_same_number_of_blocks(student, size_and_tile, itemsize):
    """平衡点恰是某个 T 的强度：最小的 T 与它块数相同，再小一号块数就多了。

    At the intensity of some T, the smallest T has as many blocks, and the next smaller one more.
    """
    N, T = size_and_tile
    ridge = tiled_intensity(N, T, itemsize)
    smallest = integer(student.call("smallest_tile_for", N=N, itemsize=itemsize, ridge=ridge))
    holds(1 <= smallest <= T, zh="1 ≤ 最小的 T ≤ 这个 T", en="1 <= smallest <= T", got=smallest)
    exact(-(-N // smallest), -(-N // T), hint=STEPS)
    fewer = smallest == 1 or -(-N // (smallest - 1)) > -(-N // T)
    holds(fewer, zh="再小一号，块数更多", en="the next smaller T has more blocks", got=smallest)


@check("prop", of="tile_verdict")
@given(settings())
def test_verdict_of_two_numbers(student, setting):
    """判断与两个数一致：T 不超过最大的，就放得下；不小于最小的，就够得着。

    The verdict agrees with two numbers: T fits up to the largest, and reaches the ridge from the
    smallest on.
    """
    case = arguments_of(setting)
    N, T, itemsize = (case[name] for name in ("N", "T", "itemsize"))
    largest = tile_budget.largest_tile(case["budget_bytes"], itemsize)
    ridge = case["flop_per_s"] / case["bytes_per_s"]
    smallest = tile_budget.smallest_tile_for(N, itemsize, ridge)
    reaches = smallest is not None and smallest <= T
    if largest < T:
        want = "does_not_fit"
    else:
        want = "compute_side" if reaches else "bandwidth_side"
    exact(student.call("tile_verdict", **case), want, hint=BOTH)


@check("claim", of="tile_verdict")
@claims(settings().map(situation_of), answers=tile_budget.VERDICTS)
def test_claim(scenario):
    """任何一个 T，判断都要对：先看放不放得下，再看够不够得着。

    The verdict is right for every T: whether it fits, and whether it reaches the ridge.
    """
    return tile_budget.tile_verdict(**scenario.args)


@check("err", of="tile_bytes", valid={"T": 2, "itemsize": 4})
def test_bytes_refuse(student):
    """T 或元素宽度小于 1 要抛出 ValueError。

    T or an element width below 1 raises ValueError.
    """
    for T, itemsize in ((0, 4), (-2, 4), (2, 0), (2, -4)):
        with expects(ValueError):
            student.call("tile_bytes", T=T, itemsize=itemsize)


@check("err", of="largest_tile", valid={"budget_bytes": 100, "itemsize": 4})
def test_largest_refuses(student):
    """预算为负、元素宽度小于 1 要抛出 ValueError。

    A negative budget and an element width below 1 raise ValueError.
    """
    for budget_bytes, itemsize in ((-1, 4), (-100, 4), (100, 0), (100, -4)):
        with expects(ValueError):
            student.call("largest_tile", budget_bytes=budget_bytes, itemsize=itemsize)


@check("err", of="smallest_tile_for", valid={"N": 4, "itemsize": 4, "ridge": 0.5})
def test_smallest_refuses(student):
    """N 或元素宽度小于 1、平衡点不是大于 0 的有限数，要抛出 ValueError。

    N or an element width below 1, and a ridge that is not finite and above 0, raise ValueError.
    """
    for bad in ({"N": 0}, {"N": -4}, {"itemsize": 0}, *({"ridge": rate} for rate in BAD_RATES)):
        with expects(ValueError):
            student.call("smallest_tile_for", **{"N": 4, "itemsize": 4, "ridge": 0.5} | bad)


@check("err", of="tile_verdict", valid=VERDICT)
def test_verdict_refuses(student):
    """超出范围的尺寸、预算或速率要抛出 ValueError，放不下时也一样。

    Sizes, budgets and rates out of range raise ValueError, even where the blocks do not fit.
    """
    for bad in (
        {"N": 0},
        {"T": 0},
        {"itemsize": 0},
        {"budget_bytes": -1},
        *({"flop_per_s": rate} for rate in BAD_RATES),
        {"bytes_per_s": 0.0},
        {"bytes_per_s": math.inf},
        {"T": 100, "bytes_per_s": math.nan},
    ):
        with expects(ValueError):
            student.call("tile_verdict", **VERDICT | bad)
