"""The hidden checks of x11: other numbers, the model, identities, and two claims."""

import math

from hypothesis import strategies as st

from assignments.b4_cost_of_parallelism.x11_speedup_scaling.inputs import (
    CONDITIONS,
    conventions,
    factors,
    gaps,
    pairs,
    processors,
    records,
    sides,
    sizes,
    times,
    works,
)
from grader import check, claims, close, exact, expects, given, holds, real, scenario
from reference.models import speedup as models

NAN, INF = math.nan, math.inf
NOT_POSITIVE = (0.0, -1.0, NAN, INF)
PAIR = {"t1_s": 0.1, "tp_s": 0.05}
SIZE = {"M": 2, "N": 4, "K": 3, "convention": "fma2"}
RATE = {"flop": 6e6, "seconds": 3e-3}
SCALED = {"side": 1024, "resource_factor": 8}
OLD_ON_TOP = (
    "加速比是一个处理器的时间除以 p 个处理器的时间；变慢了就小于 1。",
    "A speedup is the time on one processor over the time on p; below 1 it is a slowdown.",
)
EACH_PROCESSOR = (
    "效率是加速比再除以处理器数，返回比值。",
    "Efficiency is the speedup over the number of processors, as a ratio.",
)
COUNT = (
    "fma2 每次乘加计 2；exact 每个输出少一次加法，K = 0 时没有运算；结果是精确的整数。",
    "fma2: 2 per multiply-add; exact: one sum less per output, none for K = 0; exact integers.",
)
WORK_OVER_TIME = (
    "速率是工作量除以秒数，单位是 FLOP/s。",
    "A rate is work over seconds, in FLOP/s.",
)
CUBE = (
    "边长变成 x 倍，工作量变成几倍？它应当与处理器数的倍数相等。不取整。",
    "A side x times as long makes how much more work? It has to match the processors. No rounding.",
)
BOTH_STATE_IT = (
    "七个条件两边都写明、都相等，才能比；别的键不看。",
    "Both have to state all seven conditions and agree; no other key is looked at.",
)


def stated_pair(pair):
    """Return two complete records as a situation, with the rule that it tests."""
    a, b = pair
    different = sum(a[name] != b[name] for name in CONDITIONS)
    if different:
        one = "一个条件不同 / one condition differs"
        return scenario(one if different == 1 else "几个条件不同 / several differ", a=a, b=b)
    same = a == b
    rule = "完全一样 / all the same" if same else "只有实现或备注不同 / only other keys differ"
    return scenario(rule, a=a, b=b)


def partial_pair(pair, gap):
    """Return two records that agree but may lack keys as a situation, with the rule it tests."""
    name, sides, unnamed = gap
    records = dict(zip("ab", (dict(record) for record in pair), strict=True))
    for side in sides:
        del records[side][name]
    for side in unnamed:
        del records[side]["implementation"]
    if len(sides) == 2:
        rule = "两条都缺同一个条件 / both lack the same condition"
    elif sides:
        rule = "一条缺一个条件 / one lacks a condition"
    else:
        rule = "七个条件都不缺 / no condition is missing"
    return scenario(rule, **records)


@check("ex", of="speedup")
def test_other_speedups(student):
    """不用并行也一样快是 1；变慢了小于 1。

    As fast as before is 1; slower is below 1.
    """
    close(student.call("speedup", t1_s=3.0, tp_s=3.0), 1.0, hint=OLD_ON_TOP)
    close(student.call("speedup", t1_s=2, tp_s=5), 0.4, hint=OLD_ON_TOP)


@check("ex", of="efficiency")
def test_other_efficiencies(student):
    """一个处理器，效率等于加速比；也可以超过 1。

    With one processor the efficiency is the speedup; it may exceed 1.
    """
    close(student.call("efficiency", **PAIR, processors=1), 2.0, hint=EACH_PROCESSOR)
    close(student.call("efficiency", **PAIR, processors=4), 0.5, hint=EACH_PROCESSOR)


