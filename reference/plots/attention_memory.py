"""What attention has to store: the whole table of scores, or a tile of it and two statistics."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.figure import Figure

from reference.models import attention
from reference.plots import style

TEXTS: style.Texts = {
    "title": {
        "zh": "注意力的中间结果：{heads} 个头，每个元素 {itemsize} 字节",
        "en": "what attention stores in between: {heads} heads, {itemsize} bytes each",
    },
    "T": {"zh": "序列长度 T", "en": "positions T"},
    "bytes": {"zh": "字节（对数刻度）", "en": "bytes (logarithmic)"},
    "table": {"zh": "整张 T×T 分数表", "en": "whole T×T table of scores"},
    "tile": {
        "zh": "{rows}×{columns} 的块，加每行的最大值与和",
        "en": "a {rows}×{columns} tile, with maximum and sum of each row",
    },
}


def tables(
    heads: int, lengths: Sequence[int], tile: tuple[int, int], itemsize: int, lang: str
) -> Figure:
    """Draw the bytes of scores kept at once, of the table and of the tiled pass, over T.

    Parameters
    ----------
    heads : int
        Heads of one sequence, >= 1.
    lengths : sequence of int
        T >= 1 each, ascending; at least two.
    tile : (int, int)
        Rows and columns of a tile, >= 1 each; cut to T where T is smaller.
    itemsize : int
        Bytes of a score, >= 1.
    lang : str
        "zh" or "en".

    Raises
    ------
    ValueError
        An argument is out of range, or `lang` is unknown.
    """
    say = style.words(TEXTS, lang)
    style.demand_ascending("lengths", lengths)
    rows, columns = tile
    whole = [attention.score_bytes(1, heads, T, itemsize) for T in lengths]
    tiled = [
        attention.tile_bytes(1, heads, min(rows, T), min(columns, T), itemsize)
        + attention.statistics_bytes(1, heads, T, itemsize)
        for T in lengths
    ]
    fig = style.figure(4.4)
    axes = fig.subplots()
    axes.set_xscale("log", base=2)
    axes.set_yscale("log", base=2)
    axes.plot(lengths, whole, "o-", color=style.VERMILION, label=say["table"])
    name = say["tile"].format(rows=rows, columns=columns)
    axes.plot(lengths, tiled, "s--", color=style.BLUE, label=name)
    for T, above, below in zip(lengths, whole, tiled, strict=True):
        for value, offset in ((above, 7), (below, -15)):
            axes.annotate(
                style.binary(value),
                (T, value),
                xytext=(0, offset),
                textcoords="offset points",
                ha="center",
                fontproperties=style.font(style.SMALL_PT),
            )
    style.headline(fig, say["title"].format(heads=heads, itemsize=itemsize))
    style.label(axes, x=say["T"], y=say["bytes"])
    style.ticks(axes.xaxis, lengths, style.whole)
    style.ticks(axes.yaxis, [2.0**i for i in range(10, 50, 4)], style.binary)
    axes.set_xlim(lengths[0] / 1.5, lengths[-1] * 1.5)
    axes.set_ylim(min(tiled) / 4, max(whole) * 4)
    axes.grid(color=style.LIGHT)
    style.legend(axes, "upper left")
    return fig
