"""Expect: ex=WRONG prop=WRONG err=PASSED

Touches the lines of a request from the last one to the first.
"""


def _lines_of(op, byte_addr, nbytes, line_bytes):
    if op not in ("R", "W") or byte_addr < 0 or nbytes < 1:
        raise ValueError("out of range")
    first, last = byte_addr // line_bytes, (byte_addr + nbytes - 1) // line_bytes
    return range(last, first - 1, -1)