@check("ex", of="gemm_flop")
def test_side_1024(student):
    """1024×1024 的方阵：两种数法；K = 0 和别的尺寸是 0 时。

    Square matrices of 1024 in both counts; and where K or another size is 0.
    """
    large = {"M": 1024, "N": 1024, "K": 1024}
    exact(student.call("gemm_flop", **large, convention="fma2"), 2_147_483_648, hint=COUNT)
    exact(student.call("gemm_flop", **large, convention="exact"), 2_146_435_072, hint=COUNT)
    for convention in ("fma2", "exact"):
        for empty in ({"K": 0}, {"M": 0}, {"N": 0}):
            got = student.call("gemm_flop", **SIZE | empty | {"convention": convention})
            exact(got, 0, hint=COUNT)
    exact(student.call("gemm_flop", M=3, N=5, K=1, convention="exact"), 15, hint=COUNT)


@check("ex", of="gemm_flop")
def test_more_than_a_float_holds(student):
    """尺寸接近 10⁶：工作量超过 2⁵³，仍要精确。

    Sizes close to 10⁶: the work exceeds 2⁵³ and still has to be exact.
    """
    large = {"M": 999_983, "N": 999_979, "K": 999_961}
    exact(
        student.call("gemm_flop", **large, convention="fma2"), 1_999_846_003_677_972_154, hint=COUNT
    )
    exact(
        student.call("gemm_flop", **large, convention="exact"),
        1_999_845_003_715_971_797,
        hint=COUNT,
    )


@check("ex", of="flop_rate")
def test_one_tera(student):
    """1 毫秒做完 1e9 次运算是 1e12 FLOP/s；没有运算是 0。

    1e9 operations in 1 ms are 1e12 FLOP/s; no work is a rate of 0.
    """
    close(student.call("flop_rate", flop=1e9, seconds=1e-3), 1e12, hint=WORK_OVER_TIME)
    close(student.call("flop_rate", flop=0, seconds=2.0), 0.0, hint=WORK_OVER_TIME)


@check("ex", of="weak_scaling_side")
def test_eight_times(student):
    """边长 1024：处理器增至 8 倍、减到 1/8、增至 2 倍。

    A side of 1024 with 8 times, an eighth of, and twice the processors.
    """
    for factor, want in ((8, 2048.0), (0.125, 512.0), (2, 1024 * 2 ** (1 / 3))):
        got = student.call("weak_scaling_side", side=1024, resource_factor=factor)
        close(got, want, hint=CUBE)


@check("ex", of="comparable")
def test_order_and_extra_keys(student):
    """键的先后无所谓；没有列出的键不看；空的记录什么都没写明，不能比。

    The order of keys doesn't matter, keys that are not listed aren't looked at, and empty records
    state nothing and can't be compared.
    """
    run = {name: values[0] for name, values in CONDITIONS.items()}
    turned = dict(reversed(run.items())) | {"temperature": 31, "implementation": "ikj"}
    exact(student.call("comparable", a=run, b=turned), True, hint=BOTH_STATE_IT)
    exact(student.call("comparable", a={}, b={}), False, hint=BOTH_STATE_IT)


@check("prop", of="speedup")
@given(times(), times())
def test_speedup_model(student, t1_s, tp_s):
    """随机的时间：加速比与模型一致；两个时间对调，变成倒数。

    Times drawn at random: the speedup of the model; exchanged times give its inverse.
    """
    want = models.speedup(t1_s, tp_s)
    close(student.call("speedup", t1_s=t1_s, tp_s=tp_s), want, hint=OLD_ON_TOP)
    close(student.call("speedup", t1_s=tp_s, tp_s=t1_s), 1 / want, hint=OLD_ON_TOP)


@check("prop", of="efficiency")
@given(times(), times(), processors())
def test_efficiency_times_processors(student, t1_s, tp_s, processors):
    """效率乘处理器数是加速比。

    Efficiency times processors is the speedup.
    """
    got = student.call("efficiency", t1_s=t1_s, tp_s=tp_s, processors=processors)
    close(got, models.efficiency(t1_s, tp_s, processors), hint=EACH_PROCESSOR)
    close(real(got) * processors, models.speedup(t1_s, tp_s), hint=EACH_PROCESSOR)


