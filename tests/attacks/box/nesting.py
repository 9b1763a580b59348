"""Expect: ex=OUTPUT_LIMIT err=OUTPUT_LIMIT claim=OUTPUT_LIMIT cell=PASSED

A list in a list in a list, a hundred thousand deep, and one that holds itself.
"""


def room_for(people):
    deep = []
    for _ in range(100_000):
        deep = [deep]
    return deep


def price(hours):
    own = []
    own.append(own)
    return own
