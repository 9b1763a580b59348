"""An LRU cache step by step: what each touch finds, and what has to leave."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from reference.models import lru
from reference.plots import style

TEXTS: style.Texts = {
    "title": {
        "zh": "LRU 缓存，{lines} 行 × {line_bytes} 字节：命中 {hits}，缺失 {misses}，"
        "读入 {fetched_bytes} B，写回 {written_back_bytes} B",
        "en": "LRU cache, {lines} lines of {line_bytes} bytes: hits {hits}, misses {misses}, "
        "{fetched_bytes} B fetched, {written_back_bytes} B written back",
    },
    "touch": {"zh": "访问的行", "en": "line touched"},
    "newest": {"zh": "最近用过", "en": "newest"},
    "oldest": {"zh": "最久未用", "en": "oldest"},
    "evicted": {"zh": "换出", "en": "evicted"},
    "request": {"zh": "请求", "en": "request"},
    "hit": {"zh": "命中", "en": "hit"},
    "miss": {"zh": "缺失", "en": "miss"},
    "dirty": {"zh": "脏行 *", "en": "dirty *"},
}


def steps(requests: Sequence[lru.Request], lines: int, line_bytes: int, lang: str) -> Figure:
    """Draw the cache after every touch, newest line on top; a star marks what was written.

    The colour of the touched line and its letter, H or M, say whether it was there. Arguments and
    errors as `lru.simulate`, and `lang` as everywhere.
    """
    say = style.words(TEXTS, lang)
    touches = list(lru.steps(requests, lines, line_bytes))
    counts = lru.simulate(requests, lines, line_bytes)
    fig = style.figure(1.5 + 0.36 * (lines + 2), max(style.WIDTH_IN, 1.8 + 0.5 * len(touches)))
    axes = fig.subplots()
    for x, touch in enumerate(touches):
        colour = style.GREEN if touch.hit else style.VERMILION
        letter = "H" if touch.hit else "M"
        _cell(axes, x, 0, f"{touch.line} {letter}", colour)
        for age, line in enumerate(reversed(touch.resident)):
            star = "*" if line in touch.dirty else ""
            _cell(axes, x, 1.4 + age, f"{line}{star}", style.YELLOW if star else "white")
        for empty in range(len(touch.resident), lines):
            _cell(axes, x, 1.4 + empty, "", style.LIGHT)
        if touch.evicted is not None:
            left = f"{touch.evicted}{'*' if touch.written_back else ''}"
            _cell(axes, x, 1.8 + lines, left, style.ORANGE if touch.written_back else style.LIGHT)
    rows = {0.5: say["touch"], 1.9: say["newest"], 2.3 + lines: say["evicted"]}
    if lines > 1:
        rows[0.9 + lines] = say["oldest"]
    axes.set_yticks(list(rows), list(rows.values()))
    names = [_name(requests[touch.request]) for touch in touches]
    axes.set_xticks([x + 0.5 for x in range(len(touches))], names)
    for name in axes.get_xticklabels():
        name.set_linespacing(style.LINES)
    axes.set_xlim(-0.1, max(len(touches), 1) + 0.1)
    axes.set_ylim(lines + 2.9, -0.1)
    note = f"H = {say['hit']}, M = {say['miss']}, {say['dirty']}"
    style.headline(fig, say["title"].format(lines=lines, line_bytes=line_bytes, **counts))
    style.label(axes, x=f"{say['request']}  ({note})")
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    return fig


def _cell(axes: Axes, x: float, y: float, text: str, colour: str) -> None:
    axes.add_patch(Rectangle((x + 0.04, y), 0.92, 0.94, facecolor=colour, edgecolor=style.GREY))
    axes.text(
        x + 0.5,
        y + 0.5,
        text,
        ha="center",
        va="center",
        color=style.text_on(colour),
        fontproperties=style.font(style.SMALL_PT),
    )


def _name(request: lru.Request) -> str:
    op, address, nbytes = request
    return f"{op} {address}\n+{nbytes}"
