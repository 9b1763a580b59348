"""Pictures pasted into text cells: a photo of a derivation is an answer, too.

Jupyter keeps a pasted picture as an attachment of its cell. Everything else of a student's cell is
left behind, so what is kept here is checked: raster formats only, and nothing but base64.
"""

from __future__ import annotations

import json
import re
from typing import Any

_RASTER = ("image/png", "image/jpeg", "image/gif", "image/webp")
# Nothing is given back (`++`): with blanks in both runs a picture of a megabyte of them took hours.
_BASE64 = re.compile(r"[A-Za-z0-9+/\s]++={0,2}\s*+")
_NAME = re.compile(r"[^\x00-\x1f\"'<>&]{1,200}")

Pictures = dict[str, dict[str, str]]
"""File name -> media type -> base64."""


def pictures_of(data: bytes) -> dict[int, Pictures]:
    """Return the pictures of a submission by the position of their cell.

    Parameters
    ----------
    data
        A submission that `decode_notebook` has read: its size is known to be bearable.
    """
    if b"attachment" not in data:
        return {}
    try:
        # The numbers do not matter; one of a million digits would take seconds to convert.
        notebook = json.loads(data.decode("utf-8-sig"), strict=False, parse_int=lambda _: 0)
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError):
        return {}
    cells = notebook.get("cells") if isinstance(notebook, dict) else None
    found = {i: _pictures(cell) for i, cell in enumerate(cells if isinstance(cells, list) else ())}
    return {position: pictures for position, pictures in found.items() if pictures}


def _pictures(cell: Any) -> Pictures:
    attached = cell.get("attachments") if isinstance(cell, dict) else None
    if not isinstance(attached, dict):
        return {}
    kept = {name: _raster(forms) for name, forms in attached.items() if _NAME.fullmatch(name)}
    return {name: forms for name, forms in kept.items() if forms}


def _raster(forms: Any) -> dict[str, str]:
    if not isinstance(forms, dict):
        return {}
    return {
        kind: data
        for kind, data in forms.items()
        if kind in _RASTER and isinstance(data, str) and _BASE64.fullmatch(data)
    }
