"""A small interpreter of classic BPF: what a filter answers, also for a machine we do not have.

Only the instructions that a filter of system calls may use here; anything else is an error, as the
kernel would refuse to load it.
"""

from __future__ import annotations

import struct

LOAD, EQUAL, AT_LEAST, ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
INSTRUCTION = struct.Struct("<HBBI")


def answer(program: bytes, architecture: int, number: int, arguments: tuple[int, ...] = ()) -> int:
    """Return what `program` answers to a system call, as the kernel's `struct seccomp_data`."""
    padded = [*arguments, *[0] * (6 - len(arguments))]
    call = struct.pack("<IIQ6Q", number & 0xFFFFFFFF, architecture, 0, *padded)
    code = list(INSTRUCTION.iter_unpack(program))
    loaded, at = 0, 0
    while True:
        operation, then, otherwise, value = code[at]
        at += 1
        if operation == LOAD:
            assert value % 4 == 0, "the kernel refuses unaligned loads"
            (loaded,) = struct.unpack_from("<I", call, value)
        elif operation == EQUAL:
            at += then if loaded == value else otherwise
        elif operation == AT_LEAST:
            at += then if loaded >= value else otherwise
        elif operation == ANY_BIT:
            at += then if loaded & value else otherwise
        else:
            assert operation == RETURN, f"no such instruction here: {operation:#x}"
            return int(value)


def reachable_ends(program: bytes) -> bool:
    """Return whether no jump leaves the program and its last instruction answers."""
    code = list(INSTRUCTION.iter_unpack(program))
    jumps = [
        at + 1 + max(then, otherwise)
        for at, (operation, then, otherwise, _) in enumerate(code)
        if operation in (EQUAL, AT_LEAST, ANY_BIT)
    ]
    return max(jumps) < len(code) and code[-1][0] == RETURN
