"""Hidden checks of x12: other numbers, the model, ties, what more freedom may change, refusals."""

from __future__ import annotations

import math
from typing import Any

from assignments.b4_cost_of_parallelism.x12_amdahl_budget.inputs import (
    decimal_targets,
    decisions,
    plans,
    targets,
    tied_decisions,
    tight_and_loose_targets,
)
from grader import Student, check, close, exact, expects, given, holds, real
from reference.models import amdahl, budget

LECTURE = {"t1_ms": 100.0, "s": 0.2}
INFERENCE = {"prep": 10.0, "gemm": 80.0, "post": 10.0}
GEMM8 = {"name": "gemm8", "stage": "gemm", "factor": 8.0, "overhead_ms": 0.0}
GEMM16 = {"name": "gemm16", "stage": "gemm", "factor": 16.0, "overhead_ms": 5.0}
PREP2 = {"name": "prep2", "stage": "prep", "factor": 2.0, "overhead_ms": 1.0}
MENU = [GEMM8, GEMM16, PREP2]
NAN, INF = math.nan, math.inf
WHAT_REMAINS = (
    "目标减去 s·T₁ 和开销，才是其余部分能用的时间；不大于 0 就是 None，本来就够就是 1.0。",
    "Target less s·T₁ less overhead is left for the rest: None if nothing is, 1.0 if enough.",
)
ALL_STAGES = (
    "每个阶段都要算，有选项的除以倍数；每个选项的开销加一次，也不除以倍数。",
    "Every stage counts, divided by its factor if any; each overhead is added once, undivided.",
)
COMPARE_PLANS = (
    "比较的是整个方案的总时间：每个阶段最多一个选项，数目不超过 max_options，空方案也算一个。",
    "Compare totals of whole plans: one option per stage, at most max_options, or no option.",
)
TIES = (
    "总时间一样时先比选项的个数，再比排好序的名字列表；与选项给出的先后无关。",
    "Equal totals: fewer options, then the sorted list of names, however options are given.",
)
BAD_STAGES = ({"gemm": -80.0}, {"prep": NAN}, {"post": INF})
BAD_OPTIONS = (
    {"stage": "save"},
    {"factor": 0.0},
    {"factor": -8.0},
    {"factor": NAN},
    {"overhead_ms": -1.0},
    {"overhead_ms": NAN},
    {"overhead_ms": INF},
)


@check("ex", of="required_factor")
def test_other_targets(student: Student) -> None:
    """目标 25、20、10、30（带 5 ms 开销）、100、102、104（带 5 ms 开销）ms，以及 s = 1 和 s = 0；
    只比界限多一点点的目标。

    Targets of 25, 20, 10, 30 (with 5 ms of overhead), 100, 102 and 104 (with 5 ms) ms; s = 1 and 0;
    a target just above the limit.
    """
    for case, want in (
        ({**LECTURE, "target_ms": 25.0}, 16.0),
        ({**LECTURE, "target_ms": 20.0}, None),
        ({**LECTURE, "target_ms": 10.0}, None),
        ({**LECTURE, "target_ms": 30.0, "overhead_ms": 5.0}, 16.0),
        ({**LECTURE, "target_ms": 25.0, "overhead_ms": 5.0}, None),
        ({**LECTURE, "target_ms": 100.0}, 1.0),
        ({**LECTURE, "target_ms": 102.0}, 1.0),
        ({**LECTURE, "target_ms": 104.0, "overhead_ms": 5.0}, 80 / 79),
        ({"t1_ms": 100.0, "s": 1.0, "target_ms": 99.0}, None),
        ({"t1_ms": 100.0, "s": 1.0, "target_ms": 100.0}, 1.0),
        ({"t1_ms": 100.0, "s": 0.0, "target_ms": 1.0}, 100.0),
        # 0.3 * 9 is 2.6999999999999997, 0.1 + 0.2 is 0.30000000000000004: "equal" must not depend
        # on rounding.
        ({"t1_ms": 9.0, "s": 0.3, "target_ms": 2.7}, None),
        ({"t1_ms": 0.1, "s": 1.0, "target_ms": 0.3, "overhead_ms": 0.2}, 1.0),
    ):
        close(student.call("required_factor", **case), want, hint=WHAT_REMAINS)


