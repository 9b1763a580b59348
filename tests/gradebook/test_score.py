"""Points are exact fractions until the end, where a key is rounded half up, once."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from grader.gradebook.score import earned_share, score_key, total
from grader.outcome import CheckResult, Key, KeyResult, Status, Text

TITLE = Text("", "")


def check(
    name: str, *of: str, weight: int = 1, passed: bool | Status = True, key: Key = "prop", **f: Any
) -> CheckResult:
    status = passed if isinstance(passed, Status) else (Status.WRONG, Status.PASSED)[passed]
    return CheckResult(name, key, of or ("f",), weight, f.get("public", False), TITLE, status)


def points(checks: list[CheckResult], possible: str = "1", key: Key = "prop") -> str:
    return score_key(key, Fraction(possible), checks).points


def test_a_public_and_a_hidden_check_of_one_name_are_two() -> None:
    checks = [check("a", passed=True, public=True), check("a", passed=False)]
    assert earned_share(checks) == Fraction(1, 2)


CHECKS = st.lists(
    st.builds(
        lambda name, of, weight, passed: check(name, *of, weight=weight, passed=passed),
        st.sampled_from("abcdef"),
        st.lists(st.sampled_from("fghi"), min_size=1, max_size=4),
        st.integers(1, 9),
        st.booleans(),
    ),
    min_size=1,
    max_size=12,
)


@settings(max_examples=100, deadline=None)
@given(CHECKS, st.randoms())
def test_the_order_of_checks_does_not_matter(checks: list[CheckResult], random: Any) -> None:
    shuffled = checks.copy()
    random.shuffle(shuffled)
    assert earned_share(shuffled) == earned_share(checks)


# --- points ---------------------------------------------------------------------------------------


def test_everything_passed_earns_everything() -> None:
    thirds = [check(name) for name in "abc"]
    assert points(thirds, "10") == "10"
    assert points([check("a", "f"), check("b", "g"), check("c", "h")], "0.1") == "0.1"


def test_only_passed_earns() -> None:
    for status in Status:
        if status not in (Status.PASSED, Status.NOT_JUDGED):
            assert points([check("a", passed=status)]) == "0"
    assert points([check("a"), check("b", passed=Status.UNANSWERED)]) == "0.5"


def test_half_a_cent_is_rounded_up_once_for_the_key() -> None:
    """2.625 is 2.63; rounding each check first would give 3 · 0.88 = 2.64."""
    eighths = [check(n, passed=n in "abc") for n in "abcdefgh"]
    assert points(eighths, "7") == "2.63"
    assert points([check(n, passed=n == "a") for n in "abc"], "1") == "0.33"
    assert points([check(n, passed=n != "a") for n in "abc"], "1") == "0.67"


def test_checks_of_other_keys_do_not_count() -> None:
    checks = [check("a"), check("b", passed=False, key="ex")]
    assert score_key("prop", Fraction(3), checks) == KeyResult("prop", Status.PASSED, "3", "3")
    assert score_key("ex", Fraction("1.50"), checks) == KeyResult("ex", Status.WRONG, "0", "1.5")


def test_the_verdict_of_a_key_is_its_worst() -> None:
    checks = [check("a"), check("b", passed=Status.CRASHED), check("c", passed=False)]
    assert score_key("prop", Fraction(3), checks).status is Status.CRASHED
    assert points(checks, "3") == "1"


def test_what_is_not_judged_has_no_points_yet() -> None:
    for checks in ([check("a"), check("b", passed=Status.NOT_JUDGED)], [], [check("a", key="ex")]):
        result = score_key("prop", Fraction(3), checks)
        assert result == KeyResult("prop", Status.NOT_JUDGED, "", "3")


def test_the_total_is_that_of_the_judged_keys() -> None:
    keys = [
        KeyResult("ex", Status.WRONG, "0.1", "1"),
        KeyResult("prop", Status.PASSED, "0.2", "0.2"),
        KeyResult("err", Status.NOT_JUDGED, "", "5"),
    ]
    assert total(keys) == Fraction(3, 10)
    assert total([]) == 0
