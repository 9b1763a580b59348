"""From a value to meta and buffers. Exact types only: a subclass is refused, not sent as its base.

A subclass may behave in any way, and the keeper would judge something else than what the student
returned; so it is refused with a sentence that names both types.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np

from . import tags
from .limits import Books, TooLarge, Unsendable, WireLimits
from .memory import DTYPES, Array, Memory, dtype_code, enclosing, layout_of, plain, span


class Writer(Books):
    """Collects `out`, the pieces of meta, and `memories`, the buffers."""

    refusal = TooLarge

    def __init__(self, limits: WireLimits, keep_layout: bool) -> None:
        super().__init__(limits)
        self.keep_layout = keep_layout
        self.out: list[bytes] = []
        self.memories: list[Memory] = []

    def value(self, value: object, depth: int = 0) -> None:
        """Write any value. Raises Unsendable."""
        write = _WRITERS.get(type(value))
        if write is None:
            raise Unsendable(_refused(type(value)))
        self.spend(1)
        self.at_most(self.limits.depth, depth, "levels of nesting")
        write(self, value, depth)

    def blob(self, data: bytes) -> None:
        """Write bytes after their length."""
        self.out += (tags.COUNT_FORM.pack(len(data)), data)

    def integer(self, value: int, limit: int) -> int:
        """Write an integer of any size up to `limit` bytes; return its bytes."""
        size = value.bit_length() // 8 + 1
        self.at_most(limit, size, "bytes of an int")
        self.blob(value.to_bytes(size, "little", signed=True))
        return size

    def items(self, tag: bytes, values: Collection[object], depth: int) -> None:
        """Write a list or tuple."""
        self.out += (tag, tags.COUNT_FORM.pack(len(values)))
        for value in values:
            self.value(value, depth + 1)

    def members(self, tag: bytes, values: Collection[object], depth: int) -> None:
        """Write a set, sorted by encoding: its own order would let hash seeds change the frame."""
        outer, encoded = self.out, []
        for value in values:
            self.out = []
            self.value(value, depth + 1)
            encoded.append(b"".join(self.out))
        self.keys(list(values))
        self.out = outer
        self.out += (tag, tags.COUNT_FORM.pack(len(encoded)), *sorted(encoded))


def _int(w: Writer, value: int, _depth: int) -> None:
    if -(1 << 63) <= value < 1 << 63:
        w.out += (tags.INT64, tags.INT64_FORM.pack(value))
    else:
        w.spend(1)
        w.out.append(tags.INT)
        w.integer(value, w.limits.int_bytes)


def _float(w: Writer, value: float, _depth: int) -> None:
    w.out += (tags.FLOAT, tags.FLOAT_FORM.pack(value))


def _complex(w: Writer, value: complex, _depth: int) -> None:
    w.out += (tags.COMPLEX, tags.COMPLEX_FORM.pack(value.real, value.imag))


def _str(w: Writer, value: str, _depth: int) -> None:
    try:
        data = value.encode()
    except UnicodeEncodeError:
        data = value.encode("utf-8", "surrogatepass")
        w.surrogates(data)
    w.at_most(w.limits.str_bytes, len(data), "bytes of a str")
    w.out.append(tags.STR)
    w.blob(data)


def _bytes(w: Writer, value: bytes, _depth: int) -> None:
    w.at_most(w.limits.str_bytes, len(value), "bytes of a bytes object")
    w.out.append(tags.BYTES)
    w.blob(value)


def _dict(w: Writer, value: dict[object, object], depth: int) -> None:
    w.out += (tags.DICT, tags.COUNT_FORM.pack(len(value)))
    for pair in value.items():
        for part in pair:
            w.value(part, depth + 1)
    w.keys(list(value))


def _fraction(w: Writer, value: Fraction, _depth: int) -> None:
    w.out.append(tags.FRACTION)
    parts = (value.numerator, value.denominator)
    w.fraction(sum(w.integer(part, w.limits.fraction_bytes) for part in parts))


def _decimal(w: Writer, value: Decimal, _depth: int) -> None:
    sign, digits, exponent = value.as_tuple()
    w.decimal(len(digits), exponent if isinstance(exponent, int) else 0)
    text = ("-" if sign else "") + {"F": "Infinity", "n": "NaN"}.get(str(exponent), "")
    if exponent == "N":
        raise Unsendable("a signalling NaN cannot be sent: to compare it raises")
    if exponent != "F":
        text += "".join(map(str, digits))
    if isinstance(exponent, int):
        text += f"E{exponent}"
    w.out.append(tags.DECIMAL)
    w.blob(text.encode("ascii"))


def _scalar(w: Writer, value: np.generic[Any], _depth: int) -> None:
    code = dtype_code(value.dtype)
    if code is None:
        raise Unsendable(f"a numpy scalar of dtype {value.dtype} cannot be sent")
    w.spend(1)
    data = np.asarray(value, DTYPES[code]).tobytes()
    w.out += (tags.SCALAR, tags.BYTE_FORM.pack(code), data)


def _array(w: Writer, array: Array, _depth: int) -> None:
    code = dtype_code(array.dtype)
    if code is None:
        raise Unsendable(f"an array of dtype {str(array.dtype)[:100]} cannot be sent")
    layout = layout_of(array) if w.keep_layout else None
    size = array.nbytes if layout is None else layout.size
    w.array(array.shape, array.itemsize, size)
    flags = 0 if array.flags.writeable else tags.READONLY
    if layout is not None:
        flags |= tags.LAYOUT
    elif array.flags.fnc:
        flags |= tags.FORTRAN
    w.out += (tags.ARRAY, tags.ARRAY_FORM.pack(code, flags, array.ndim, size))
    w.out += map(tags.SIZE_FORM.pack, array.shape)
    if layout is not None:
        w.out += map(tags.INT64_FORM.pack, (*layout.strides, layout.offset))
    w.memories.append(span(plain(array)) if layout is None else enclosing(array)[0])


_WRITERS: dict[type, Callable[[Writer, Any, int], None]] = {
    type(None): lambda w, _value, _depth: w.out.append(tags.NONE),
    bool: lambda w, value, _depth: w.out.append(tags.TRUE if value else tags.FALSE),
    int: _int,
    float: _float,
    complex: _complex,
    str: _str,
    bytes: _bytes,
    list: lambda w, value, depth: w.items(tags.LIST, value, depth),
    tuple: lambda w, value, depth: w.items(tags.TUPLE, value, depth),
    set: lambda w, value, depth: w.members(tags.SET, value, depth),
    frozenset: lambda w, value, depth: w.members(tags.FROZENSET, value, depth),
    dict: _dict,
    Fraction: _fraction,
    Decimal: _decimal,
    np.ndarray: _array,
    # By letter, since numpy has two types of one size: longlong arrives as int64.
    **{np.dtype(letter).type: _scalar for letter in "?bBhHiIlLqQefdFD"},
}


def _refused(kind: type) -> str:
    # What stands in for a library is known by its own name: `_box.…` is nothing a student wrote.
    hidden = kind.__module__ == "builtins" or kind.__module__.startswith("_box.")
    name = (kind.__qualname__ if hidden else f"{kind.__module__}.{kind.__qualname__}")[:200]
    for parent in kind.__mro__[1:]:
        if parent in _WRITERS:
            return f"a value of type {name} cannot be sent, only a plain {parent.__qualname__}"
    return f"a value of type {name} cannot be sent"
