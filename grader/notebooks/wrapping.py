"""Text laid out in columns, for comments that hold Chinese and English.

`textwrap` counts characters and breaks at spaces only: a Chinese sentence, which has none and is
two columns a character, would run off the cell.
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Iterator

# No line begins with one of these, and none ends with an opening one (the rules of Chinese print).
_CLOSING = ",.;:!?)]}%，。、；：！？）》】」』〉”’…％·"
_OPENING = "（《【「『〈“‘"
_ATOM = re.compile(rf"\s+|[{_OPENING}]*\S[{re.escape(_CLOSING)}]*")


def columns(text: str) -> int:
    """Return how many columns `text` takes: two for a wide character, none for a combining one."""
    return sum(map(_columns, text))


def _columns(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def wrap(text: str, width: int) -> list[str]:
    """Return `text` as lines of at most `width` columns; a longer word gets a line of its own.

    Line breaks in `text` are folded first: to nothing between two Chinese characters, else to a
    space.
    """
    lines, line = [], ""
    for piece in _pieces(_fold(text)):
        if line and columns(line) + columns(piece.rstrip()) > width:
            lines.append(line.rstrip())
            piece = piece.lstrip()
            line = ""
        line += piece
    return [*lines, line.rstrip()] if line.strip() else lines


def _fold(text: str) -> str:
    words = text.split()
    folded = "".join(words[:1])
    for previous, word in itertools.pairwise(words):
        glue = "" if _wide(previous[-1]) and _wide(word[0]) else " "
        folded += glue + word
    return folded


def _pieces(text: str) -> Iterator[str]:
    """Yield what may not be broken: words with their punctuation, single Chinese characters."""
    piece = ""
    for atom in _ATOM.findall(text):
        if piece and (atom.isspace() or _may_break(piece, atom)):
            yield piece
            piece = ""
        piece += atom
    if piece:
        yield piece


def _may_break(before: str, after: str) -> bool:
    return before[-1].isspace() or _wide(before[-1]) or _wide(after[0])


def _wide(char: str) -> bool:
    return _columns(char) == 2
