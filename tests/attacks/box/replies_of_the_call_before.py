"""Expect: ex=FORBIDDEN err=FORBIDDEN claim=FORBIDDEN cell=PASSED

A late answer: the number of an earlier request is used again for this one.
"""

_earlier = serving().nonce


def late(value):
    wire.send(
        channel, wire.Kind.RETURNED, _earlier, {"value": value, "buffers": {}}, keep_layout=False
    )
    os._exit(0)


def room_for(people):
    late("small")


def price(hours):
    late(6)
