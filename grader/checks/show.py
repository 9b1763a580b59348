"""Values as short text for people: what was called, what came, what should have come.

Everything shown comes from our own decoder, so it is of a plain type; it may still be huge or hold
control characters, so the text is bounded and escaped here, once.
"""

from __future__ import annotations

import re
import reprlib
from collections.abc import Mapping, Set
from fractions import Fraction
from typing import Any

import numpy as np

from grader.box import folders

MAX_CHARS = 400
MAX_CALL_CHARS = 600
MAX_WHOLE = 64
"""Elements of an array that is written whole."""
MAX_PARTS = 300
"""Values and array elements that are written; 400 characters hold fewer. Without it a set of 49,000
strings took 0.12 CPU s, and one student's failing check shows a thousand values."""
MAX_INT_BITS = 10_000
"""Python refuses to write integers of more than 4300 digits."""
_CHANGING = (
    (re.compile(r"(?:(?<= at )|(?<=hread )|(?<=' \())0x[0-9a-fA-F]+"), "0x…"),
    (re.compile(r"(?<=, started )(daemon )?[0-9]{9,}"), r"\1…"),
    # One that is cut at its end, too.
    (re.compile(f"{folders.PREFIX}[a-z0-9_]{{0,8}}"), f"{folders.PREFIX}…"),
)
"""Places in memory (as Python, faulthandler and ctypes write them), threads' numbers, and the
private folder of a box where it is one of the host's; and what is shown instead."""
_LOOKED_AT = 1000
"""Characters of a long text at either end that may be shown."""


class _Short(reprlib.Repr):
    def __init__(self) -> None:
        super().__init__()
        self.maxlevel = 4
        self.maxlist = self.maxtuple = self.maxset = self.maxfrozenset = 12
        self.maxdict = 12
        self.maxstring = 120
        self.maxlong = 60
        self.maxother = 200
        self.left = MAX_PARTS

    def repr1(self, x: Any, level: int) -> str:
        is_array = isinstance(x, np.ndarray)
        self.left -= min(x.size, MAX_WHOLE) if is_array else 1
        if self.left < 0:
            return "..."
        return _array(x) if is_array else super().repr1(x, level)

    def repr_int(self, x: int, level: int) -> str:
        if x.bit_length() > MAX_INT_BITS:
            return f"<int of {x.bit_length()} bits>"
        return super().repr_int(x, level)

    def repr_str(self, x: str, level: int) -> str:
        if len(x) > 2 * _LOOKED_AT:
            x = x[:_LOOKED_AT] + x[-_LOOKED_AT:]  # the middle is left out anyway
        return super().repr_str(without_addresses(x), level)

    def repr_Fraction(self, x: Fraction, level: int) -> str:
        parts = (self.repr_int(part, level) for part in (x.numerator, x.denominator))
        return f"Fraction({', '.join(parts)})"

    def repr_set(self, x: Set[Any], level: int) -> str:
        if len(x) > self.left:
            return f"<{type(x).__name__} of {len(x)} values>"
        # In an order of our own: a set's own order changes with the process. Nor may the members
        # that come first leave nothing to those that come last.
        share, self.left = self.left // max(len(x), 1), 0
        members = [self._part(m, level, share) for m in x] if level > 0 else ["..."]
        members.sort(key=lambda text: (len(text), text))
        more = ["..."] if len(members) > self.maxset else []
        return f"{{{', '.join(members[: self.maxset] + more)}}}" if x else "set()"

    def _part(self, x: object, level: int, most: int) -> str:
        """Return a member of a set, of which at most so many parts are written."""
        self.left = most
        return self.repr1(x, level - 1)

    def repr_frozenset(self, x: Set[Any], level: int) -> str:
        if len(x) > self.left:
            return self.repr_set(x, level)
        return f"frozenset({self.repr_set(x, level)})" if x else "frozenset()"


def value(x: object) -> str:
    """Return `x` as one short line of Python."""
    return clip(_Short().repr(x), MAX_CHARS)


def call(name: str, args: tuple[object, ...], kwargs: Mapping[str, object]) -> str:
    """Return a call as the student would write it, shortened."""
    parts = [value(a) for a in args] + [f"{k}={value(v)}" for k, v in kwargs.items()]
    return clip(f"{name}({', '.join(parts)})", MAX_CALL_CHARS)


def without_addresses(text: str) -> str:
    """Return `text` without what is another in each run, as in `<function f at 0x7f…>`.

    A record has to be the same when it is made again. Every warning names the file of its cell, and
    with it the private folder.
    """
    for pattern, instead in _CHANGING:
        text = pattern.sub(instead, text)
    return text


def clip(text: str, limit: int) -> str:
    """Return `text` in one line, without control or bidi characters and addresses, and cut.

    What is left out of it is its middle.
    """
    text = without_addresses(text)
    if not text.isprintable():
        text = "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text)
    if len(text) <= limit:
        return text
    half = (limit - 5) // 2
    return f"{text[:half]} ... {text[-half:]}"


def _array(x: np.ndarray) -> str:
    if x.size <= MAX_WHOLE:
        body = np.array2string(x, separator=", ", threshold=MAX_WHOLE, max_line_width=10**6)
        body = " ".join(body.split())
    else:
        # Not reshape: it would copy a whole array in Fortran order.
        edge = ", ".join(str(v) for v in x.flat[:6].tolist())
        body = f"[{edge}, ...]"
    return f"array({body}, shape={x.shape}, {x.dtype})"
