"""Expect: ex=PASSED prop=PASSED err=WRONG

Accepts small letters for the operations.
"""

_capitals_only = _lines_of


def _lines_of(op, byte_addr, nbytes, line_bytes):
    return _capitals_only(op.upper(), byte_addr, nbytes, line_bytes)