@check("ex", of="plan_total_ms")
def test_total_examples(student: Student) -> None:
    """没有选项；16 倍加 5 ms；瞬间完成；变慢；作用在 0 ms 的阶段上。

    No option; 16 times for 5 ms; taking no time; a slowdown; an option on a stage of 0 ms.
    """
    instant = {**GEMM8, "factor": INF, "overhead_ms": 2.0}
    slower = {**PREP2, "factor": 0.5}
    for stage_ms, chosen, want in (
        (INFERENCE, [], 100.0),
        (INFERENCE, [GEMM16], 30.0),
        (INFERENCE, [PREP2, GEMM16], 26.0),
        (INFERENCE, [instant], 22.0),
        (INFERENCE, [slower], 111.0),
        ({"prep": 0.0, "gemm": 8.0}, [PREP2], 9.0),
    ):
        got = student.call("plan_total_ms", stage_ms=stage_ms, chosen=chosen)
        close(got, want, hint=ALL_STAGES)


@check("ex", of="best_plan")
def test_ties_of_the_lecture(student: Student) -> None:
    """8 倍与 16 倍加 5 ms 打平：允许两项、一项、零项时各选什么；没有用的选项不选。

    8 times ties with 16 times for 5 ms: what to take if two, one or no option is allowed; a useless
    option is not taken.
    """
    useless = {"name": "a", "stage": "post", "factor": 1.0, "overhead_ms": 0.0}
    for options, max_options, want in (
        (MENU, 2, {"gemm16", "prep2"}),
        (MENU, 1, {"gemm16"}),
        (MENU, 0, set()),
        ([*MENU, useless], 4, {"gemm16", "prep2"}),
        ([useless], 1, set()),
        ([], 3, set()),
        ([{**GEMM8, "overhead_ms": 70.0}, {**GEMM16, "overhead_ms": 75.0}], 2, set()),
    ):
        got = student.call(
            "best_plan", stage_ms=INFERENCE, options=options, max_options=max_options
        )
        exact(got, frozenset(want), hint=TIES)


@check("ex", of="best_plan")
def test_tie_of_decimals(student: Student) -> None:
    """两个方案都是 0.8 ms，只差浮点舍入：按名字选；少 5e-10 ms 不算快，少 2e-9 ms 算。

    Two plans of 0.8 ms each, apart from floating-point rounding: the names decide. 5e-10 ms less is
    not faster, 2e-9 ms less is.
    """
    options = [
        {"name": "b", "stage": "gemm", "factor": 1.5, "overhead_ms": 0.0},
        {"name": "a", "stage": "prep", "factor": 3.0, "overhead_ms": 0.3},
    ]
    stage_ms = {"prep": 0.6, "gemm": 0.3}
    got = student.call("best_plan", stage_ms=stage_ms, options=options, max_options=1)
    exact(got, frozenset({"a"}), hint=TIES)
    instant = {**GEMM8, "factor": INF}
    for gemm_ms, want in ((2**-31, set()), (2**-29, {"gemm8"})):
        stage_ms = {"prep": 8.0, "gemm": gemm_ms}
        got = student.call("best_plan", stage_ms=stage_ms, options=[instant], max_options=1)
        exact(got, frozenset(want), hint=TIES)


# 200 examples: targets at, below and above both ends times fractions, with and without overhead.
@check("prop", of="required_factor", weight=2)
@given(targets(), examples=200)
def test_required_model(student: Student, case: dict[str, Any]) -> None:
    """所需倍数与模型一致：够不着的、不用加速的、恰在界限上的都有。

    The required factor is that of the model: out of reach, nothing needed, and on the limits, too.
    """
    want = budget.required_factor(**case)
    close(student.call("required_factor", **case), want, hint=WHAT_REMAINS)


@check("prop", of="required_factor")
@given(decimal_targets())
def test_reaches_the_target(student: Student, case: dict[str, Any]) -> None:
    """目标够得着时，把得到的倍数代回去，总时间正好是目标。

    Where a target is within reach, the factor put back in gives exactly the target.
    """
    factor = real(student.call("required_factor", **case))
    holds(
        bool(factor >= 1),
        zh="倍数不应小于 1",
        en="the factor should not be below 1",
        got=factor,
        hint=WHAT_REMAINS,
    )
    reached = amdahl.amdahl_ms(case["t1_ms"], case["s"], factor, case["overhead_ms"])
    close(reached, case["target_ms"], hint=WHAT_REMAINS)


