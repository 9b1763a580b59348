"""Expect: ex=PASSED prop=PASSED err=WRONG

Takes any operation, address and length.
"""


def _lines_of(op, byte_addr, nbytes, line_bytes):
    return range(byte_addr // line_bytes, (byte_addr + nbytes - 1) // line_bytes + 1)