@check("prop", of="gemm_flop", weight=2)
@given(sizes(), conventions())
def test_flop_model(student, size, convention):
    """随机的尺寸和数法：工作量与模型相等。

    Sizes and counts drawn at random: the work equals that of the model.
    """
    want = models.gemm_flop(**size, convention=convention)
    exact(student.call("gemm_flop", **size, convention=convention), want, hint=COUNT)


@check("prop", of="gemm_flop")
@given(sizes())
def test_flop_identities(student, size):
    """尺寸都加倍，fma2 变 8 倍；K ≥ 1 时两种数法差 M·N，K = 0 时都是 0。

    All sizes doubled: 8 times fma2; for K ≥ 1 the two counts differ by M·N, for K = 0 both give 0.
    """
    twice = {name: 2 * value for name, value in size.items()}
    want = models.gemm_flop(**size, convention="fma2")
    exact(student.call("gemm_flop", **twice, convention="fma2"), 8 * want, hint=COUNT)
    deeper = size | {"K": size["K"] + 1}
    less = models.gemm_flop(**deeper, convention="fma2") - size["M"] * size["N"]
    exact(student.call("gemm_flop", **deeper, convention="exact"), less, hint=COUNT)
    exact(student.call("gemm_flop", **size | {"K": 0}, convention="exact"), 0, hint=COUNT)


@check("prop", of="flop_rate")
@given(works(), times())
def test_rate_model(student, flop, seconds):
    """随机的工作量和时间：速率与模型一致，乘回时间就是工作量。

    Work and time drawn at random: the rate of the model, and times the seconds it is the work.
    """
    got = student.call("flop_rate", flop=flop, seconds=seconds)
    close(got, models.flop_rate(flop, seconds), hint=WORK_OVER_TIME)
    close(real(got) * seconds, flop, hint=WORK_OVER_TIME)


@check("prop", of="weak_scaling_side", weight=2)
@given(sides(), factors())
def test_side_model(student, side, factor):
    """随机的边长和倍数：新边长与模型一致，每个处理器的工作量不变。

    Sides and factors drawn at random: the side of the model, as much work per processor as before.
    """
    got = student.call("weak_scaling_side", side=side, resource_factor=factor)
    close(got, models.weak_scaling_side(side, factor), hint=CUBE)
    # A cube has three times the relative error of its side.
    close(real(got) ** 3 / factor, side**3, rel=4e-9, hint=CUBE)


@check("prop", of="weak_scaling_side")
@given(sides(), factors(), factors())
def test_in_two_steps(student, side, first, second):
    """分两步扩大，与一步扩大到两个倍数之积相同。

    Growing in two steps is the same as growing once by the product of the factors.
    """
    middle = models.weak_scaling_side(side, first)
    got = student.call("weak_scaling_side", side=middle, resource_factor=second)
    close(got, models.weak_scaling_side(side, first * second), hint=CUBE)


@check("prop", of="comparable")
@given(records(), records(), records())
def test_equivalence(student, a, b, c):
    """交换两条记录，结果不变；a 与 b 能比、b 与 c 能比，a 与 c 就能比。

    Exchanged records give the same answer; if a is comparable with b and b with c, then a with c.
    """
    asked = ((a, b), (b, a), (b, c), (a, c))
    ab, ba, bc, ac = (student.call("comparable", a=x, b=y) for x, y in asked)
    exact(ba, ab, hint=BOTH_STATE_IT)
    holds(
        bool(ac) or not (bool(ab) and bool(bc)),
        zh="a 与 b、b 与 c 都能比，a 与 c 却不能",
        en="a is comparable with b and b with c, but a is not comparable with c",
        got=(ab, bc, ac),
        hint=BOTH_STATE_IT,
    )
    for (x, y), got in zip(asked, (ab, ba, bc, ac), strict=True):
        exact(got, models.comparable(x, y), hint=BOTH_STATE_IT)


