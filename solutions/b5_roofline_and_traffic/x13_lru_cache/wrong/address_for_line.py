"""Expect: ex=WRONG prop=WRONG err=PASSED

Takes every byte for a line of its own.
"""


def _lines_of(op, byte_addr, nbytes, line_bytes):
    if op not in ("R", "W") or byte_addr < 0 or nbytes < 1:
        raise ValueError("out of range")
    return range(byte_addr, byte_addr + nbytes)
