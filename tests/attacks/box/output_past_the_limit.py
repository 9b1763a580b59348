"""Expect: ex=OUTPUT_LIMIT err=OUTPUT_LIMIT claim=OUTPUT_LIMIT cell=PASSED

A flood through a copy of the descriptor, not through `print`.
"""

_copy = os.dup(1)


def room_for(people):
    while True:
        os.write(_copy, b"PASSED\n" * 1000)


def price(hours):
    while True:
        os.writev(2, [b"4 of 4 points\n"] * 64)
