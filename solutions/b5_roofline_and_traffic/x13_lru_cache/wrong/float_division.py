"""Expect: ex=PASSED prop=WRONG err=PASSED

Divides in floating point, which loses the last bits of a large address.
"""


def _lines_of(op, byte_addr, nbytes, line_bytes):
    if op not in ("R", "W") or byte_addr < 0 or nbytes < 1:
        raise ValueError("out of range")
    first, last = byte_addr / line_bytes, (byte_addr + nbytes - 1) / line_bytes
    return range(int(first), int(last) + 1)
