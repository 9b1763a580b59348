"""Which unit a submitted file is, whatever it was renamed to."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from grader.messages import Message, say
from grader.notebooks.decode import Cell, shown


def identify(
    rooflab: Mapping[str, Any], cells: Sequence[Cell], name: str, unit_ids: Collection[str]
) -> tuple[str | None, tuple[Message, ...]]:
    """Return the unit of a submission, None if nothing tells, and notes for the student.

    The metadata decides. Without it, the unit most of the tagged cells belong to; without those,
    the file's name. A name that contradicts the content is noted: the student may have uploaded
    one notebook twice.
    """
    named = match_file(name, unit_ids)
    unit = rooflab.get("unit")
    if not isinstance(unit, str) or unit not in unit_ids:
        unit = _majority(cells, unit_ids)
    if unit is None:
        if named is None:
            return None, (say("notebook.unknown_unit", name=shown(name)),)
        return named, (say("notebook.by_name", unit=named),)
    if named not in (None, unit):
        return unit, (say("notebook.misnamed", name=shown(name), unit=unit),)
    return unit, ()


def match_file(name: str, unit_ids: Collection[str]) -> str | None:
    """Return the unit a file's name names, None if it names none or more than one.

    The whole id counts first (`q13_message_batches-Copy1.ipynb`), then its first word where that
    is unique (`张三_q13 (1).ipynb`). Case and full-width letters do not matter.
    """
    name = re.sub(r"[\s_-]+", "_", unicodedata.normalize("NFKC", name).casefold())
    whole = [unit for unit in unit_ids if _names(unit, name)]
    # One id may begin with another: x1_tiles_deep is not x1_tiles.
    whole = [
        unit for unit in whole if not any(_names(unit, other) for other in whole if other != unit)
    ]
    if whole:
        return whole[0] if len(whole) == 1 else None
    words = Counter(unit.split("_")[0] for unit in unit_ids)
    first = [u for u in unit_ids if words[u.split("_")[0]] == 1 and _names(u.split("_")[0], name)]
    return first[0] if len(first) == 1 else None


def _names(word: str, name: str) -> bool:
    # Chinese characters may touch the id, letters and digits may not: q1 is not in q13 or seq1.
    return re.search(rf"(?<![a-z0-9]){re.escape(word)}(?![a-z0-9])", name) is not None


def _majority(cells: Sequence[Cell], unit_ids: Collection[str]) -> str | None:
    votes = Counter(cell.tag.unit for cell in cells if cell.tag and cell.tag.unit in unit_ids)
    ranked = votes.most_common(2)
    if not ranked or (len(ranked) == 2 and ranked[0][1] == ranked[1][1]):
        return None
    return ranked[0][0]
