"""A table of measured times as bars: the median of each version, every run, the ratio to one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median

from matplotlib.figure import Figure

from reference.models import measurement
from reference.plots import style

TEXTS: style.Texts = {
    "title": {
        "zh": "实测时间：条为中位数，○ 为每次测量，× 为与 {} 之比",
        "en": "measured times: bars are medians, ○ single runs, × the ratio to {}",
    },
    "time": {"zh": "时间", "en": "time"},
}


def versions(runs: Mapping[str, Sequence[float]], baseline: str, lang: str) -> Figure:
    """Draw the times of several versions of one thing.

    Parameters
    ----------
    runs : mapping
        Version -> its times in seconds, > 0, at least one each.
    baseline : str
        A key of `runs`.
    lang : str
        "zh" or "en".

    Raises
    ------
    ValueError
        As `measurement.median_ratio`, or `lang` is unknown.
    """
    say = style.words(TEXTS, lang)
    ratios = measurement.median_ratio(runs, baseline)
    fig = style.figure(1.4 + style.ROW_IN * len(runs))
    axes = fig.subplots()
    longest = max(max(times) for times in runs.values())
    for row, (name, times) in enumerate(runs.items()):
        colour = style.GREY if name == baseline else style.BLUE
        axes.barh([row], [median(times)], height=0.7, color=colour)
        axes.plot(times, [row] * len(times), "o", mfc="white", color=style.BLACK, ms=4)
        text = f"{style.seconds(median(times))}  ×{ratios[name]:.3g}"
        place = (max(times) + longest * 0.02, row)
        axes.text(*place, text, va="center", fontproperties=style.font(style.SMALL_PT))
    axes.set_yticks(range(len(runs)), list(runs))
    axes.invert_yaxis()
    axes.set_xlim(0, longest * 1.3)
    style.headline(fig, say["title"].format(baseline))
    style.label(axes, x=say["time"])
    style.ticks(axes.xaxis, style.round_places(longest * 1.3), style.seconds)
    return fig
