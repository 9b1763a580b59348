"""How slowly the loss of a language model falls with its size, its data and its compute."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from reference.models import scaling
from reference.plots import style

RANGES = {"parameters": (1e5, 1e9), "data": (1e7, 1e11), "compute": (1e-6, 1e2)}
"""What is drawn, about what the fits were made from. They need not hold outside."""
POINTS = 9

TEXTS: style.Texts = {
    "title": {
        "zh": "尺度定律（Kaplan 等，2020）：L(x) = (x_c / x)^α，双对数坐标下是直线",
        "en": "scaling laws (Kaplan et al. 2020): L(x) = (x_c / x)^α, lines in log-log axes",
    },
    "loss": {"zh": "测试损失（nat/token）", "en": "test loss (nats per token)"},
    "parameters": {"zh": "参数量（不含嵌入）", "en": "parameters (no embeddings)"},
    "data": {"zh": "数据量（token）", "en": "data (tokens)"},
    "compute": {"zh": "计算量（PF-day）", "en": "compute (PF-days)"},
    "tenfold": {"zh": "α = {:g}\n×10 → 损失 ×{:.4f}", "en": "α = {:g}\n×10 → loss ×{:.4f}"},
}


def laws(lang: str) -> Figure:
    """Draw the three power laws of `scaling.KAPLAN_2020`, and what ten times more is worth.

    Raises
    ------
    ValueError
        `lang` is unknown.
    """
    say = style.words(TEXTS, lang)
    fig = style.figure(3.6, 10.0)
    panels = fig.subplots(1, len(scaling.KAPLAN_2020), sharey=True)
    for i, (axes, (name, law)) in enumerate(zip(panels, scaling.KAPLAN_2020.items(), strict=True)):
        xs = np.geomspace(*RANGES[name], POINTS)
        losses = [scaling.power_law_loss(x, law.x_c, law.alpha) for x in xs]
        axes.loglog(xs, losses, color=style.CYCLE[i], linewidth=2, marker="o", ms=4)
        tenfold = scaling.power_law_loss(10, 1, law.alpha)
        axes.text(
            0.96,
            0.96,
            say["tenfold"].format(law.alpha, tenfold),
            transform=axes.transAxes,
            ha="right",
            va="top",
            linespacing=style.LINES,
            fontproperties=style.font(),
        )
        style.label(axes, x=say[name], y=say["loss"] if i == 0 else "")
        style.ticks(axes.xaxis, xs[::2], style.compact)
        style.ticks(axes.yaxis, [2, 3, 4, 5, 6, 8], style.compact)
        axes.grid(color=style.LIGHT)
    style.headline(fig, say["title"])
    return fig
