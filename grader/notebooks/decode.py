"""The bytes a student handed in, as cells, whatever wrote them.

Anything may come: nbformat 1 to 4.5, a byte-order mark, UTF-16 from a Windows shell, CRLF, a
half-merged git conflict, a phone picture renamed to .ipynb, or a file made to exhaust the grader.
Sizes are checked before they are paid for, unknown structure is skipped, and what cannot be read
at all is a `SubmissionError` with a sentence for the student.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, NoReturn

from grader.errors import SubmissionError
from grader.messages import Message, say
from grader.notebooks.tags import KINDS, CellKind, Tag, tag_of
from grader.outcome import Record

MAX_BYTES = 64 * 2**20
"""Stored plots make honest notebooks of several MB, a forgotten print one of 40."""
MAX_VALUES = 2_000_000
"""Values of JSON; they take at worst 200 MB when they are decoded (measured)."""
MAX_CELLS = 2_500
"""No honest notebook has so many. Where a box's folder is one of the host's, the keeper looks at
all of its files after each cell, and each cell is a file: 8 CPU s for as many as this."""
MAX_CODE = 1_000_000
"""Characters of all code cells together."""
MAX_DIGITS = 40
"""Digits of a number we keep; converting a number of a million digits takes seconds."""

# The closing quote is optional and nothing backtracks: linear in hostile text.
_STRING = re.compile(r'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)
_WEB_PAGE = re.compile(r"\s{0,99}<(?:!doctype html|html)\b", re.IGNORECASE)
_CONFLICT = tuple(re.compile(f"^{char * 7}", re.MULTILINE) for char in "<=>")
_SURROGATE = re.compile("[\ud800-\udfff]")
_SOURCES = ("source", "input", "code", "text")
"""Where the text of a cell stands: nbformat 4, 2-3 (code), 1 (code), 1 (text)."""


class Cell(Record, frozen=True):
    """One cell of a submission."""

    position: int
    """Position among the notebook's cells, from 0."""
    kind: CellKind
    source: str
    """Text with line ends `\\n`."""
    id: str = ""
    tag: Tag | None = None


class Decoded(Record, frozen=True):
    """A submission as far as its format goes."""

    cells: tuple[Cell, ...]
    rooflab: dict[str, Any]
    """`metadata.rooflab`, unchecked; empty when it is missing."""
    notes: tuple[Message, ...]


def decode_notebook(data: bytes, name: str) -> Decoded:
    """Return the cells in `data`.

    Parameters
    ----------
    data
        The file as submitted.
    name
        Its name, for the error.

    Raises
    ------
    SubmissionError
        The file is empty, too large, not text, not JSON, or JSON but no notebook.
    """
    name = shown(name)
    if not data.strip(b"\x00 \t\r\n"):
        _refuse("notebook.empty", name)
    if len(data) > MAX_BYTES:
        _refuse("notebook.too_large", name, limit=f"{MAX_BYTES // 2**20} MiB")
    text, notes = _text(data, name)
    if not _few_values(text):
        _refuse("notebook.too_many_values", name, limit=f"{MAX_VALUES:,}")
    top = _json(text, name)
    found = _cell_list(top)
    if found is None:
        _refuse("notebook.not_notebook", name)
    if len(found) > MAX_CELLS:
        _refuse("notebook.too_many_cells", name, limit=f"{MAX_CELLS:,}")
    cells = tuple(_cells(found))
    if sum(len(cell.source) for cell in cells if cell.kind == "code") > MAX_CODE:
        _refuse("notebook.too_much_code", name, limit=f"{MAX_CODE:,}")
    if len(cells) < len(found):
        notes.append(say("notebook.odd_cells", count=len(found) - len(cells)))
    return Decoded(cells, _dict(_dict(top.get("metadata")).get("rooflab")), tuple(notes))


def shown(text: str, limit: int = 80) -> str:
    """Return a student's text fit for a sentence: on one line, printable and short."""
    clean = "".join(char if char.isprintable() else "�" for char in text[: limit + 1])
    return clean if len(text) <= limit else clean[:limit] + "…"


