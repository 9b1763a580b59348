"""Why a decode step is slow and a large batch is not: intensity of a layer over its rows M."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.figure import Figure

from reference.models import batch_rows
from reference.plots import style
from reference.roofs import Roof

LOOKS = ("-", "--", "-.", ":")

TEXTS: style.Texts = {
    "title": {
        "zh": "线性层 K = {K}、N = {N}，每个元素 {itemsize} 字节：强度随行数 M 的变化",
        "en": "linear layer, K = {K}, N = {N}, {itemsize} bytes each: intensity over the rows M",
    },
    "M": {"zh": "行数 M", "en": "rows M"},
    "intensity": {"zh": "强度（FLOP/字节）", "en": "FLOP per byte"},
    "layer": {"zh": "这一层", "en": "this layer"},
    "limit": {"zh": "上限 {:.4g}", "en": "limit {:.4g}"},
    "reached": {
        "zh": "{name}：脊点 {ridge:.4g}，M = {M}",
        "en": "{name}: ridge {ridge:.4g}, M = {M}",
    },
    "never": {
        "zh": "{name}：脊点 {ridge:.4g}，到不了",
        "en": "{name}: ridge {ridge:.4g}, never",
    },
}


def intensity(
    K: int, N: int, itemsize: int, roofs: Sequence[Roof], M_max: int, lang: str
) -> Figure:
    """Draw FLOP per byte for M = 1 ... M_max, and the first M that passes the ridge of each roof.

    Parameters
    ----------
    K, N, itemsize : int
        As in `batch_rows.linear_intensity`.
    roofs : sequence of Roof
        At most four are told apart.
    M_max : int
        >= 2.
    lang : str
        "zh" or "en".

    Raises
    ------
    ValueError
        An argument is out of range, or `lang` is unknown.
    """
    say = style.words(TEXTS, lang)
    if M_max < 2:
        raise ValueError(f"M_max must be at least 2, not {M_max}")
    rows = sorted({int(M) for M in np.geomspace(1, M_max, 200)})
    fig = style.figure(4.6)
    axes = fig.subplots()
    values = [batch_rows.linear_intensity(M, K, N, itemsize) for M in rows]
    axes.loglog(rows, values, color=style.BLACK, linewidth=2, label=say["layer"])
    limit = batch_rows.intensity_limit(K, N, itemsize)
    name = say["limit"].format(limit)
    axes.axhline(limit, color=style.GREY, linewidth=1, linestyle=LOOKS[-1], label=name)
    for i, roof in enumerate(roofs):
        colour = style.CYCLE[i % len(style.CYCLE)]
        ridge = roof.ridge
        M = batch_rows.min_rows(K, N, itemsize, ridge)
        text = say["never" if M is None else "reached"]
        name = text.format(name=roof.machine, ridge=ridge, M=M)
        axes.axhline(ridge, color=colour, linestyle=LOOKS[i % 3], linewidth=1.2, label=name)
        if M is not None:
            at = batch_rows.linear_intensity(M, K, N, itemsize)
            axes.plot([M], [at], "o", color=colour, ms=7)
    style.headline(fig, say["title"].format(K=K, N=N, itemsize=itemsize))
    style.label(axes, x=say["M"], y=say["intensity"])
    style.ticks(axes.xaxis, [2.0**i for i in range(0, M_max.bit_length(), 2)], style.whole)
    style.ticks(axes.yaxis, [10.0**i for i in range(-1, 5)], style.compact)
    axes.set_ylim(min(values) * 0.7, max([limit, *(roof.ridge for roof in roofs)]) * 2)
    axes.grid(color=style.LIGHT)
    style.legend(axes, "lower right")
    return fig