@check("prop", of="required_factor")
@given(tight_and_loose_targets())
def test_tighter_targets(student: Student, cases: list[dict[str, Any]]) -> None:
    """目标放宽一些，所需倍数不会变大。

    A looser target never needs a larger factor.
    """
    tight, loose = [real(student.call("required_factor", **case)) for case in cases]
    holds(
        bool(loose <= tight * (1 + 1e-9)),
        zh="目标放宽，倍数不应变大",
        en="with a looser target the factor should not grow",
        got=(tight, loose),
        hint=WHAT_REMAINS,
    )


@check("prop", of="plan_total_ms", weight=2)
@given(plans())
def test_total_model(student: Student, case: dict[str, Any]) -> None:
    """方案的总时间与模型一致。

    The total of a plan is that of the model.
    """
    close(student.call("plan_total_ms", **case), budget.plan_total_ms(**case), hint=ALL_STAGES)


@check("prop", of="plan_total_ms")
@given(plans())
def test_order_of_options(student: Student, case: dict[str, Any]) -> None:
    """调换选项和阶段的顺序，总时间不变。

    Options and stages in another order give the same total.
    """
    turned = {
        "stage_ms": dict(reversed(case["stage_ms"].items())),
        "chosen": case["chosen"][::-1],
    }
    close(student.call("plan_total_ms", **turned), budget.plan_total_ms(**case), hint=ALL_STAGES)


@check("prop", of="plan_total_ms")
@given(plans().filter(lambda case: case["chosen"]))
def test_what_an_option_changes(student: Student, case: dict[str, Any]) -> None:
    """多采用一个选项，总时间的变化只看它那个阶段和它的开销。

    One more option changes the total by what it does to its stage and by its overhead alone.
    """
    *others, last = case["chosen"]
    without = real(student.call("plan_total_ms", stage_ms=case["stage_ms"], chosen=others))
    before = case["stage_ms"][last["stage"]]
    change = before / last["factor"] - before + last["overhead_ms"]
    close(student.call("plan_total_ms", **case), without + change, hint=ALL_STAGES)


# 300 examples: a menu has up to six options on up to four stages, and only some of them tie.
@check("prop", of="best_plan", weight=2)
@given(decisions(), examples=300)
def test_best_model(student: Student, case: dict[str, Any]) -> None:
    """最好的方案与逐组试出来的一致。

    The best plan is the one that trying all of them finds.
    """
    exact(student.call("best_plan", **case), budget.best_plan(**case), hint=COMPARE_PLANS)


@check("prop", of="best_plan", weight=2)
@given(tied_decisions(), examples=200)
def test_ties(student: Student, case: dict[str, Any]) -> None:
    """许多方案一样短时，选项少的优先，再看名字。

    Where many plans are equally short, fewer options win, then the names.
    """
    exact(student.call("best_plan", **case), budget.best_plan(**case), hint=TIES)


@check("prop", of="best_plan")
@given(decisions())
def test_one_more_allowed(student: Student, case: dict[str, Any]) -> None:
    """多允许一个选项，最短的总时间不会变长；方案守着两条限制。

    With one more option allowed the shortest total never grows; both limits of a plan are kept.
    """
    more = case["max_options"] + 1
    few = chosen_of(student.call("best_plan", **case), case, case["max_options"])
    many = chosen_of(student.call("best_plan", **{**case, "max_options": more}), case, more)
    totals = [budget.plan_total_ms(case["stage_ms"], plan) for plan in (few, many)]
    holds(
        totals[1] <= totals[0],
        zh="多允许一个选项，总时间不应变长",
        en="with one more option allowed the total should not grow",
        got=totals,
        hint=COMPARE_PLANS,
    )
    names = budget.best_plan(**{**case, "max_options": more})
    shortest = [option for option in case["options"] if option["name"] in names]
    close(totals[1], budget.plan_total_ms(case["stage_ms"], shortest), hint=COMPARE_PLANS)


