"""From meta back to a value, believing nothing: the only code that touches a box's bytes.

Each reader checks its lengths before it allocates, and refuses what the writer cannot have written
where it would matter later: equal keys, unreduced fractions, bools that are neither 0 nor 1.
"""

from __future__ import annotations

import math
import re
import struct
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from . import tags
from .limits import Books, ProtocolError, WireLimits
from .memory import DTYPES, Array, Memory, span

_DECIMAL = re.compile(rb"-?(?:([0-9]+)E(-?[0-9]{1,9})|Infinity|NaN([0-9]*))")
_unpack_count = tags.COUNT_FORM.unpack_from
_DECIMAL_SIGNS = len("-E-") + 9


class Unfilled(NamedTuple):
    """An array that still waits for the bytes of its memory."""

    array: Array
    memory: Memory
    flags: int

    def finish(self) -> None:
        """Check and protect the array, now that the bytes are there."""
        array = self.array
        if array.dtype.kind == "b" and array.size and array.view(np.uint8).max() > 1:
            raise ProtocolError("a bool that is neither 0 nor 1")
        if self.flags & tags.READONLY:
            array.flags.writeable = self.memory.flags.writeable = False


class Reader(Books):
    """Reads the value in `meta`; `unfilled` collects its arrays, in order."""

    def __init__(self, meta: bytes, limits: WireLimits, allow_layout: bool) -> None:
        super().__init__(limits)
        self.meta = meta
        self.size = len(meta)
        self.at = 0
        self.deepest = limits.depth
        self.allow_layout = allow_layout
        self.unfilled: list[Unfilled] = []

    def whole(self) -> Any:
        """Read the value that is the frame's. Raises ProtocolError."""
        self.spend(1)
        return self.value(0)

    def value(self, depth: int) -> Any:
        """Read any value, for which who holds it has paid. Raises ProtocolError."""
        at = self.at
        self.at = at + 1
        read = _READERS.get(self.meta[at : at + 1])
        if read is None:
            self.refuse(f"unknown tag {self.meta[at : at + 1]!r}")
        return read(self, depth)

    def take(self, size: int) -> bytes:
        """Read `size` bytes."""
        start, self.at = self.at, self.at + size
        if self.at > len(self.meta):
            self.refuse("a value goes on after the end of its frame")
        return self.meta[start : self.at]

    def number(self, form: struct.Struct) -> Any:
        """Read one number."""
        start, self.at = self.at, self.at + form.size
        try:
            return form.unpack_from(self.meta, start)[0]
        except struct.error:
            raise ProtocolError("a number goes on after the end of its frame") from None

    def blob(self, limit: int, what: str) -> bytes:
        """Read bytes after their length."""
        size = self.number(tags.COUNT_FORM)
        if size > limit:
            self.at_most(limit, size, what)
        start = self.at
        self.at = end = start + size
        if end > self.size:
            self.refuse("a value goes on after the end of its frame")
        return self.meta[start:end]

    def integer(self, limit: int) -> int:
        """Read an integer of any size up to `limit` bytes."""
        return int.from_bytes(self.blob(limit, "bytes of an int"), "little", signed=True)

    def count(self, depth: int, each: int = 1) -> int:
        """Read how many items a container has, of `each` values, and charge for them all."""
        start, self.at = self.at, self.at + 4
        if self.at > self.size:
            self.refuse("a number goes on after the end of its frame")
        count: int = _unpack_count(self.meta, start)[0]  # written out: it may run 50,000 times
        if count:
            self.nodes_left -= each * count
            if self.nodes_left < 0:
                self.refuse(f"{count} values in one container, and fewer values left")
            if depth >= self.deepest:
                self.refuse("values nested too deep")
        return count

    def items(self, depth: int) -> list[Any]:
        """Read the values of a list, tuple or set."""
        count, deeper, value = self.count(depth), depth + 1, self.value
        if count == 1:  # a comprehension is a function call
            return [value(deeper)]
        return [value(deeper) for _ in range(count)] if count else []

    def distinct(
        self, make: Callable[[list[Any]], Any], keys: list[Any], content: list[Any]
    ) -> Any:
        """Return `make(content)`, after its keys proved cheap, hashable and different."""
        try:
            self.keys(keys)
            container = make(content)
        except (TypeError, ValueError, OverflowError) as error:
            # TypeError: unhashable. ValueError: a numpy scalar and a tuple made to share its hash
            # are compared elementwise, and the answer has no truth value. OverflowError: a numpy
            # bool and an int of more than 64 bits made to share its hash.
            raise ProtocolError("keys that cannot be compared") from error
        if len(container) != len(keys):
            self.refuse("equal keys")
        return container


def _int(r: Reader, _depth: int) -> int:
    r.spend(1)
    return r.integer(r.limits.int_bytes)


def _complex(r: Reader, _depth: int) -> complex:
    return complex(*tags.COMPLEX_FORM.unpack(r.take(tags.COMPLEX_FORM.size)))


