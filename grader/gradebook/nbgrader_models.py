"""nbgrader's tables and its reading of times, imported without a grammar that takes seconds.

nbgrader imports nbformat, that jsonschema, and that, where it is installed, rfc3987_syntax, which
builds a parser of international web addresses: 2 of 3.4 CPU seconds. No notebook is checked for
those, and jsonschema does without.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def _not_installed(name: str) -> Iterator[None]:
    """Let imports find no module of this name, unless it was imported before."""
    if name in sys.modules:
        yield
        return
    hidden: dict[str, Any] = {name: None}
    sys.modules.update(hidden)
    try:
        yield
    finally:
        del sys.modules[name]


with _not_installed("rfc3987_syntax"):
    from nbgrader import api
    from nbgrader.utils import parse_utc

__all__ = ["api", "parse_utc"]
