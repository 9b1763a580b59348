"""The letters and number formats of meta, written once for the writer and the reader."""

from __future__ import annotations

from struct import Struct

NONE, TRUE, FALSE = b"N", b"T", b"F"
INT64, INT, FLOAT, COMPLEX = b"i", b"I", b"d", b"c"
STR, BYTES = b"s", b"b"
LIST, TUPLE, DICT, SET, FROZENSET = b"l", b"t", b"m", b"e", b"z"
FRACTION, DECIMAL = b"q", b"D"
SCALAR, ARRAY = b"g", b"a"

BYTE_FORM, COUNT_FORM, SIZE_FORM = Struct("<B"), Struct("<I"), Struct("<Q")
INT64_FORM, FLOAT_FORM, COMPLEX_FORM = Struct("<q"), Struct("<d"), Struct("<2d")
ARRAY_FORM = Struct("<BBBQ")
"""Dtype code, flags, dimensions, bytes of memory; then the shape; with a layout also the strides
and the offset."""

READONLY, FORTRAN, LAYOUT = 1, 2, 4
