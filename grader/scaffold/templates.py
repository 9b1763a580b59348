"""Reads a template and fills it in.

`<<name>>` is replaced; a line `<<if name>>` begins lines that stay only where that flag is set, up
to a line `<<end>>`; the two lines themselves go. Blocks do not nest. What is filled in is not
looked at again. A name nobody gives is an error: a typo in a template must not reach an author.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "templates"
SUFFIX = ".in"
_HOLE = re.compile(r"<<([A-Za-z_]+)>>")
_IF = re.compile(r"<<if ([a-z_]+)>>\Z")


def fill(name: str, values: Mapping[str, str], flags: Collection[str]) -> str:
    """Return the template `name` (without `.in`) with its blocks decided and its holes filled."""
    kept = []
    keeps = True
    for line in _read(name).splitlines(keepends=True):
        begins = _IF.match(line.strip())
        if begins is not None:
            keeps = begins[1] in flags
        elif line.strip() == "<<end>>":
            keeps = True
        elif keeps:
            kept.append(line)
    return _HOLE.sub(lambda hole: values[hole[1]], "".join(kept))


def laid_out(text: str) -> str:
    """Return a whole file with one end of line at its end and no more than two empty lines."""
    return re.sub(r"\n{4,}", "\n\n\n", text).rstrip("\n") + "\n"


def names_of(folder: str) -> list[str]:
    """Return the files of a folder of templates as paths in it, without `.in`, sorted."""
    paths = (FOLDER / folder).rglob(f"*{SUFFIX}")
    return sorted(p.relative_to(FOLDER / folder).as_posix().removesuffix(SUFFIX) for p in paths)


@cache
def _read(name: str) -> str:
    return (FOLDER / f"{name}{SUFFIX}").read_text("utf-8")
