"""Expect: ex=OUTPUT_LIMIT err=OUTPUT_LIMIT claim=OUTPUT_LIMIT cell=PASSED

An integer of a megabyte and a Decimal whose exponent would fill the memory if it were expanded.
"""

from decimal import Decimal


def room_for(people):
    return 1 << (8 << 20)


def price(hours):
    return Decimal("1E+999999999")
