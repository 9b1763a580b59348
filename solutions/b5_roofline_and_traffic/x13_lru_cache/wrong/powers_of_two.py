"""Expect: ex=WRONG prop=WRONG err=PASSED

Shifts the address, which is right only where line_bytes is a power of two.
"""


def _lines_of(op, byte_addr, nbytes, line_bytes):
    if op not in ("R", "W") or byte_addr < 0 or nbytes < 1:
        raise ValueError("out of range")
    shift = (line_bytes - 1).bit_length()
    return range(byte_addr >> shift, ((byte_addr + nbytes - 1) >> shift) + 1)
