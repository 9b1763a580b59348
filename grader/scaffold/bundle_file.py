"""Adds a unit at the end of `units` in a bundle.toml, and leaves everything else as it is.

The standard library reads TOML and writes none, and what writes it loses comments. So the text is
changed in one place, and what comes out is read again: it has to say the same and one unit more.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from grader.errors import CourseError
from grader.messages import say

_UNITS = re.compile(r"^units[ \t]*=[ \t]*\[", re.MULTILINE)
_PIECE = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'|#[^\n]*|[\],]')


def with_unit(path: Path, text: str, unit: str) -> str:
    """Return the text of a bundle.toml with `unit` last in `units`.

    A bundle without `units` lists nothing, and takes its units in alphabetical order: it stays.

    Raises
    ------
    CourseError
        The list is written in a way this does not understand; the author adds the line.
    """
    before = tomllib.loads(text)
    if "units" not in before:
        return text
    changed = _inserted(text, unit)
    after = {**before, "units": [*before["units"], unit]}
    try:
        understood = changed is not None and tomllib.loads(changed) == after
    except tomllib.TOMLDecodeError:
        understood = False
    if changed is None or not understood:
        raise CourseError(path, "units", say("new.add_by_hand", unit=unit))
    return changed


def _inserted(text: str, unit: str) -> str | None:
    opening = _UNITS.search(text)
    if opening is None:
        return None
    last, comma, closing = -1, False, -1
    for piece in _PIECE.finditer(text, opening.end()):
        if piece[0] == "]":
            closing = piece.start()
            break
        if piece[0] == ",":
            comma = True
        elif not piece[0].startswith("#"):
            last, comma = piece.end(), False
    if closing < 0:
        return None
    if last < 0:
        return f'{text[:closing]}"{unit}"{text[closing:]}'
    if "\n" not in text[last:closing]:
        return f'{text[:last]}, "{unit}"{text[last:]}'
    # One a line: a line more, as far in as the last one, and a comma for the last if it has none.
    row = text[text.rfind("\n", 0, last) + 1 : last]
    indent = row[: len(row) - len(row.lstrip())]
    start = text.rfind("\n", 0, closing) + 1
    head = text[:last] + ("" if comma else ",") + text[last:start]
    return f'{head}{indent}"{unit}",\n{text[start:]}'
