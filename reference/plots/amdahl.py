"""What the part that stays slow leaves of a speedup, and what a budget of optimisations buys."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from reference.models import amdahl, budget
from reference.plots import style

MARKERS = "os^Dv"

TEXTS: style.Texts = {
    "curve": {
        "zh": "Amdahl 定律：S(p) = 1 / (s + (1 − s)/p)",
        "en": "Amdahl's law: S(p) = 1 / (s + (1 − s)/p)",
    },
    "p": {"zh": "并行部分的加速倍数 p", "en": "factor p of the accelerated part"},
    "speedup": {"zh": "整体加速比 S", "en": "speedup S of the whole"},
    "limit": {"zh": "上限 {:.4g}", "en": "limit {:.4g}"},
    "all": {"zh": "s = 0（理想）", "en": "s = 0 (ideal)"},
    "overhead_curve": {
        "zh": "T(p) = s·T₁ + (1 − s)·T₁/p + H(p)，T₁ = {t1:g} ms，s = {s:g}",
        "en": "T(p) = s·T₁ + (1 − s)·T₁/p + H(p), T₁ = {t1:g} ms, s = {s:g}",
    },
    "H": {"zh": "每翻倍一次多 {:g} ms", "en": "{:g} ms more with each doubling"},
    "total_ms": {"zh": "总时间（ms），○ 为最短", "en": "time (ms); ○ the shortest"},
    "budget": {
        "zh": "优化预算：每个方案的时间构成",
        "en": "optimisation budget: time of each plan",
    },
    "time_ms": {"zh": "时间（ms）", "en": "time (ms)"},
    "baseline": {"zh": "不优化", "en": "nothing"},
    "best": {"zh": "最优（至多 {} 项）：", "en": "best (at most {}):"},
    "overhead": {"zh": "额外开销", "en": "overhead"},
}


def curve(fractions: Sequence[float], p_max: int, lang: str) -> Figure:
    """Draw the speedup over p = 1, 2, 4 … p_max for each fraction s that is not accelerated.

    Parameters
    ----------
    fractions : sequence of float
        0 <= s <= 1 each, at most five.
    p_max : int
        >= 2.
    lang : str
        "zh" or "en".

    Raises
    ------
    ValueError
        As `amdahl.amdahl_speedup`, or `lang` is unknown.
    """
    say = style.words(TEXTS, lang)
    factors = [2**i for i in range(p_max.bit_length()) if 2**i <= p_max]
    fig = style.figure(4.6)
    axes = fig.subplots()
    axes.set_xscale("log", base=2)
    axes.set_yscale("log", base=2)
    for i, s in enumerate(fractions):
        colour = style.CYCLE[i % len(style.CYCLE)]
        speedups = [amdahl.amdahl_speedup(s, p) for p in factors]
        name = f"s = {s:g}" if s else say["all"]
        axes.plot(factors, speedups, color=colour, marker=MARKERS[i % 5], ms=4.5, label=name)
        limit = amdahl.amdahl_speedup(s, math.inf)
        if math.isfinite(limit):
            axes.axhline(limit, color=colour, linestyle="--", linewidth=1)
            _name_line(axes, factors[0], limit, say["limit"].format(limit), colour)
    style.headline(fig, say["curve"])
    style.label(axes, x=say["p"], y=say["speedup"])
    for axis in (axes.xaxis, axes.yaxis):
        style.ticks(axis, factors, style.compact)
    axes.set_xlim(factors[0], factors[-1] * 1.1)
    axes.set_ylim(0.9, factors[-1] * 1.2)
    axes.grid(color=style.LIGHT)
    style.legend(axes)
    return fig


def with_overhead(
    t1_ms: float, s: float, per_doubling_ms: Sequence[float], p_max: int, lang: str
) -> Figure:
    """Draw the time over p = 1, 2, 4 … p_max where each doubling of p costs a fixed time more.

    Parameters
    ----------
    t1_ms, s : float
        As in `amdahl.amdahl_ms`.
    per_doubling_ms : sequence of float
        H(p) = log2(p) times this, each >= 0; one curve each.
    p_max : int
        >= 2.
    lang : str
        "zh" or "en".

    Raises
    ------
    ValueError
        As `amdahl.amdahl_ms`, or `lang` is unknown.
    """
    say = style.words(TEXTS, lang)
    factors = [2**i for i in range(p_max.bit_length()) if 2**i <= p_max]
    fig = style.figure(4.2)
    axes = fig.subplots()
    axes.set_xscale("log", base=2)
    for i, step in enumerate(per_doubling_ms):
        colour, name = style.CYCLE[i % len(style.CYCLE)], say["H"].format(step)
        times = [amdahl.amdahl_ms(t1_ms, s, p, step * n) for n, p in enumerate(factors)]
        axes.plot(factors, times, color=colour, marker=MARKERS[i % 5], ms=4.5, label=name)
        least = min(times)
        best = factors[times.index(least)]
        axes.plot([best], [least], "o", ms=11, mfc="none", color=colour)
    style.headline(fig, say["overhead_curve"].format(t1=t1_ms, s=s))
    style.label(axes, x=say["p"], y=say["total_ms"])
    style.ticks(axes.xaxis, factors, style.compact)
    axes.set_ylim(bottom=0)
    axes.grid(color=style.LIGHT)
    style.legend(axes)
    return fig


def plans(
    stage_ms: Mapping[str, float], options: Sequence[budget.Option], max_options: int, lang: str
) -> Figure:
    """Draw the time of doing nothing, of every single option and of the best plan, by stage.

    Arguments and errors as `budget.best_plan`, and `lang` as everywhere.
    """
    say = style.words(TEXTS, lang)
    best = budget.best_plan(stage_ms, options, max_options)
    chosen = [[], *([option] for option in options), [o for o in options if o["name"] in best]]
    names = [say["baseline"], *(option["name"] for option in options)]
    names.append(say["best"].format(max_options) + "\n" + " + ".join(sorted(best) or ["–"]))
    colours = dict(zip([*stage_ms, ""], style.CYCLE * 3, strict=False))
    colours[""] = style.GREY
    fig = style.figure(1.5 + style.ROW_IN * 1.15 * len(names))
    axes = fig.subplots()
    for row, plan in enumerate(chosen):
        left = 0.0
        for stage, length in _parts(stage_ms, plan).items():
            axes.barh(
                row,
                length,
                left=left,
                height=0.7,
                color=colours[stage],
                edgecolor="white",
                hatch="" if stage else "////",
                label=(stage or say["overhead"]) if row == len(chosen) - 1 else "_",
            )
            left += length
        total = budget.plan_total_ms(stage_ms, plan)
        axes.text(total, row, f" {total:.4g}", va="center", fontproperties=style.font())
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    axes.set_xlim(0, axes.dataLim.xmax * 1.1)
    style.headline(fig, say["budget"])
    style.label(axes, x=say["time_ms"])
    style.legend(axes)
    return fig


def _parts(stage_ms: Mapping[str, float], plan: Sequence[budget.Option]) -> dict[str, float]:
    """Return the time of each stage with a plan, and under "" the overheads."""
    parts = {}
    for stage, time in stage_ms.items():
        # Without their overheads, and alone, so that each total is the stage's own time.
        on_stage = [budget.Option(**{**o, "overhead_ms": 0}) for o in plan if o["stage"] == stage]
        parts[stage] = budget.plan_total_ms({stage: time}, on_stage)
    return parts | {"": math.fsum(option["overhead_ms"] for option in plan)}


def _name_line(axes: Axes, x: float, y: float, text: str, colour: str) -> None:
    axes.annotate(
        text,
        (x, y),
        xytext=(4, 3),
        textcoords="offset points",
        color=colour,
        fontproperties=style.font(style.SMALL_PT),
    )