@check("prop", of="best_plan")
@given(decisions().filter(lambda case: 0 < len(case["options"]) < budget.MAX_OPTIONS))
def test_dominated_option(student: Student, case: dict[str, Any]) -> None:
    """加进一个同阶段、同倍数、开销更大的选项，最好的方案不变。

    Another option for the same stage with the same factor and more overhead changes nothing.
    """
    first = case["options"][0]
    worse = {**first, "name": "Dominated", "overhead_ms": first["overhead_ms"] + 0.5}
    got = student.call("best_plan", **{**case, "options": [worse, *case["options"]]})
    exact(got, budget.best_plan(**case), hint=COMPARE_PLANS)


def chosen_of(got: Any, case: dict[str, Any], at_most: int) -> list[Any]:
    """Return the options that an answer names, once it names a plan that is allowed."""
    named = isinstance(got, set | frozenset) and got <= {o["name"] for o in case["options"]}
    holds(
        named,
        zh="返回的是选项名字的集合",
        en="the answer is a set of names of options",
        got=got,
    )
    plan = [option for option in case["options"] if option["name"] in got]
    holds(
        len({option["stage"] for option in plan}) == len(plan) <= at_most,
        zh="每个阶段最多一个选项，总数不超过 max_options",
        en="at most one option for each stage, and at most max_options",
        got=got,
    )
    return plan


@check("err", of="required_factor", valid={**LECTURE, "target_ms": 40.0})
def test_required_refuses(student: Student) -> None:
    """required_factor 拒绝超出范围的参数、NaN 和无穷大。

    required_factor refuses arguments out of range, NaN and infinities.
    """
    for bad in (
        *({"t1_ms": t} for t in (0.0, -100.0, NAN, INF)),
        *({"s": s} for s in (-0.25, 1.25, NAN)),
        *({"target_ms": t} for t in (0.0, -40.0, NAN, INF)),
        *({"overhead_ms": h} for h in (-1.0, NAN, INF)),
    ):
        with expects(ValueError):
            student.call("required_factor", **{**LECTURE, "target_ms": 40.0, **bad})


@check("err", of="plan_total_ms", valid={"stage_ms": INFERENCE, "chosen": [GEMM16, PREP2]})
def test_total_refuses(student: Student) -> None:
    """plan_total_ms 拒绝坏的时间、坏的选项、重复的名字和重复的阶段。

    plan_total_ms refuses bad times, bad options, a name twice and a stage twice.
    """
    for bad in BAD_STAGES:
        with expects(ValueError):
            student.call("plan_total_ms", stage_ms={**INFERENCE, **bad}, chosen=[GEMM8])
    for chosen in (
        *([PREP2, {**GEMM16, **bad}] for bad in BAD_OPTIONS),
        [GEMM8, GEMM16],
        [GEMM8, PREP2, GEMM16],
        [GEMM8, {**PREP2, "name": "gemm8"}],
    ):
        with expects(ValueError):
            student.call("plan_total_ms", stage_ms=INFERENCE, chosen=chosen)


@check("err", of="best_plan", valid={"stage_ms": INFERENCE, "options": MENU, "max_options": 2})
def test_best_refuses(student: Student) -> None:
    """best_plan 拒绝坏的时间、坏的选项（没有用上的也看）、重复的名字、七个选项和负的 max_options。

    best_plan refuses bad times, bad options (unused ones, too), a name twice, seven options and a
    negative max_options.
    """
    for bad in BAD_STAGES:
        with expects(ValueError):
            student.call("best_plan", stage_ms={**INFERENCE, **bad}, options=MENU, max_options=2)
    seven = [{**PREP2, "name": f"prep{i}"} for i in range(7)]
    for options, max_options in (
        *(([GEMM8, {**GEMM16, **bad}], 2) for bad in BAD_OPTIONS),
        ([GEMM8, {**GEMM16, "stage": "save"}], 0),
        ([GEMM8, {**PREP2, "name": "gemm8"}], 2),
        ([GEMM8, {**GEMM16, "name": "gemm8"}], 1),
        (seven, 2),
        (MENU, -1),
    ):
        with expects(ValueError):
            student.call("best_plan", stage_ms=INFERENCE, options=options, max_options=max_options)
