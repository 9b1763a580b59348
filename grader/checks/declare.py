"""How an author declares a check: `@check`, `@given`, `@claims`, `scenario`.

The decorators only attach a `Spec`; nothing runs and nothing is drawn before a session calls the
check. A misuse is a TypeError or ValueError where it is written, so that the author sees the line.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from grader.outcome import AUTOMATIC_KEYS, Key, Text

CheckFunction = TypeVar("CheckFunction", bound=Callable[..., Any])
DEFAULT_EXAMPLES = 100
CLAIM_SCENARIOS = 200
CLAIM_EACH_ANSWER = 20


@dataclass(frozen=True)
class Scenario:
    """One judged situation of a claim: the rule it tests and the arguments of the call."""

    rule: str
    args: Mapping[str, Any]


def scenario(rule: str, /, **args: Any) -> Scenario:
    """Return a claim's situation. `rule` is what the student is told when the answer is wrong."""
    return Scenario(rule, args)


@dataclass(frozen=True)
class Spec:
    """Everything declared about one check."""

    name: str = ""
    key: Key = "ex"
    of: tuple[str, ...] = ()
    weight: int = 1
    title: Text = field(default_factory=lambda: Text("", ""))
    strategies: Mapping[str, Any] = field(default_factory=dict)
    examples: int = DEFAULT_EXAMPLES
    valid: Mapping[str, Any] | Callable[[Any], object] | None = None
    claim: Any = None
    """The strategy or list of scenarios of a claim."""
    answers: tuple[Any, ...] = ()


def spec_of(function: object) -> Spec | None:
    """Return the `Spec` of a declared check, None for anything else."""
    spec = getattr(function, "__grader_check__", None)
    return spec if isinstance(spec, Spec) and spec.name else None


def check(
    key: Key,
    *,
    of: str | tuple[str, ...],
    weight: int = 1,
    valid: Mapping[str, Any] | Callable[[Any], object] | None = None,
) -> Callable[[CheckFunction], CheckFunction]:
    """Declare a check that earns a share of `key`.

    Parameters
    ----------
    key
        `ex`, `prop`, `err`, `claim` or `trace`.
    of
        The entry point (or points) whose share of the key it earns.
    weight
        Its share among the checks of the same key and entry point.
    valid
        Arguments of one valid `student.call` (`out=` may be among them), or a function of
        `student` that makes valid calls, for a class. It is made first and has to return, so that a
        function that refuses everything earns nothing. Required for `err`, refused elsewhere.

    Raises
    ------
    ValueError
        For a key, weight, docstring or signature that breaks these rules.
    """
    names = (of,) if isinstance(of, str) else tuple(of)

    def declare(function: CheckFunction) -> CheckFunction:
        pending: Spec = getattr(function, "__grader_check__", Spec())
        where = function.__name__
        if key not in AUTOMATIC_KEYS:
            raise ValueError(f"{where}: key {key!r} is not one of {', '.join(AUTOMATIC_KEYS)}")
        if (key == "err") != (valid is not None):
            raise ValueError(f"{where}: valid= belongs to an err check, and to no other")
        if (key == "claim") != (pending.claim is not None):
            raise ValueError(f"{where}: a claim check needs @claims, and no other check has it")
        if weight < 1 or weight % 1 or not names:
            raise ValueError(f"{where}: weight is a whole number from 1 on, of= an entry point")
        _demand_parameters(function, pending)
        spec = replace(
            pending,
            name=where,
            key=key,
            of=names,
            weight=int(weight),
            valid=valid,
            title=_title(function),
        )
        function.__grader_check__ = spec  # type: ignore[attr-defined]
        return function

    return declare


def given(
    *strategies: Any, examples: int = DEFAULT_EXAMPLES, **named: Any
) -> Callable[[CheckFunction], CheckFunction]:
    """Draw the parameters after `student` with Hypothesis, `examples` times.

    Positional strategies fill the parameters after `student` in order. Write `@check` above it.
    """

    def attach(function: CheckFunction) -> CheckFunction:
        parameters = list(inspect.signature(function).parameters)[1:]
        if len(strategies) > len(parameters):
            raise ValueError(f"{function.__name__}: more strategies than parameters")
        by_name = dict(zip(parameters, strategies, strict=False))
        if by_name.keys() & named.keys():
            raise ValueError(f"{function.__name__}: a parameter has two strategies")
        by_name |= named
        if set(by_name) != set(parameters):
            raise ValueError(f"{function.__name__}: every parameter after student needs a strategy")
        if examples < 1:
            raise ValueError(f"{function.__name__}: examples is at least 1")
        function.__grader_check__ = Spec(  # type: ignore[attr-defined]
            strategies={name: by_name[name] for name in parameters}, examples=examples
        )
        return function

    return attach


def claims(scenarios: Any, *, answers: Sequence[Any]) -> Callable[[CheckFunction], CheckFunction]:
    """Judge a claim over drawn scenarios; the function returns the right answer of one.

    Parameters
    ----------
    scenarios
        A strategy of `scenario(…)`, or a finite list of them when there are fewer than 200.
    answers
        Every answer that exists; each is drawn at least 20 times where the domain has that many.
    """

    def attach(function: CheckFunction) -> CheckFunction:
        if len(answers) < 2:
            raise ValueError(f"{function.__name__}: a claim with one answer claims nothing")
        function.__grader_check__ = Spec(  # type: ignore[attr-defined]
            claim=scenarios, answers=tuple(answers)
        )
        return function

    return attach


def _demand_parameters(function: Callable[..., Any], pending: Spec) -> None:
    parameters = list(inspect.signature(function).parameters)
    if pending.claim is not None:
        if parameters != ["scenario"]:
            raise ValueError(f"{function.__name__}: a claim takes exactly (scenario)")
    elif parameters != ["student", *pending.strategies]:
        raise ValueError(
            f"{function.__name__}: takes (student) and, in this order, what @given draws"
        )


def _title(function: Callable[..., Any]) -> Text:
    """Split the docstring: the Chinese paragraph, a blank line, the English paragraph."""
    paragraphs = [" ".join(p.split()) for p in (inspect.getdoc(function) or "").split("\n\n")]
    if len(paragraphs) != 2 or not all(paragraphs):
        raise ValueError(
            f"{function.__name__}: the docstring is one Chinese paragraph, a blank line and one "
            "English paragraph: it is the sentence the student reads"
        )
    return Text(zh=paragraphs[0], en=paragraphs[1])
