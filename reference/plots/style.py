"""How every plot looks: colours that all eyes can tell apart, labels in two languages, sizes.

Colours are those of Okabe and Ito, and no plot says something by colour alone. Chinese labels need
a font with Chinese glyphs; where none is installed a plot falls back to its English labels, since
boxes in place of characters tell nobody anything. No global state of matplotlib is read or changed:
figures are made without pyplot, and each text is given its font.

Source: M. Okabe and K. Ito, "Color universal design" (2002).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Literal

from matplotlib import font_manager
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.ticker import MaxNLocator
from matplotlib.typing import ColorType

BLACK, ORANGE, SKY, GREEN = "#000000", "#E69F00", "#56B4E9", "#009E73"
YELLOW, BLUE, VERMILION, PURPLE = "#F0E442", "#0072B2", "#D55E00", "#CC79A7"
GREY, LIGHT = "#8C8C8C", "#E6E6E6"
CYCLE = (BLUE, ORANGE, GREEN, PURPLE, SKY, VERMILION, YELLOW)
"""For the first, second … of several things alike."""
DARK = frozenset({BLACK, BLUE, GREEN, VERMILION})
"""Fills on which text is white."""

LANGUAGES = ("zh", "en")
CJK_FONTS = (
    "Noto Sans CJK SC",
    "Noto Sans SC",
    "Source Han Sans SC",
    "Source Han Sans CN",
    "WenQuanYi Micro Hei",
    "WenQuanYi Zen Hei",
    "PingFang SC",
    "Hiragino Sans GB",
    "Microsoft YaHei",
    "SimHei",
    "Noto Sans CJK JP",
)
"""In order of preference; the last holds the same characters in the forms used in Japan."""
LATIN_FONT = "DejaVu Sans"
"""Comes with matplotlib, so it is always there, and has the mathematical signs others lack."""

WIDTH_IN, ROW_IN = 8.0, 0.42
"""Width of a figure, and height of one row of a chart of bars, in inches."""
PAD_IN = 0.1
"""Room around each chart."""
DPI = 120
TEXT_PT, SMALL_PT, TITLE_PT = 10.0, 8.5, 11.5
LINES = 1.35
"""Distance of lines of text in their height; the usual 1.2 is tight for Chinese."""

Place = Literal["beside", "upper left", "upper right", "lower right"]
"""Of a legend."""
Texts = Mapping[str, Mapping[str, str]]
"""What a plot says: key -> language -> text."""


@cache
def cjk_font() -> str | None:
    """Return the first of `CJK_FONTS` that is installed, None if none is."""
    installed = set(font_manager.get_font_names())
    return next((name for name in CJK_FONTS if name in installed), None)


def shown_language(lang: str) -> str:
    """Return the language in which labels can be shown: `lang`, or "en" without a Chinese font.

    Raises
    ------
    ValueError
        `lang` is neither "zh" nor "en".
    """
    if lang not in LANGUAGES:
        raise ValueError(f"lang must be one of {', '.join(LANGUAGES)}, not {lang!r}")
    return "en" if cjk_font() is None else lang


def words(texts: Texts, lang: str) -> dict[str, str]:
    """Return what a plot says in the language that can be shown; errors as `shown_language`."""
    shown = shown_language(lang)
    return {key: versions[shown] for key, versions in texts.items()}


def families() -> list[str]:
    """Return the font families of every text; the second serves the glyphs the first lacks."""
    font = cjk_font()
    return [LATIN_FONT] if font is None else [font, LATIN_FONT]


def font(size: float = TEXT_PT, *, bold: bool = False) -> FontProperties:
    """Return the font of a text of `size` points."""
    return FontProperties(family=families(), size=size, weight="bold" if bold else "normal")


def figure(height_in: float, width_in: float = WIDTH_IN) -> Figure:
    """Return an empty figure whose parts make room for each other's labels."""
    fig = Figure(figsize=(width_in, height_in), dpi=DPI)
    fig.set_layout_engine("constrained", w_pad=PAD_IN, h_pad=PAD_IN)
    return fig


def label(axes: Axes, *, title: str = "", x: str = "", y: str = "") -> None:
    """Name a chart and its axes, and give its tick labels the font."""
    if title:
        axes.set_title(title, fontproperties=font(TITLE_PT), loc="left", linespacing=LINES)
    axes.set_xlabel(x, fontproperties=font())
    axes.set_ylabel(y, fontproperties=font())
    axes.tick_params(which="both", labelfontfamily=families(), labelsize=SMALL_PT)
    axes.spines[["top", "right"]].set_visible(False)


def headline(fig: Figure, title: str) -> None:
    """Put a title above all charts of a figure, at the left."""
    fig.suptitle(title, fontproperties=font(TITLE_PT, bold=True), x=0.01, ha="left")


def legend(axes: Axes, place: Place = "beside") -> None:
    """Show what the labelled parts of a chart are."""
    beside = place == "beside"
    axes.legend(
        prop=font(SMALL_PT),
        loc="upper left" if place == "beside" else place,
        bbox_to_anchor=(1.01, 1.0) if beside else None,
        frameon=not beside,
        framealpha=0.9,
        borderaxespad=0.3,
    )


def ticks(axis: Axis, places: Iterable[float], write: Callable[[float], str]) -> None:
    """Put ticks of a logarithmic axis where they are asked for, written as `write` writes them.

    The usual ticks are powers set as formulas, for which no font can be chosen.
    """
    chosen = list(places)
    axis.set_ticks(chosen, [write(place) for place in chosen])
    axis.set_ticks([], minor=True)


def demand_ascending(name: str, places: Sequence[int]) -> None:
    """Refuse with ValueError the places of a curve that are not two or more, ascending."""
    if len(places) < 2 or sorted(set(places)) != list(places):
        raise ValueError(f"{name} must be two or more, ascending, not {list(places)}")


def round_places(high: float) -> list[float]:
    """Return a few round places of an axis from 0 to `high`: 0, 50, 100, 150, 200."""
    return [
        float(place)
        for place in MaxNLocator(5, steps=[1, 2, 5, 10]).tick_values(0, high)
        if place <= high
    ]


def compact(value: float) -> str:
    """Return a number as briefly as an axis needs it: 1e-06, 0.25, 64, 1.5k, 20M, 4.8T."""
    return _scaled(value, ((1e15, "P"), (1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")))


def whole(value: float) -> str:
    """Return a whole number in full: 1024, 8192."""
    return f"{value:.0f}"


def binary(value: float) -> str:
    """Return a number of bytes in binary units: 48 B, 12 KiB, 3 MiB."""
    return _scaled(value, ((2**30, " GiB"), (2**20, " MiB"), (2**10, " KiB")), " B")


def seconds(value: float) -> str:
    """Return a time in the unit that suits it: 2 s, 50 ms, 10 µs, 3 ns, and 0 s."""
    if value == 0:
        return "0 s"
    # A hair below each unit, since 1e-6 may have become 9.999999e-7.
    units = ((0.999, 1, " s"), (0.999e-3, 1e-3, " ms"), (0.999e-6, 1e-6, " µs"))
    for least, size, name in units:
        if abs(value) >= least:
            return f"{value / size:.4g}{name}"
    return f"{value * 1e9:.4g} ns"


def _scaled(value: float, units: Iterable[tuple[float, str]], plain: str = "") -> str:
    for size, name in units:
        if abs(value) >= size:
            return f"{value / size:.4g}{name}"
    return f"{value:.4g}{plain}"


def text_on(colour: ColorType) -> str:
    """Return the colour of text that is readable on a fill."""
    return "white" if colour in DARK else "black"
