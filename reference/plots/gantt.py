"""Bars on a common axis of time: the drawing that all timelines share.

A timeline decides which bars there are; their places come from a model. Each bar is one rectangle
whose left edge and width are the numbers of the model, so that a test can read them back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from matplotlib.axes import Axes

from reference.plots import style

NARROW = 0.012
"""A bar shorter than this part of the axis, for each character, shows no text."""


@dataclass(frozen=True, slots=True)
class Bar:
    """Something that takes a while."""

    row: int
    """From 0, at the top."""
    start: float | Fraction
    end: float | Fraction
    kind: str
    """A key of the looks that `draw` is given."""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Look:
    """How bars of one kind look, and what the legend calls them."""

    name: str
    colour: str
    hatch: str = ""


def draw(
    axes: Axes,
    rows: Sequence[str],
    bars: Iterable[Bar],
    looks: Mapping[str, Look],
    *,
    end: float | Fraction,
) -> None:
    """Draw bars of a timeline on an axis from 0 to `end`, and name its rows.

    Bars without length are left out. A kind that occurs is labelled once, for the legend.
    """
    named: set[str] = set()
    for bar in bars:
        length = float(bar.end - bar.start)
        if length <= 0:
            continue
        look = looks[bar.kind]
        axes.barh(
            bar.row,
            length,
            left=float(bar.start),
            height=0.72,
            color=look.colour,
            hatch=look.hatch,
            edgecolor="white" if not look.hatch else style.GREY,
            linewidth=0.8,
            label=look.name if bar.kind not in named else "_" + look.name,
        )
        named.add(bar.kind)
        if bar.text and length >= NARROW * len(bar.text) * float(end):
            axes.text(
                float(bar.start) + length / 2,
                bar.row,
                bar.text,
                ha="center",
                va="center",
                color=style.text_on(look.colour),
                fontproperties=style.font(style.SMALL_PT),
            )
    axes.set_yticks(range(len(rows)), rows)
    axes.set_ylim(len(rows) - 0.45, -0.55)
    axes.set_xlim(0, float(end) * 1.02 or 1)
    axes.grid(axis="x", color=style.LIGHT, linewidth=0.8)
    axes.set_axisbelow(True)


def mark_end(axes: Axes, at: float | Fraction, text: str) -> None:
    """Draw a dashed line across a timeline, with a text above it."""
    axes.axvline(float(at), color=style.VERMILION, linestyle="--", linewidth=1.2)
    axes.annotate(
        text,
        (float(at), 1.0),
        xycoords=("data", "axes fraction"),
        xytext=(-2, 2),
        textcoords="offset points",
        ha="right",
        va="bottom",
        color=style.VERMILION,
        fontproperties=style.font(style.SMALL_PT),
    )
