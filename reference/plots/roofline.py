"""The roofline: what machines allow at each intensity, and how near measured kernels come."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import matplotlib as mpl
import numpy as np
from matplotlib import font_manager
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.text import Annotation
from matplotlib.transforms import Bbox, BboxBase

from reference.models.roofline import attainable_flop_per_s
from reference.plots import style
from reference.roofs import Comparison, Point, Roof, compare

STYLES = ("-", "--", "-.", ":")
MARKERS = "oDsP^v"
MARKER_PT, LINE_PT = 8.0, 3.0

Place = tuple[float, float, str]
"""Intensity and rate of a point, and the text that names it."""
Side = tuple[float, float, str, str]
"""Offset of a text from its point, in points of type, and its alignments."""
SIDES: tuple[Side, ...] = (
    (9, -4, "left", "top"),
    (-9, 4, "right", "bottom"),
    (0, -9, "center", "top"),
    (0, 9, "center", "bottom"),
    (9, 4, "left", "bottom"),
    (-9, -4, "right", "top"),
    (-6, 14, "left", "bottom"),
    (6, -14, "right", "top"),
    (9, -18, "left", "top"),
)
"""Tried in this order; under a roof there is room on the right, above it on the left."""
FEWEST_DECADES = 2.5
"""An axis spans at least so many: in a narrower one a roof is just a straight line."""

TEXTS: style.Texts = {
    "title": {"zh": "屋顶线：{}", "en": "roofline: {}"},
    "titles": {"zh": "屋顶线", "en": "rooflines"},
    "intensity": {"zh": "计算强度 I（{op}/字节）", "en": "intensity I ({op} per byte)"},
    "rate": {"zh": "速率（{op}/s）", "en": "rate ({op}/s)"},
    "roof": {"zh": "min(P, B·I)，", "en": "min(P, B·I), "},
    "sparse": {"zh": "（结构化稀疏）", "en": " (structured sparsity)"},
    "ridge": {"zh": "脊点 {}", "en": "ridge {}"},
    "bandwidth": {"zh": "← 带宽受限", "en": "← bandwidth limits"},
    "compute": {"zh": "计算受限 →", "en": "compute limits →"},
    "share": {"zh": "{}：屋顶的 {:.0%}", "en": "{}: {:.0%} of the roof"},
    "above": {"zh": "{}：屋顶的 {:.0%}，不可能", "en": "{}: {:.0%} of the roof, impossible"},
    "absurd": {"zh": "{}：屋顶的 {:.3g} 倍，不可能", "en": "{}: {:.3g} times the roof, impossible"},
    "bound": {"zh": "{}（未测，只画上界）", "en": "{} (bound, not measured)"},
}


def draw_roofline(roofs: Sequence[Roof], points: Sequence[Point], lang: str) -> Figure:
    """Draw roofs and, with a single one, points under it (or wrongly above it).

    A measured point is filled and a dotted line leads from it to the roof; one without a rate is
    hollow and lies on the roof.

    Parameters
    ----------
    roofs : sequence of Roof
        At least one, all counting FLOP or all counting integer operations.
    points : sequence of Point
        Compared with the first roof.
    lang : str
        "zh" or "en".

    Raises
    ------
    ValueError
        No roof, roofs that count different things, an intensity that is not above 0, or `lang`
        is unknown.
    """
    if not roofs or len({roof.op for roof in roofs}) != 1:
        raise ValueError("roofs must be at least one, and count the same kind of operation")
    say = style.words(TEXTS, lang)
    compared = [compare(roofs[0], point) for point in points]
    fig = style.figure(5.0)
    axes = fig.subplots()
    left, right = _intensities(roofs, points)
    bottom, top = _rates(roofs, compared, left, right)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlim(left, right)
    axes.set_ylim(bottom, top)
    _draw_roofs(axes, roofs, say)
    if len(roofs) == 1:
        _mark_ridge(axes, roofs[0], say)
    places = [_draw_point(axes, one, i, say) for i, one in enumerate(compared)]
    op = roofs[0].op
    style.label(axes, x=say["intensity"].format(op=op), y=say["rate"].format(op=op))
    style.ticks(axes.xaxis, _decades(left, right), style.compact)
    style.ticks(axes.yaxis, _decades(bottom, top), style.compact)
    axes.grid(color=style.LIGHT)
    axes.set_axisbelow(True)
    title = say["titles"] if len(roofs) > 1 else say["title"].format(_shown(roofs[0].machine, 0))
    fig.suptitle(
        title,
        fontproperties=style.font(style.TITLE_PT, bold=True),
        x=0.01,
        ha="left",
        parse_math=False,
    )
    _name_points(axes, roofs, places)
    return fig


def save(fig: Figure, path: Path) -> None:
    """Write a figure to an .svg or .png file; the same figure gives the same bytes."""
    with mpl.rc_context({"svg.hashsalt": "roofline"}):
        fig.savefig(path, metadata={"Date": None} if path.suffix.lower() == ".svg" else None)


def _draw_roofs(axes: Axes, roofs: Sequence[Roof], say: dict[str, str]) -> None:
    left, right = axes.get_xlim()
    for i, roof in enumerate(roofs):
        xs = sorted({left, right, min(max(roof.ridge, left), right)})
        ys = [attainable_flop_per_s(x, roof.flop_per_s, roof.bytes_per_s) for x in xs]
        axes.plot(
            xs,
            ys,
            color=style.BLACK if len(roofs) == 1 else style.CYCLE[i % len(style.CYCLE)],
            linestyle=STYLES[i % len(STYLES)],
            linewidth=2,
            label=_roof_name(roof, i, say, alone=len(roofs) == 1),
        )
    # Below the chart: inside it would cover the points of slow kernels.
    fig = axes.get_figure(root=True)
    assert fig is not None
    legend = fig.legend(
        prop=style.font(style.SMALL_PT), loc="outside lower left", frameon=False, borderaxespad=0
    )
    for text in legend.get_texts():
        text.set_parse_math(False)


def _roof_name(roof: Roof, i: int, say: dict[str, str], *, alone: bool) -> str:
    limits = f"P = {_rate(roof.flop_per_s)}{roof.op}/s, B = {_rate(roof.bytes_per_s)}B/s"
    name = say["roof"] if alone else f"{_shown(roof.machine, i)}, "
    sparse = say["sparse"] if roof.sparse else ""
    return f"{name}{roof.format.upper()}{sparse}: {limits}"


def _rate(value: float) -> str:
    """Return a value with room before the unit that follows: 67 T, 500, and a space."""
    text = style.compact(value)
    return f"{text[:-1]} {text[-1]}" if text[-1].isalpha() else f"{text} "


def _mark_ridge(axes: Axes, roof: Roof, say: dict[str, str]) -> None:
    """Divide the chart at the ridge; what is written about it stands above the roof."""
    axes.axvline(roof.ridge, color=style.GREY, linewidth=1, linestyle="--")
    whole_height = axes.get_xaxis_transform()
    small = style.font(style.SMALL_PT)
    unit = f"{style.compact(roof.ridge)} {roof.op}/B"
    for text, y, offset, ha in (
        (say["bandwidth"], 0.985, -6, "right"),
        (say["compute"], 0.985, 6, "left"),
        (say["ridge"].format(unit), 0.93, -6, "right"),
    ):
        axes.annotate(
            text,
            (roof.ridge, y),
            xycoords=whole_height,
            xytext=(offset, 0),
            textcoords="offset points",
            ha=ha,
            va="top",
            fontproperties=small,
            color="#595959",
        )


def _draw_point(axes: Axes, one: Comparison, i: int, say: dict[str, str]) -> Place:
    x, roof = one.point.intensity, one.attainable_flop_per_s
    measured = one.point.flop_per_s
    y = roof if measured is None else measured
    colour = style.VERMILION if one.above else style.BLUE
    if measured is not None:
        axes.plot([x, x], [y, roof], color=colour, linestyle=":", linewidth=1.2)
    axes.plot(
        [x],
        [y],
        marker="X" if one.above else MARKERS[i % len(MARKERS)],
        color=colour,
        markerfacecolor=colour if measured is not None else "white",
        markersize=MARKER_PT,
        linestyle="none",
        zorder=3,
    )
    return x, y, _point_text(one, i, say)


def _point_text(one: Comparison, i: int, say: dict[str, str]) -> str:
    name = _shown(one.point.name, i)
    if one.share is None:
        return say["bound"].format(name)
    if one.share >= 100:
        return say["absurd"].format(name, one.share)
    return say["above" if one.above else "share"].format(name, one.share)


def _name_points(axes: Axes, roofs: Sequence[Roof], places: Sequence[Place]) -> None:
    """Write each text at the place beside its point that hides least of everything else."""
    fig = axes.get_figure(root=True)
    assert fig is not None
    fig.draw_without_rendering()  # lays the figure out: from here on positions are final
    taken = [_box(axes, x, y, MARKER_PT) for x, y, _ in places] + _line_boxes(axes, roofs)
    for i, (x, y, text) in enumerate(places):
        tried = [_annotate(axes, (x, y), text, side) for side in SIDES]
        boxes = [one.get_window_extent() for one in tried]
        others = [box for j, box in enumerate(taken) if j != i]
        costs = [_hidden(box, others, axes.bbox) for box in boxes]
        best = costs.index(min(costs))
        for j, one in enumerate(tried):
            if j != best:
                one.remove()
        taken.append(boxes[best])


def _annotate(axes: Axes, at: tuple[float, float], text: str, side: Side) -> Annotation:
    dx, dy, ha, va = side
    return axes.annotate(
        text,
        at,
        xytext=(dx, dy),
        textcoords="offset points",
        ha=ha,
        va=va,
        fontproperties=style.font(style.SMALL_PT),
        parse_math=False,
        zorder=4,
    )


def _hidden(box: BboxBase, others: Sequence[BboxBase], inside: BboxBase) -> float:
    """Return how many pixels of other things a text covers, or would have outside the chart."""
    covered = sum(_area(Bbox.intersection(box, other)) for other in others)
    return covered + 10 * (_area(box) - _area(Bbox.intersection(box, inside)))


def _area(box: BboxBase | None) -> float:
    return 0.0 if box is None else float(box.width * box.height)


def _box(axes: Axes, x: float, y: float, size_pt: float) -> Bbox:
    """Return a square about a place of the chart, in pixels."""
    half = size_pt * style.DPI / 72 / 2
    across, up = axes.transData.transform((x, y))
    return Bbox.from_extents(across - half, up - half, across + half, up + half)


def _line_boxes(axes: Axes, roofs: Sequence[Roof]) -> list[Bbox]:
    """Return boxes along every roof and along the line at the ridge of a single one."""
    places = [
        (x, attainable_flop_per_s(x, roof.flop_per_s, roof.bytes_per_s))
        for roof in roofs
        for x in np.geomspace(*axes.get_xlim(), 200)
    ]
    if len(roofs) == 1:
        places += [(roofs[0].ridge, y) for y in np.geomspace(*axes.get_ylim(), 100)]
    return [_box(axes, x, y, LINE_PT) for x, y in places]


def _shown(name: str, i: int) -> str:
    """Return a name, or its number where the fonts have no glyph for one of its characters."""
    fonts = [font_manager.get_font(font_manager.findfont(family)) for family in style.families()]
    if all(any(font.get_char_index(ord(char)) for font in fonts) for char in name):
        return name
    return f"#{i + 1}"


def _intensities(roofs: Sequence[Roof], points: Sequence[Point]) -> tuple[float, float]:
    """Return the ends of the axis: every ridge and every point well inside, whole decades apart."""
    xs = [roof.ridge for roof in roofs] + [point.intensity for point in points]
    return _ends(min(xs) / 3, max(xs) * 8)


def _rates(
    roofs: Sequence[Roof], compared: Sequence[Comparison], left: float, right: float
) -> tuple[float, float]:
    ys = [
        attainable_flop_per_s(x, roof.flop_per_s, roof.bytes_per_s)
        for roof in roofs
        for x in (left, right)
    ]
    ys += [one.point.flop_per_s for one in compared if one.point.flop_per_s is not None]
    low, high = _ends(min(ys) / 1.5, max(ys) * 5)
    return low, high


def _ends(low: float, high: float) -> tuple[float, float]:
    """Widen an interval evenly, in decades, until it spans enough of them."""
    lacking = FEWEST_DECADES - float(np.log10(high / low))
    widen = 10 ** (max(lacking, 0) / 2)
    return low / widen, high * widen


def _decades(low: float, high: float) -> list[float]:
    first, last = int(np.ceil(np.log10(low))), int(np.floor(np.log10(high)))
    step = max(1, (last - first) // 10)
    return [10.0**i for i in range(first, last + 1, step)]
