"""Expect: ex=WRONG prop=WRONG err=PASSED

Looks up the line of the first byte and forgets the others.
"""


def _lines_of(op, byte_addr, nbytes, line_bytes):
    if op not in ("R", "W") or byte_addr < 0 or nbytes < 1:
        raise ValueError("out of range")
    return range(byte_addr // line_bytes, byte_addr // line_bytes + 1)
