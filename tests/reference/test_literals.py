"""Printed numbers match what rounds to them, and nothing else."""

import pytest

from tests.reference.literals import quoted


def test_the_last_digit_decides():
    assert quoted("1.4925") == 1.49254
    assert quoted("1.4925") != 1.49256
    assert quoted("683") == 682.6
    assert quoted("683") != 682.4


def test_separators_exponents_and_units():
    assert quoted("8,594,128,896") == 8_594_128_896
    assert quoted("8,594,128,896") != 8_594_128_897
    assert quoted("2.6e9") == 2.628e9
    assert quoted("0.25", 1e-3) == 0.25e-3
    assert quoted("0.25", 1e-3) != 0.26e-3


@pytest.mark.parametrize("literal", ["0.4", "67", "2.0"])
def test_it_equals_itself(literal):
    assert quoted(literal) == float(literal)
