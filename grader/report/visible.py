"""Text from outside, made visible: whatever a file name or an exception holds, nothing of it acts.

A student chooses the names of files, the text of exceptions and every line of a traceback. A
right-to-left override, a zero-width space or a terminal escape in one of them is written out, so
that a reader sees that it is there and no terminal or browser obeys it.
"""

from __future__ import annotations

import re

_UNDRAWN = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]")
"""Characters that Python calls printable and that fonts leave blank."""
_MARKS = "\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
_STACK = re.compile(f"([{_MARKS}]{{3}})[{_MARKS}]+")
"""No language stacks more than three accents; hundreds would cover the lines above."""


def visible(text: str) -> str:
    """Return `text` on one line, with what cannot be seen written as a code."""
    if text.isprintable() and not _UNDRAWN.search(text) and not _STACK.search(text):
        return text  # nearly all text, and a page holds hundreds
    return _STACK.sub(r"\1", "".join(map(_shown, text)))


def _shown(char: str) -> str:
    if char.isprintable() and not _UNDRAWN.match(char):
        return char
    return " " if char.isspace() else f"\\u{ord(char):04x}"
