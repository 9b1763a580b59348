"""What the size of a tile does to the traffic of a matrix product, and which sizes are allowed."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from reference.models import roofline, tile_budget
from reference.models import tiles as tiling
from reference.plots import style

TEXTS: style.Texts = {
    "traffic": {
        "zh": "C = AB，{N}×{N}，每个元素 {itemsize} 字节：数据搬运量随块边长 T 的变化",
        "en": "C = AB, {N}×{N}, {itemsize} bytes each: traffic over the side T of a tile",
    },
    "T": {"zh": "块边长 T", "en": "side of a tile T"},
    "bytes": {"zh": "搬运量（字节）", "en": "traffic (bytes)"},
    "intensity_above": {"zh": "柱顶数字：计算强度（FLOP/字节）", "en": "on top: FLOP per byte"},
    "A": {"zh": "读 A", "en": "read A"},
    "B": {"zh": "读 B", "en": "read B"},
    "C": {"zh": "写 C", "en": "write C"},
    "budget": {
        "zh": "块要装得下，也要够大（{N}×{N}）",
        "en": "a tile has to fit, and to be large enough ({N}×{N})",
    },
    "three": {"zh": "三个块的大小", "en": "size of three tiles"},
    "capacity": {"zh": "容量 {}", "en": "capacity {}"},
    "intensity": {"zh": "强度（FLOP/字节）", "en": "FLOP per byte"},
    "ridge": {"zh": "脊点 {:.4g}", "en": "ridge {:.4g}"},
    "largest": {"zh": "装得下的最大 T = {}", "en": "largest that fits: T = {}"},
    "smallest": {"zh": "够大的最小 T = {}", "en": "smallest that is enough: T = {}"},
    "does_not_fit": {"zh": "装不下", "en": "does not fit"},
    "bandwidth_side": {"zh": "带宽侧", "en": "bandwidth side"},
    "compute_side": {"zh": "计算侧", "en": "compute side"},
}
VERDICT_LOOKS = {
    "does_not_fit": (style.VERMILION, "X"),
    "bandwidth_side": (style.ORANGE, "v"),
    "compute_side": (style.GREEN, "o"),
}


def traffic(N: int, sides: Sequence[int], itemsize: int, lang: str) -> Figure:
    """Draw the bytes of A, B and C that an N x N product moves, for each side of a tile.

    Arguments and errors as `tiles.tiled_traffic_bytes`, and `lang` as everywhere.
    """
    say = style.words(TEXTS, lang)
    parts = [tiling.tiled_traffic_elems(N, N, N, T, T) for T in sides]
    fig = style.figure(4.4)
    axes = fig.subplots()
    places = list(range(len(sides)))
    below = [0] * len(sides)
    looks = (
        ("a", "A", style.BLUE, ""),
        ("b", "B", style.ORANGE, "//"),
        ("c", "C", style.GREEN, ""),
    )
    for key, name, colour, hatch in looks:
        heights = [part[key] * itemsize for part in parts]
        axes.bar(
            places,
            heights,
            bottom=below,
            color=colour,
            hatch=hatch,
            edgecolor="white",
            width=0.7,
            label=say[name],
        )
        below = [low + height for low, height in zip(below, heights, strict=True)]
    for x, T in zip(places, sides, strict=True):
        top = tiling.tiled_traffic_bytes(N, N, N, T, T, itemsize)
        axes.annotate(
            f"{tiling.tiled_intensity(N, T, itemsize):.4g}",
            (x, top),
            xytext=(0, 3),
            textcoords="offset points",
            ha="center",
            fontproperties=style.font(style.SMALL_PT),
        )
    axes.set_xticks(places, [str(T) for T in sides])
    axes.yaxis.set_major_formatter(lambda value, _: style.compact(value))
    axes.margins(y=0.1)
    style.headline(fig, say["traffic"].format(N=N, itemsize=itemsize))
    style.label(axes, title=say["intensity_above"], x=say["T"], y=say["bytes"])
    style.legend(axes, "upper right")
    return fig


def budget(
    N: int,
    sides: Sequence[int],
    itemsize: int,
    budget_bytes: int,
    flop_per_s: float,
    bytes_per_s: float,
    lang: str,
) -> Figure:
    """Draw the space and the intensity of tiles with the limits of both, and the verdict of each.

    Arguments and errors as `tile_budget.tile_verdict`, and `lang` as everywhere.
    """
    say = style.words(TEXTS, lang)
    ridge = roofline.ridge_flop_per_byte(flop_per_s, bytes_per_s)
    fig = style.figure(5.4)
    space, intensity = fig.subplots(2, sharex=True)
    sizes = [tile_budget.tile_bytes(T, itemsize) for T in sides]
    reached = [tiling.tiled_intensity(N, T, itemsize) for T in sides]
    verdicts = [
        tile_budget.tile_verdict(N, T, itemsize, budget_bytes, flop_per_s, bytes_per_s)
        for T in sides
    ]
    for axes, heights in ((space, sizes), (intensity, reached)):
        axes.set_xscale("log", base=2)
        axes.set_yscale("log", base=2)
        axes.plot(sides, heights, color=style.GREY, zorder=1)
        _mark_verdicts(axes, sides, heights, verdicts, say)
        axes.grid(color=style.LIGHT)
    _limit(space, budget_bytes, say["capacity"].format(style.binary(budget_bytes)))
    _limit(intensity, ridge, say["ridge"].format(ridge))
    largest = tile_budget.largest_tile(budget_bytes, itemsize)
    smallest = tile_budget.smallest_tile_for(N, itemsize, ridge)
    style.headline(fig, say["budget"].format(N=N))
    style.label(space, title=say["largest"].format(largest), y=say["three"])
    enough = say["smallest"].format("–" if smallest is None else smallest)
    style.label(intensity, title=enough, x=say["T"], y=say["intensity"])
    style.ticks(space.yaxis, sizes[::2], style.binary)
    style.ticks(intensity.yaxis, [2.0**i for i in range(-2, 12, 2)], style.compact)
    style.ticks(intensity.xaxis, sides, style.compact)
    intensity.set_ylim(min(reached) / 2, max(*reached, ridge) * 2)
    style.legend(space)
    return fig


def _mark_verdicts(
    axes: Axes,
    sides: Sequence[int],
    heights: Sequence[float],
    verdicts: Sequence[str],
    say: dict[str, str],
) -> None:
    for verdict, (colour, marker) in VERDICT_LOOKS.items():
        chosen = [i for i, found in enumerate(verdicts) if found == verdict]
        axes.plot(
            [sides[i] for i in chosen],
            [heights[i] for i in chosen],
            marker,
            color=colour,
            ms=8,
            label=say[verdict],
        )


def _limit(axes: Axes, at: float, text: str) -> None:
    axes.axhline(at, color=style.BLACK, linestyle="--", linewidth=1.2)
    axes.annotate(
        text,
        (0.0, at),
        xycoords=("axes fraction", "data"),
        xytext=(5, 3),
        textcoords="offset points",
        va="bottom",
        fontproperties=style.font(style.SMALL_PT),
    )