def _str(r: Reader, _depth: int) -> str:
    data = r.blob(r.limits.str_bytes, "bytes of a str")
    try:
        return data.decode()
    except UnicodeDecodeError:
        r.surrogates(data)
    try:
        return data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        raise ProtocolError("a str that is not UTF-8") from None


def _dict(r: Reader, depth: int) -> object:
    pairs = [(r.value(depth + 1), r.value(depth + 1)) for _ in range(r.count(depth, 2))]
    return r.distinct(dict, [key for key, _ in pairs], pairs)


def _set(r: Reader, depth: int) -> object:
    members = r.items(depth)
    return r.distinct(set, members, members)


def _frozenset(r: Reader, depth: int) -> object:
    members = r.items(depth)
    return r.distinct(frozenset, members, members)


def _fraction(r: Reader, _depth: int) -> Fraction:
    start = r.at
    numerator = r.integer(r.limits.fraction_bytes)
    denominator = r.integer(r.limits.fraction_bytes)
    r.fraction(r.at - start - 2 * tags.COUNT_FORM.size)
    if denominator < 1:
        r.refuse("a fraction whose denominator is not positive")
    value = Fraction(numerator, denominator)
    if value.denominator != denominator:
        r.refuse("a fraction that is not in lowest terms")
    return value


def _decimal(r: Reader, _depth: int) -> Decimal:
    text = r.blob(r.limits.decimal_digits + _DECIMAL_SIGNS, "characters of a Decimal")
    found = _DECIMAL.fullmatch(text)
    if found is None:
        r.refuse("a Decimal that is no number")
    digits, exponent, payload = found.groups()
    r.decimal(len(digits or payload or b""), int(exponent or 0))
    return Decimal(text.decode("ascii"))


def _scalar(r: Reader, _depth: int) -> object:
    r.spend(1)
    dtype = _dtype(r, r.number(tags.BYTE_FORM))
    data = r.take(dtype.itemsize)
    if dtype.kind == "b" and data > b"\1":
        r.refuse("a bool that is neither 0 nor 1")
    return np.frombuffer(data, dtype)[0]


def _array(r: Reader, _depth: int) -> Array:
    code, flags, ndim, size = tags.ARRAY_FORM.unpack(r.take(tags.ARRAY_FORM.size))
    dtype = _dtype(r, code)
    r.at_most(r.limits.ndim, ndim, "dimensions of an array")
    shape = tuple(r.number(tags.SIZE_FORM) for _ in range(ndim))
    r.array(shape, dtype.itemsize, size)
    if flags & tags.LAYOUT:
        array, memory = _laid_out(r, dtype, shape, size)
    elif size != math.prod(shape) * dtype.itemsize:
        r.refuse("an array whose shape and size disagree")
    else:
        array = np.empty(shape, dtype, order="F" if flags & tags.FORTRAN else "C")
        memory = span(array)
    r.unfilled.append(Unfilled(array, memory, flags))
    return array


def _laid_out(
    r: Reader, dtype: np.dtype[Any], shape: tuple[int, ...], size: int
) -> tuple[Array, Memory]:
    """Return an array that lies in a buffer of `size` bytes, and the buffer."""
    strides = tuple(r.number(tags.INT64_FORM) for _ in shape)
    offset = r.number(tags.INT64_FORM)
    steps = [(n - 1) * s for n, s in zip(shape, strides, strict=True)]
    low = offset + sum(step for step in steps if step < 0)
    high = offset + sum(step for step in steps if step > 0) + dtype.itemsize
    if not r.allow_layout or 0 in shape or low < 0 or high > size:
        r.refuse("an array with a layout that is not allowed")
    memory = np.empty(size, np.uint8)
    return np.ndarray(shape, dtype, memory, offset, strides), memory


def _dtype(r: Reader, code: int) -> np.dtype[Any]:
    if code >= len(DTYPES):
        r.refuse("an unknown dtype")
    return DTYPES[code]


_READERS: dict[bytes, Callable[[Reader, int], object]] = {
    tags.NONE: lambda _r, _depth: None,
    tags.TRUE: lambda _r, _depth: True,
    tags.FALSE: lambda _r, _depth: False,
    tags.INT64: lambda r, _depth: r.number(tags.INT64_FORM),
    tags.INT: _int,
    tags.FLOAT: lambda r, _depth: r.number(tags.FLOAT_FORM),
    tags.COMPLEX: _complex,
    tags.STR: _str,
    tags.BYTES: lambda r, _depth: r.blob(r.limits.str_bytes, "bytes of a bytes object"),
    tags.LIST: Reader.items,
    tags.TUPLE: lambda r, depth: tuple(r.items(depth)),
    tags.DICT: _dict,
    tags.SET: _set,
    tags.FROZENSET: _frozenset,
    tags.FRACTION: _fraction,
    tags.DECIMAL: _decimal,
    tags.SCALAR: _scalar,
    tags.ARRAY: _array,
}
