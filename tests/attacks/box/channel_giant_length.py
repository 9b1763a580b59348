"""Expect: ex=FORBIDDEN err=FORBIDDEN claim=FORBIDDEN cell=PASSED

Headers that announce more bytes than there are in the world: refused before anything is kept.
"""

import struct


def announce(meta, buffers, buffer_bytes):
    nonce = serving().nonce
    head = struct.pack(
        "<4sBQIIQ", b"RLW1", int(wire.Kind.RETURNED), nonce, meta, buffers, buffer_bytes
    )
    channel.sendall(head)
    while True:
        channel.sendall(bytes(1 << 16))


def room_for(people):
    announce(2**32 - 1, 0, 0)


def price(hours):
    announce(1, 1, 2**64 - 1)
