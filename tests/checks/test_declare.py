"""A declaration attaches a Spec and nothing else; a misuse fails where it is written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import strategies as st

from grader.checks.declare import Scenario, Spec, check, claims, given, scenario, spec_of
from grader.outcome import Text


def example(student: Any) -> None:
    """四条消息的
    例子。

    The example with
    four messages.
    """


def drawn(student: Any, total: Any, count: Any) -> None:
    """时间相加。

    Times add up.
    """


def claimed(scenario: Any) -> str:
    """装得下吗？

    Does it fit?
    """
    return "yes"


def spec(function: Callable[..., Any]) -> Spec:
    found = spec_of(function)
    assert found is not None
    return found


@pytest.fixture(autouse=True)
def undeclared() -> Any:
    """Take the declaration off again."""
    yield
    for function in (example, drawn, claimed):
        vars(function).pop("__grader_check__", None)


def test_a_check_says_what_it_earns() -> None:
    found = spec(check("ex", of="transfer_s")(example))
    assert (found.name, found.key, found.of, found.weight) == ("example", "ex", ("transfer_s",), 1)
    assert found.title == Text("四条消息的 例子。", "The example with four messages.")
    assert spec(check("prop", of=("f", "g"), weight=3)(example)).of == ("f", "g")
    assert spec(example).weight == 3


def test_the_function_itself_is_left_alone() -> None:
    assert check("ex", of="f")(example) is example
    assert check("prop", of="f")(given(st.integers(), st.integers())(drawn)) is drawn


def test_strategies_fill_the_parameters_in_order_or_by_name() -> None:
    total, count = st.integers(), st.floats()
    for attach in (
        given(total, count),
        given(total, count=count),
        given(count=count, total=total),
    ):
        found = spec(check("prop", of="f")(attach(drawn)))
        assert found.strategies == {"total": total, "count": count}
        assert found.examples == 100
    assert spec(check("prop", of="f")(given(total, count, examples=7)(drawn))).examples == 7


def test_a_claim_knows_its_scenarios_and_answers() -> None:
    rooms = [scenario("small", size=1), scenario("large", size=9)]
    found = spec(check("claim", of="f")(claims(rooms, answers=("yes", "no"))(claimed)))
    assert (found.claim, found.answers) == (rooms, ("yes", "no"))


def test_a_scenario_may_have_an_argument_of_any_name() -> None:
    assert scenario("r", rule=1, args=2) == Scenario("r", {"rule": 1, "args": 2})


def test_an_err_check_has_a_valid_call() -> None:
    assert spec(check("err", of="f", valid={"x": 1})(example)).valid == {"x": 1}
    assert spec(check("err", of="f", valid={})(example)).valid == {}


def test_only_declared_checks_have_a_spec() -> None:
    assert spec_of(example) is None
    assert spec_of(given(st.integers(), st.integers())(drawn)) is None  # @check is missing
    assert spec_of(3) is None
    assert spec_of(pytest) is None


def undocumented(student: Any) -> None: ...


def one_language(student: Any) -> None:
    """Only one paragraph."""


def three(student: Any) -> None:
    """一。

    Two.

    Three.
    """


@pytest.mark.parametrize(
    ("declare", "function", "match"),
    [
        (lambda f: check("exx", of="f")(f), example, "exx"),
        (lambda f: check("wr", of="f")(f), example, "wr"),
        (lambda f: check("ex", of=())(f), example, "entry point"),
        (lambda f: check("ex", of="f", weight=0)(f), example, "weight"),
        (lambda f: check("err", of="f")(f), example, "valid="),
        (lambda f: check("ex", of="f", valid={})(f), example, "valid="),
        (lambda f: check("claim", of="f")(f), claimed, "@claims"),
        (lambda f: check("ex", of="f")(claims([], answers=(1, 2))(f)), claimed, "@claims"),
        (lambda f: claims([], answers=("yes",))(f), claimed, "one answer"),
        (lambda f: check("claim", of="f")(claims([], answers=(1, 2))(f)), example, "scenario"),
        (lambda f: check("ex", of="f")(f), claimed, "student"),
        (lambda f: check("ex", of="f")(f), drawn, "@given"),
        (lambda f: given(st.integers())(f), drawn, "every parameter"),
        (lambda f: given(st.integers(), st.integers(), st.integers())(f), drawn, "more strategies"),
        (lambda f: given(st.integers(), total=st.floats())(f), drawn, "two strategies"),
        (lambda f: given(st.integers(), st.floats(), examples=0)(f), drawn, "examples"),
        (lambda f: check("ex", of="f", weight=1.5)(f), example, "weight"),
        (lambda f: given(st.integers(), cuont=st.integers())(f), drawn, "every parameter"),
        (lambda f: check("ex", of="f")(f), undocumented, "docstring"),
        (lambda f: check("ex", of="f")(f), one_language, "docstring"),
        (lambda f: check("ex", of="f")(f), three, "docstring"),
    ],
    ids=range(21),
)
def test_a_misuse_names_the_function_and_the_rule(
    declare: Callable[[Any], Any], function: Callable[..., Any], match: str
) -> None:
    with pytest.raises(ValueError, match=match) as caught:
        declare(function)
    assert function.__name__ in str(caught.value)


def test_given_belongs_below_check() -> None:
    with pytest.raises(ValueError, match="@given"):
        given(st.integers(), st.integers())(check("prop", of="f")(drawn))
