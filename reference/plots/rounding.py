"""Where numbers go that a short format cannot hold, and where a running sum stops moving."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.figure import Figure

from reference.models import floats
from reference.models.floats_rounding import round_to, spacing
from reference.plots import style

STYLES = ("-", "--", "-.")

TEXTS: style.Texts = {
    "line": {
        "zh": "数轴：{fmt} 能表示的数，以及每个数舍入到哪里（就近，平局取偶）",
        "en": "number line: what {fmt} holds, and where each number goes (nearest, ties to even)",
    },
    "value": {"zh": "数值", "en": "value"},
    "held": {"zh": "可表示", "en": "representable"},
    "asked": {"zh": "待舍入", "en": "to be rounded"},
    "sums": {"zh": "把 {step:g} 累加 {count} 次", "en": "adding {step:g}, {count} times"},
    "added": {"zh": "已加的次数 k", "en": "additions k"},
    "sum": {"zh": "部分和", "en": "partial sum"},
    "stall": {"zh": "{fmt} 停在 {stop}", "en": "{fmt} stalls at {stop}"},
}


def number_line(values: Sequence[float], low: float, high: float, fmt: str, lang: str) -> Figure:
    """Draw the numbers of a format in a range, and an arrow from each value to its rounding.

    Parameters
    ----------
    values : sequence of float
        Within the range.
    low, high : float
        Range with 0 < low < high, narrow enough for at most 200 numbers of the format.
    fmt : str
        "fp16", "bf16" or "fp32".
    lang : str
        "zh" or "en".

    Raises
    ------
    ValueError
        The range is empty or too wide, `fmt` or `lang` is unknown.
    """
    say = style.words(TEXTS, lang)
    held = representable(low, high, fmt)
    fig = style.figure(2.4)
    axes = fig.subplots()
    axes.plot(held, [0.0] * len(held), "|", color=style.BLUE, ms=14, mew=2, label=say["held"])
    axes.axhline(0, color=style.BLACK, linewidth=1, zorder=0)
    axes.plot(values, [1.0] * len(values), "o", color=style.VERMILION, ms=6, label=say["asked"])
    for value in values:
        axes.annotate(
            "",
            (round_to(value, fmt), 0.16),
            (value, 0.93),
            arrowprops={"arrowstyle": "->", "color": style.VERMILION, "linewidth": 1.4},
        )
        axes.annotate(
            f"{value:.10g}",
            (value, 1),
            xytext=(0, 6),
            textcoords="offset points",
            ha="center",
            fontproperties=style.font(style.SMALL_PT),
        )
    axes.set_ylim(-0.35, 1.55)
    axes.set_xlim(low, high)
    axes.set_yticks([])
    if len(held) <= 20:
        axes.set_xticks(held, [f"{x:.10g}" for x in held])
    style.headline(fig, say["line"].format(fmt=fmt.upper()))
    style.label(axes, x=say["value"])
    axes.spines["left"].set_visible(False)
    style.legend(axes)
    return fig


def representable(low: float, high: float, fmt: str) -> list[float]:
    """Return the numbers of a format from `low` to `high`, ascending; errors as `number_line`."""
    if not 0 < low < high:
        raise ValueError(f"the range must have 0 < low < high, not {low} and {high}")
    x = round_to(low, fmt)
    held = [] if x < low else [x]
    while (x := x + spacing(x, fmt)) <= high:
        held.append(x)
        if len(held) > 200:
            raise ValueError("the range must hold at most 200 numbers of the format")
    return held


def partial_sums(count: int, step: int, formats: Sequence[str], lang: str) -> Figure:
    """Draw the running sum of equal steps in each format, and where it stalls within the range.

    Parameters
    ----------
    count : int
        Additions, >= 1.
    step : int
        1 ... 16.
    formats : sequence of str
        At most three of "fp16", "bf16", "fp32".
    lang : str
        "zh" or "en".

    Raises
    ------
    ValueError
        As `floats.stall_at`, or `lang` is unknown.
    """
    say = style.words(TEXTS, lang)
    fig = style.figure(4.0)
    axes = fig.subplots()
    for i, fmt in enumerate(formats):
        sums = list(floats.running_sums([float(step)] * count, fmt))
        colour = style.CYCLE[i % len(style.CYCLE)]
        axes.plot(
            range(1, count + 1), sums, STYLES[i % 3], color=colour, linewidth=2, label=fmt.upper()
        )
        stop = floats.stall_at(fmt, step)
        if stop <= step * count:
            axes.annotate(
                say["stall"].format(fmt=fmt.upper(), stop=stop),
                (count, stop),
                xytext=(-4, 4),
                textcoords="offset points",
                ha="right",
                color=colour,
                fontproperties=style.font(),
            )
    style.headline(fig, say["sums"].format(step=step, count=count))
    style.label(axes, x=say["added"], y=say["sum"])
    axes.set_xlim(0, count * 1.01)
    axes.set_ylim(0, None)
    axes.grid(color=style.LIGHT)
    style.legend(axes, "upper left")
    return fig
