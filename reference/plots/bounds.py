"""Which of computing and moving sets the time of a task, before and after a change."""

from __future__ import annotations

from collections.abc import Mapping

from matplotlib.figure import Figure

from reference.models import bounds
from reference.plots import style

FACTORS = {
    "flop_per_s": "compute_factor",
    "bytes_per_s": "bandwidth_factor",
    "flop": "flop_factor",
    "n_bytes": "bytes_factor",
}
"""What a frame multiplies -> the argument of `bounds.after_change`."""

TEXTS: style.Texts = {
    "title": {
        "zh": "两个下界：{flop} FLOP，{n_bytes} 字节",
        "en": "two lower bounds: {flop} FLOP, {n_bytes} bytes",
    },
    "time": {"zh": "时间", "en": "time"},
    "compute": {"zh": "计算 C/R", "en": "computing C/R"},
    "memory": {"zh": "搬运 M/BW", "en": "moving M/BW"},
    "bound": {"zh": "至少 {}", "en": "at least {}"},
}


def frames(
    flop: float,
    n_bytes: float,
    flop_per_s: float,
    bytes_per_s: float,
    changes: Mapping[str, Mapping[str, float]],
    lang: str,
) -> Figure:
    """Draw both bounds of a task for each frame; the longer one is the bound of the whole.

    Parameters
    ----------
    flop, n_bytes, flop_per_s, bytes_per_s : float
        As in `bounds.two_bounds`.
    changes : mapping
        Name of each frame -> what it multiplies (a key of `FACTORS`) -> by how much, > 0.
    lang : str
        "zh" or "en".

    Raises
    ------
    ValueError
        An argument is out of range, a key is unknown, there is no frame, or `lang` is unknown.
    """
    say = style.words(TEXTS, lang)
    base = {"flop": flop, "n_bytes": n_bytes, "flop_per_s": flop_per_s, "bytes_per_s": bytes_per_s}
    unknown = sorted({key for change in changes.values() for key in change} - set(FACTORS))
    if unknown or not changes:
        raise ValueError(f"a frame multiplies one of {', '.join(FACTORS)}, not {unknown}")
    fig = style.figure(1.3 + 1.8 * style.ROW_IN * len(changes))
    axes = fig.subplots()
    longest = 0.0
    for row, change in enumerate(changes.values()):
        scaled = {key: value * change.get(key, 1) for key, value in base.items()}
        times = bounds.two_bounds(**scaled)
        whole = bounds.after_change(**base, **{FACTORS[key]: f for key, f in change.items()})
        longest = max(longest, whole)
        for key, shift, colour, hatch in (
            ("compute", -0.2, style.BLUE, ""),
            ("memory", 0.2, style.ORANGE, "//"),
        ):
            length = times["compute_s"] if key == "compute" else times["memory_s"]
            axes.barh(
                [row + shift],
                [length],
                height=0.36,
                color=colour,
                hatch=hatch,
                edgecolor="white",
                label=say[key] if row == 0 else None,
            )
        axes.plot([whole, whole], [row - 0.42, row + 0.42], color=style.BLACK, linewidth=1.5)
        text = "  " + say["bound"].format(style.seconds(whole))
        axes.text(whole, row, text, va="center", fontproperties=style.font(style.SMALL_PT))
    axes.set_yticks(range(len(changes)), list(changes))
    axes.invert_yaxis()
    axes.set_xlim(0, longest * 1.3 or 1)
    style.headline(
        fig, say["title"].format(flop=style.compact(flop), n_bytes=style.compact(n_bytes))
    )
    style.label(axes, x=say["time"])
    style.ticks(axes.xaxis, style.round_places(longest * 1.3), style.seconds)
    style.legend(axes)
    return fig