@check("prop", of="comparable")
@given(pairs(), examples=20)
def test_each_condition_counts(student, pair):
    """两条能比的记录，七个条件里改任何一个，就不能比了。

    Two comparable records: change any of the seven conditions and they no longer compare.
    """
    a, b = pair
    exact(student.call("comparable", a=a, b=b), True, hint=BOTH_STATE_IT)
    for name, (one, other) in CONDITIONS.items():
        changed = b | {name: other if b[name] == one else one}
        exact(student.call("comparable", a=a, b=changed), False, hint=BOTH_STATE_IT)


@check("claim", of="comparable")
@claims((pairs() | pairs(2)).map(stated_pair), answers=(True, False))
def test_claim_all_stated(scenario):
    """七个条件都写明：都相等才能比，实现和备注可以不同。

    All seven conditions stated: comparable if all agree; implementation and notes may differ.
    """
    return models.comparable(**scenario.args)


@check("claim", of="comparable")
@claims(st.builds(partial_pair, pairs(), gaps()), answers=(True, False))
def test_claim_some_missing(scenario):
    """写明的都相等，有的键缺了：缺的是条件就不能比，是别的就能比。

    What is stated agrees and keys are missing: not comparable if a condition is missing, else yes.
    """
    return models.comparable(**scenario.args)


@check("err", of="speedup", valid=PAIR)
def test_speedup_refuses(student):
    """speedup：时间不是大于 0 的有限数，要抛出 ValueError。

    speedup: times that are not finite and above 0 raise ValueError.
    """
    for bad in (*({"t1_s": t} for t in NOT_POSITIVE), *({"tp_s": t} for t in NOT_POSITIVE)):
        with expects(ValueError):
            student.call("speedup", **PAIR | bad)


@check("err", of="efficiency", valid=PAIR | {"processors": 10})
def test_efficiency_refuses(student):
    """efficiency：时间不是大于 0 的有限数、处理器少于 1 个，要抛出 ValueError。

    efficiency: times that are not finite and above 0, and fewer than 1 processor, raise ValueError.
    """
    for bad in (
        *({"t1_s": t} for t in NOT_POSITIVE),
        *({"tp_s": t} for t in NOT_POSITIVE),
        {"processors": 0},
        {"processors": -10},
    ):
        with expects(ValueError):
            student.call("efficiency", **PAIR | {"processors": 10} | bad)


@check("err", of="gemm_flop", valid=SIZE)
def test_flop_refuses(student):
    """gemm_flop：尺寸小于 0、数法没有听说过，要抛出 ValueError，尺寸是 0 时也一样。

    gemm_flop: sizes below 0 and an unknown way to count raise ValueError, also where a size is 0.
    """
    for bad in (
        {"M": -1},
        {"N": -1},
        {"K": -1},
        {"M": -2, "N": -4},
        {"K": -1, "convention": "exact"},
        {"convention": "fma"},
        {"convention": "EXACT"},
        {"convention": ""},
        {"K": 0, "convention": "fma1"},
    ):
        with expects(ValueError):
            student.call("gemm_flop", **SIZE | bad)


@check("err", of="flop_rate", valid=RATE)
def test_rate_refuses(student):
    """flop_rate：工作量小于 0、时间不大于 0，或者不是有限数，要抛出 ValueError。

    flop_rate: work below 0, seconds not above 0, and what is not finite raise ValueError.
    """
    for bad in (
        {"flop": -1.0},
        {"flop": NAN},
        {"flop": INF},
        *({"seconds": t} for t in NOT_POSITIVE),
    ):
        with expects(ValueError):
            student.call("flop_rate", **RATE | bad)


@check("err", of="weak_scaling_side", valid=SCALED)
def test_side_refuses(student):
    """weak_scaling_side：边长或倍数不是大于 0 的有限数，要抛出 ValueError。

    weak_scaling_side: a side or factor that is not finite and above 0 raises ValueError.
    """
    for bad in (
        *({"side": x} for x in NOT_POSITIVE),
        *({"resource_factor": x} for x in NOT_POSITIVE),
    ):
        with expects(ValueError):
            student.call("weak_scaling_side", **SCALED | bad)
