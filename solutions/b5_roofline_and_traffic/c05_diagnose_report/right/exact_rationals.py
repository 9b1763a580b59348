"""Expect: ex=PASSED prop=PASSED err=PASSED

Computes in exact fractions, so that nothing rounds but the numbers themselves.
"""

from fractions import Fraction


def _quantity(value, unit, per):
    if unit not in per:
        raise ValueError(f"unknown unit {unit!r}")
    exact_per = {"ms": Fraction(1, 10**3), "us": Fraction(1, 10**6), "ns": Fraction(1, 10**9)}
    return Fraction(_positive(value)) * Fraction(exact_per.get(unit, per[unit]))


def _bounds_s(report):
    flop = report["n"] * report["flop_per_item"]
    peak = Fraction(_positive(report["peak_flop_per_s"]))
    return _needed_bytes(report) / _bytes_per_s(report), flop / peak