def _refuse(message_id: str, name: str, **args: str | int) -> NoReturn:
    raise SubmissionError(say(message_id, name=name, **args), say("notebook.hand_in_again"))


def _text(data: bytes, name: str) -> tuple[str, list[Message]]:
    if data.startswith(codecs.BOM_UTF8):
        data = data.removeprefix(codecs.BOM_UTF8)
    codec = "utf-8"
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        codec = "utf-16"
    for tried in (codec, "gb18030"):  # what an editor on a Chinese Windows saves by default
        try:
            text = data.decode(tried)
        except UnicodeDecodeError:
            continue
        if "\x00" in text:
            break
        return text, [] if tried == "utf-8" else [say("notebook.encoding", codec=tried.upper())]
    _refuse("notebook.binary", name)


def _few_values(text: str) -> bool:
    """Return whether decoding `text` makes no more than `MAX_VALUES` values.

    Commas and opening brackets bound them. Printed arrays are full of both, so what stands inside
    strings is left out where it matters.
    """
    if _separators(text) <= MAX_VALUES:
        return True
    # A value comes with two strings at most, its own and its key.
    if text.count('"') - text.count('\\"') > 4 * MAX_VALUES:
        return False
    return _separators(_STRING.sub("", text)) <= MAX_VALUES


def _separators(text: str) -> int:
    return sum(map(text.count, ",[{"))


def _json(text: str, name: str) -> dict[str, Any]:
    try:
        # Not strict: a raw tab or line end inside a string harms nobody.
        top = json.loads(
            text,
            strict=False,
            parse_int=_number,
            parse_float=_number,
            parse_constant=lambda _: None,
        )
    except json.JSONDecodeError as error:
        if all(marker.search(text) for marker in _CONFLICT):
            _refuse("notebook.conflict", name)
        if _WEB_PAGE.match(text):
            _refuse("notebook.web_page", name)
        if error.msg.startswith("Unterminated") or error.pos >= len(text.rstrip()):
            _refuse("notebook.truncated", name)
        _refuse("notebook.not_json", name, line=error.lineno)
    except RecursionError:
        _refuse("notebook.too_deep", name)
    return top if isinstance(top, dict) else {}


def _number(digits: str) -> int | float:
    # The only numbers that matter are points; outputs may hold any.
    if len(digits) > MAX_DIGITS:
        return 0
    return int(digits) if digits.lstrip("-").isdigit() else float(digits)


def _cell_list(top: Mapping[str, Any]) -> list[Any] | None:
    """Return the cells (nbformat 2 and 3 keep them in worksheets), None if there is no list."""
    if isinstance(top.get("cells"), list):
        cells: list[Any] = top["cells"]
        return cells
    if not isinstance(top.get("worksheets"), list):
        return None
    sheets = (_dict(sheet).get("cells") for sheet in top["worksheets"])
    return [cell for sheet in sheets if isinstance(sheet, list) for cell in sheet]


def _cells(found: list[Any]) -> Iterator[Cell]:
    for position, cell in enumerate(found):
        if not isinstance(cell, dict) or not isinstance(cell.get("cell_type"), str):
            continue
        kind, source = cell["cell_type"], _source(cell)
        if kind == "heading":  # nbformat 2 and 3; its level does not matter to us
            kind, source = "markdown", f"# {source}"
        yield Cell(
            position=position,
            kind=kind if kind in KINDS else "raw",
            source=source,
            id=cell["id"] if isinstance(cell.get("id"), str) else "",
            tag=tag_of(_dict(cell.get("metadata"))),
        )


def _source(cell: Mapping[str, Any]) -> str:
    found = next((cell[key] for key in _SOURCES if key in cell), "")
    if isinstance(found, list):
        found = "".join(line for line in found if isinstance(line, str))
    text = found if isinstance(found, str) else ""
    # JSON can spell half of a surrogate pair, which no encoding takes later.
    return _SURROGATE.sub("�", text.replace("\r\n", "\n").replace("\r", "\n"))


def _dict(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
