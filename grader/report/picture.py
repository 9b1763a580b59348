"""A picture of accesses: a grid for each array on the page, one line of text everywhere else.

The grids say nothing that the line of text under them does not say, so a reader who cannot see them
loses nothing. Colour is never alone: what comes later has a stronger shade, the access that broke
the rule a solid frame, the one that should have come a dashed one, a written element a marked
corner. Threads that act at once have no later: each has the number of its lane, and an element that
several of them touch a sign of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from grader.messages import Message, say
from grader.outcome import Failure, Picture, PictureAccess, PictureArray
from grader.report.words import Words, safe

CELL = 24
"""Side of an element, in pixels of a page that is wide enough."""
MOST_CELLS = 16
"""Rows and columns of a grid; of a larger array the part around the access that broke the rule."""
NUMBERED = 12
"""Accesses that have a number in the grid and a place in the line of text."""
BEFORE = 5
"""Of these, before the one that broke the rule."""
LANES = 32
"""Threads that have a number and a place in the line: a whole warp."""
LANE_CELLS = 8
"""Cells along an axis on which the threads lie close together; a larger array is cut there."""
LANE_SHADE, SHARED_SHADE = 1, 3
SHADES = 5
LABEL_EVERY = 4


class Window(NamedTuple):
    """The part of an array that is drawn."""

    row: int
    col: int
    rows: int
    cols: int

    def holds(self, access: PictureAccess) -> bool:
        """Return whether an element of this array is drawn."""
        inside_rows = self.row <= access.row < self.row + self.rows
        return inside_rows and self.col <= access.col < self.col + self.cols

    def corner(self, access: PictureAccess) -> tuple[int, int]:
        """Return where the element is drawn: x, y of its upper left corner."""
        return CELL * (access.col - self.col), CELL * (access.row - self.row)


def pictured(failure: Failure) -> str:
    """Return the numbered accesses of a failure in one line, oldest first; "" without any."""
    picture = failure.picture
    if picture is None or not picture.accesses:
        return ""
    numbered = _numbered(picture)
    shown = [_told(picture, number, at) for number, at in enumerate(numbered, 1)]
    before = ["…"] if numbered.start or picture.skipped else []
    after = ["…"] if numbered.stop < len(picture.accesses) else []
    return " · ".join([*before, *shown, *after])


def figure(words: Words, failure: Failure) -> str:
    """Return the picture of a failure as HTML; "" without one.

    A grid for each array, the line of text, and what the signs mean.
    """
    picture = failure.picture
    if picture is None:
        return ""
    grids = "".join(_grid(picture, number) for number in range(len(picture.arrays)))
    line = pictured(failure)
    told = f"<p><code>{safe(line)}</code></p>" if line else ""
    legend = f"<p>{words.message(_legend(picture))}</p>"
    return f"<figure>{grids}<figcaption>{told}{legend}</figcaption></figure>\n"


def _numbered(picture: Picture) -> range:
    most, before = (LANES, LANES // 2) if picture.lanes else (NUMBERED, BEFORE)
    start = max(0, min(picture.broken - before, len(picture.accesses) - most))
    return range(start, min(start + most, len(picture.accesses)))


def _told(picture: Picture, number: int, at: int) -> str:
    access = picture.accesses[at]
    sign = "✗ " if at == picture.broken else ""
    write = " ←" if access.op == "W" else ""
    who = picture.lanes[at] if picture.lanes else f"({number})"
    return f"{sign}{who} {_element(picture, access)}{write}"


def _element(picture: Picture, access: PictureAccess) -> str:
    array = picture.arrays[access.array]
    index = f"{access.col}" if array.flat else f"{access.row}, {access.col}"
    return f"{array.name}[{index}]"


def _legend(picture: Picture) -> Message:
    expected = picture.expected
    written = any(access.op == "W" for access in picture.accesses)
    signs: dict[str, str | Message] = {
        "broken": say("picture.legend_broken") if picture.broken >= 0 else "",
        "expected": ""
        if expected is None
        else say("picture.legend_expected", element=_element(picture, expected)),
        "written": say("picture.legend_written") if written else "",
    }
    if not picture.lanes:
        return say("picture.legend", **signs)
    shared = len({_element(picture, a) for a in picture.accesses}) < len(picture.accesses)
    together = say("picture.legend_shared") if shared else ""
    return say("picture.legend_lanes", shared=together, **signs)


def _grid(picture: Picture, number: int) -> str:
    array = picture.arrays[number]
    window = _window(picture, number)
    width, height = CELL * window.cols, CELL * window.rows
    left, top = 26, 40
    box = (-left, -top, max(width + left, 130) + 3, height + top + 3)
    parts = [
        *_axes(array, window),
        *_cells(picture, number, window),
        *_frames(picture, number, window),
    ]
    # What a name holds is text, never an attribute; the line of text says what is drawn here.
    return (
        f'<svg viewBox="{" ".join(map(str, box))}" width={box[2]} height={box[3]} aria-hidden=true>'
        f"{''.join(parts)}</svg>"
    )


def _window(picture: Picture, number: int) -> Window:
    array = picture.arrays[number]
    here = [access for access in picture.accesses if access.array == number]
    framed = (_offender(picture), picture.expected)
    focus = [access for access in framed if access is not None and access.array == number]
    focus = focus or here[:1]
    together = [*here, *focus] if picture.lanes else []
    row, rows = _part(array.rows, [a.row for a in focus], [a.row for a in together])
    col, cols = _part(array.cols, [a.col for a in focus], [a.col for a in together])
    return Window(row, col, rows, cols)


def _part(size: int, focus: list[int], together: list[int]) -> tuple[int, int]:
    """Return begin and length of the part of an axis that is drawn.

    It has all of `together` where they lie within a warp's width of each other; else the first of
    `focus`, best all.
    """
    if size <= MOST_CELLS or not focus:
        return 0, min(size, MOST_CELLS)
    spread = max(together, default=0) - min(together, default=0) + 1
    if together and spread <= LANES:
        length = min(size, max(spread, LANE_CELLS))
        begin = min(together) - (length - spread) // 2
        return max(0, min(begin, size - length)), length
    low, high = min(focus), max(focus)
    begin = low - 2 if high - low < MOST_CELLS - 2 else focus[0] - MOST_CELLS // 2
    return max(0, min(begin, size - MOST_CELLS)), MOST_CELLS


def _axes(array: PictureArray, window: Window) -> Iterator[str]:
    width, height = CELL * window.cols, CELL * window.rows
    sizes = f"{array.cols}" if array.flat else f"{array.rows} × {array.cols}"
    yield f"<text class=kt y=-25>{safe(array.name)} ({sizes})</text>"
    lines = [f"M0 {CELL * r}h{width}" for r in range(window.rows + 1)]
    lines += [f"M{CELL * c} 0v{height}" for c in range(window.cols + 1)]
    yield f'<path class=kg d="{"".join(lines)}"/>'
    for c in range(0, window.cols, LABEL_EVERY):
        yield f"<text x={CELL * c + CELL // 2} y=-6>{window.col + c}</text>"
    if not array.flat:
        for r in range(0, window.rows, LABEL_EVERY):
            yield f"<text x=-13 y={CELL * r + 16}>{window.row + r}</text>"


def _cells(picture: Picture, number: int, window: Window) -> Iterator[str]:
    shades: dict[tuple[int, int], int] = {}
    corners: dict[tuple[int, int], None] = {}
    for at, access in enumerate(picture.accesses):
        if access.array == number and window.holds(access):
            corner = window.corner(access)
            if picture.lanes:
                shades[corner] = SHARED_SHADE if corner in shades else LANE_SHADE
            else:
                shades.setdefault(corner, SHADES * at // len(picture.accesses))
            if access.op == "W":
                corners[corner] = None
    for shade in range(SHADES):
        if path := "".join(_square(x, y) for (x, y), s in shades.items() if s == shade):
            yield f'<path class=k{shade} d="{path}"/>'
    if path := "".join(f"M{x + CELL} {y}v7l-7-7z" for x, y in corners):
        yield f'<path class=kw d="{path}"/>'


def _frames(picture: Picture, number: int, window: Window) -> Iterator[str]:
    """Yield the frames and, over them, the numbers."""
    signs = (("ke", picture.expected), ("kx", _offender(picture)))
    for sign, framed in signs:
        if framed is not None and framed.array == number and window.holds(framed):
            yield f'<path class={sign} d="{_square(*window.corner(framed))}"/>'
    told = _lanes_told if picture.lanes else _places_told
    for (x, y), text in told(picture, number, window).items():
        yield f"<text class=kn x={x + CELL // 2} y={y + 16}>{text}</text>"


def _places_told(picture: Picture, number: int, window: Window) -> dict[tuple[int, int], str]:
    """Return what is written into each element: the number of its first access in the line."""
    told: dict[tuple[int, int], str] = {}
    for place, at in enumerate(_numbered(picture), 1):
        access = picture.accesses[at]
        if access.array == number and window.holds(access):
            corner = window.corner(access)
            told[corner] = f"{place}" if at == picture.broken else told.get(corner, f"{place}")
    return told


def _lanes_told(picture: Picture, number: int, window: Window) -> dict[tuple[int, int], str]:
    """Return what is written into each element: its first lane, with a + where there are more."""
    told: dict[tuple[int, int], str] = {}
    for lane in _numbered(picture):
        access = picture.accesses[lane]
        if access.array == number and window.holds(access):
            corner = window.corner(access)
            told[corner] = f"{told[corner].rstrip('+')}+" if corner in told else f"{lane}"
    return told


def _offender(picture: Picture) -> PictureAccess | None:
    return picture.accesses[picture.broken] if picture.broken >= 0 else None


def _square(x: int, y: int) -> str:
    return f"M{x} {y}h{CELL}v{CELL}h-{CELL}z"
