"""What a check is worth, as an exact fraction, and points as text."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.checks.shares import decimal, shares
from grader.outcome import CheckResult, Status, Text

TITLE = Text("", "")


def check(name: str, *of: str, weight: int = 1, public: bool = False) -> CheckResult:
    return CheckResult(name, "prop", of or ("f",), weight, public, TITLE, Status.PASSED)


def test_entry_points_share_equally_then_checks_by_weight() -> None:
    checks = [
        check("a", "f", weight=2),
        check("b", "f"),
        check("c", "g"),
    ]
    assert shares(checks) == (Fraction(1, 3), Fraction(1, 6), Fraction(1, 2))


def test_a_check_of_several_entry_points_earns_a_share_of_each() -> None:
    checks = [check("a", "f", "g"), check("b", "f"), check("c", "g", weight=3), check("d", "h")]
    # f: a 1/2, b 1/2; g: a 1/4, c 3/4; h: d
    assert shares(checks) == tuple(Fraction(n, 12) for n in (2 + 1, 2, 3, 4))


def test_an_entry_point_named_twice_counts_once() -> None:
    assert shares([check("a", "f", "f"), check("b", "f")]) == (Fraction(1, 2), Fraction(1, 2))


def test_a_public_and_a_hidden_check_of_one_name_are_two() -> None:
    checks = [check("a", public=True), check("a")]
    assert shares(checks) == (Fraction(1, 2), Fraction(1, 2))


CHECKS = st.lists(
    st.builds(
        lambda name, of, weight: check(name, *of, weight=weight),
        st.sampled_from("abcdef"),
        st.lists(st.sampled_from("fghi"), min_size=1, max_size=4),
        st.integers(1, 9),
    ),
    min_size=1,
    max_size=12,
)


@settings(max_examples=100, deadline=None)
@given(CHECKS)
def test_shares_add_up_to_one_and_each_is_worth_something(checks: list[CheckResult]) -> None:
    assert sum(shares(checks)) == 1
    assert min(shares(checks)) > 0


@pytest.mark.parametrize(
    ("exact", "shown"),
    [
        ("0", "0"),
        ("3", "3"),
        ("10", "10"),
        ("100", "100"),
        ("2.5", "2.5"),
        ("10.50", "10.5"),
        ("2.05", "2.05"),
        ("2.625", "2.63"),
        ("2.6249999", "2.62"),
        ("0.005", "0.01"),
        ("0.0049", "0"),
        ("0.995", "1"),
        ("9.995", "10"),
    ],
)
def test_points_are_shown_without_trailing_zeros(exact: str, shown: str) -> None:
    assert decimal(Fraction(exact)) == shown


@settings(max_examples=100, deadline=None)
@given(st.fractions(0, 1000))
def test_rounding_is_off_by_at_most_half_a_cent(exact: Fraction) -> None:
    error = Fraction(decimal(exact)) - exact
    assert Fraction(-1, 200) < error <= Fraction(1, 200)
