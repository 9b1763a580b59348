"""How long the same bytes take on each part of their way, from a disk to the registers."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.figure import Figure

from reference.models import floats_bits
from reference.plots import style

TEXTS: style.Texts = {
    "title": {
        "zh": "{count:,} 个 {fmt} 值（{size}）走完每一段的时间",
        "en": "{count:,} {fmt} values ({size}): time on each part of the way",
    },
    "time": {"zh": "搬运时间（对数刻度）", "en": "time of the transfer (logarithmic)"},
}


def times(count: int, fmt: str, links: Sequence[tuple[str, float]], lang: str) -> Figure:
    """Draw the time that `count` values need on each link of a data path, in its order.

    Parameters
    ----------
    count : int
        Values, >= 1.
    fmt : str
        Their format, as in `floats_bits.nbytes`.
    links : sequence of (str, float)
        Name ("RAM → VRAM") and bytes_per_s > 0 of each link; at least one.
    lang : str
        "zh" or "en".

    Raises
    ------
    ValueError
        There is no value or no link, an argument is out of range, or `lang` is unknown.
    """
    say = style.words(TEXTS, lang)
    if count < 1 or not links:
        raise ValueError("count must be at least 1, and links at least one")
    seconds = [floats_bits.transfer_s(count, fmt, rate) for _, rate in links]
    rows = list(range(len(links)))
    fig = style.figure(1.4 + style.ROW_IN * len(links))
    axes = fig.subplots()
    axes.set_xscale("log")
    axes.barh(rows, seconds, height=0.7, color=style.BLUE)
    for row, time_s in zip(rows, seconds, strict=True):
        text = f" {style.seconds(time_s)}"
        axes.text(time_s, row, text, va="center", fontproperties=style.font())
    names = [f"{name}\n{rate / 1e9:,.4g} GB/s" for name, rate in links]
    axes.set_yticks(rows, names)
    axes.invert_yaxis()
    axes.set_xlim(min(seconds) / 3, max(seconds) * 8)
    size = style.binary(floats_bits.nbytes(count, fmt))
    style.headline(fig, say["title"].format(count=count, fmt=fmt, size=size))
    style.label(axes, x=say["time"])
    style.ticks(axes.xaxis, _decades(min(seconds) / 3, max(seconds) * 8), style.seconds)
    return fig


def _decades(low: float, high: float) -> list[float]:
    return [place for e in range(-12, 7) if low <= (place := float(f"1e{e}")) <= high]
