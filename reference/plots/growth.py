"""Twice the positions is four times the pairs, and less than four times the system."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from reference.models import growth
from reference.plots import style

LOOKS = ("o-", "s--", "^-.", "D:")

TEXTS: style.Texts = {
    "title": {
        "zh": "T 从 {T} 起变长：成对的个数与整个系统的时间",
        "en": "T grows from {T}: number of pairs, and time of a whole system",
    },
    "T": {"zh": "序列长度 T", "en": "positions T"},
    "ratio": {"zh": "与 T = {} 之比", "en": "relative to T = {}"},
    "pairs": {"zh": "注意力的 (q, k) 对", "en": "(q, k) pairs of attention"},
    "causal": {"zh": "因果掩码下的对", "en": "pairs under a causal mask"},
    "system": {
        "zh": "系统：T² / T / 常数 占 {}",
        "en": "system: T² / T / constant at {}",
    },
}


def curves(
    lengths: Sequence[int], systems: Sequence[tuple[float, float, float]], lang: str
) -> Figure:
    """Draw the growth of the pairs and of the time of each system, relative to the first T.

    Parameters
    ----------
    lengths : sequence of int
        T >= 1, ascending; at least two.
    systems : sequence of (float, float, float)
        Shares at the first T that grow with T², with T, and not at all, >= 0, not all 0.
    lang : str
        "zh" or "en".

    Raises
    ------
    ValueError
        An argument is out of range, or `lang` is unknown.
    """
    say = style.words(TEXTS, lang)
    style.demand_ascending("lengths", lengths)
    first = lengths[0]
    lines: Mapping[str, list[float]] = {
        say["pairs"]: [float(growth.pair_growth(first, T)) for T in lengths],
        say["causal"]: [float(growth.pair_growth(first, T, causal=True)) for T in lengths],
    } | {
        say["system"].format(" / ".join(f"{share:g}" for share in shares)): [
            growth.end_to_end_ratio(first, T, *shares) for T in lengths
        ]
        for shares in systems
    }
    fig = style.figure(4.4)
    axes = fig.subplots()
    axes.set_xscale("log", base=2)
    axes.set_yscale("log", base=2)
    for i, (name, values) in enumerate(lines.items()):
        colour = style.CYCLE[i % len(style.CYCLE)]
        axes.plot(lengths, values, LOOKS[i % len(LOOKS)], color=colour, ms=5, label=name)
    style.headline(fig, say["title"].format(T=first))
    style.label(axes, x=say["T"], y=say["ratio"].format(first))
    style.ticks(axes.xaxis, lengths, style.whole)
    style.ticks(axes.yaxis, [2.0**i for i in range(0, 40, 2)], style.compact)
    axes.set_ylim(0.8, max(max(values) for values in lines.values()) * 1.5)
    axes.grid(color=style.LIGHT)
    style.legend(axes, "upper left")
    return fig
