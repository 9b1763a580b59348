"""Printed numbers: equal to what was computed up to half a unit of their last digit."""

from fractions import Fraction

import pytest


def quoted(literal, unit=1.0):
    """Return what a value printed as `literal` (in `unit`) may be: quoted("1.4925", 1e-6)."""
    digits, _, exponent = literal.replace(",", "").partition("e")
    decimals = len(digits.partition(".")[2])
    half = Fraction(10) ** (int(exponent or 0) - decimals) / 2
    # Half a unit itself is a tie that printing may resolve either way.
    return pytest.approx(float(digits + "e" + (exponent or "0")) * unit, abs=float(half) * unit)
