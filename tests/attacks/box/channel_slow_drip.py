"""Expect: ex=TIME_LIMIT err=TIME_LIMIT claim=TIME_LIMIT cell=PASSED

A good header, then one byte after the other with work between them: its CPU time runs out.
"""

import struct


def room_for(people):
    head = struct.pack("<4sBQIIQ", b"RLW1", int(wire.Kind.RETURNED), serving().nonce, 1 << 20, 0, 0)
    channel.sendall(head)
    while True:
        channel.sendall(b"N")
        sum(range(1000000))
