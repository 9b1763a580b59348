"""Claims: a rule judged over many drawn situations, so that a guess earns nothing.

The situations come from the salt, so the whole class faces the same ones; they are stratified so
that every answer occurs; a single wrong answer loses the claim, and the feedback names the rule
and the count, never a situation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from hypothesis.strategies import SearchStrategy

from grader.checks.compare import exact
from grader.checks.declare import CLAIM_EACH_ANSWER, CLAIM_SCENARIOS, Scenario, Spec
from grader.checks.draws import run_cases
from grader.checks.student import Student
from grader.checks.verdicts import CheckFailed
from grader.messages import say
from grader.outcome import Failure

ROUNDS = 20
"""Rounds of 200 draws before a rare answer counts as not drawable."""
MAX_KEPT = 64
"""Claims whose situations a keeper remembers; drawing one costs 0.5 to 1 CPU s."""
Judged = tuple[Scenario, Any]
_DRAWN: dict[tuple[Callable[[Scenario], Any], int], list[Judged]] = {}


def judge_claim(spec: Spec, answer: Callable[[Scenario], Any], student: Student, seed: int) -> int:
    """Ask the student about every situation; return how many there were.

    Raises
    ------
    CheckFailed
        With the worst rule and its count of wrong answers.
    ValueError
        The author's scenarios never give one of the declared answers, or another one.
    """
    judged = _drawn_once(spec, answer, seed)
    asked: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    for situation, want in judged:
        asked[situation.rule] += 1
        try:
            exact(student.call(spec.of[0], **situation.args), want)
        except CheckFailed:
            wrong[situation.rule] += 1
    if wrong:
        rule, count = max(sorted(wrong.items()), key=lambda item: item[1])
        why = say("claim.wrong", rule=rule, count=count, total=asked[rule])
        raise CheckFailed(Failure(why=why))
    return len(judged)


def draw_scenarios(spec: Spec, answer: Callable[[Scenario], Any], seed: int) -> list[Judged]:
    """Return at least 200 situations with their answers, each answer at least 20 times.

    Fewer where the domain has fewer: a list is taken whole, a strategy until it repeats itself.
    """
    if not isinstance(spec.claim, SearchStrategy):
        judged = [(situation, answer(situation)) for situation in spec.claim]
    else:
        judged = _drawn(spec, answer, seed)
    counts = _counts(spec, judged)
    for declared in spec.answers:
        if counts[repr(declared)] == 0:
            raise ValueError(f"{spec.name}: no scenario has the answer {declared!r}")
    return judged


def _drawn_once(spec: Spec, answer: Callable[[Scenario], Any], seed: int) -> list[Judged]:
    """Return the situations of a claim; the class shares them, so a keeper draws them once."""
    key = (answer, seed)
    if key not in _DRAWN:
        if len(_DRAWN) >= MAX_KEPT:
            _DRAWN.clear()
        _DRAWN[key] = draw_scenarios(spec, answer, seed)
    return _DRAWN[key]


def _drawn(spec: Spec, answer: Callable[[Scenario], Any], seed: int) -> list[Judged]:
    judged: dict[str, Judged] = {}
    for turn in range(ROUNDS):
        before = len(judged)

        def collect(situation: Scenario) -> None:
            judged.setdefault(repr(situation), (situation, answer(situation)))

        run_cases(collect, {"situation": spec.claim}, CLAIM_SCENARIOS, seed + turn)
        counts = _counts(spec, list(judged.values()))
        stratified = all(counts[repr(a)] >= CLAIM_EACH_ANSWER for a in spec.answers)
        if len(judged) == before or (len(judged) >= CLAIM_SCENARIOS and stratified):
            break
    return list(judged.values())


def _counts(spec: Spec, judged: list[Judged]) -> Counter[str]:
    counts: Counter[str] = Counter(repr(want) for _, want in judged)
    unknown = set(counts) - {repr(a) for a in spec.answers}
    if unknown:
        raise ValueError(f"{spec.name}: answers= lacks {', '.join(sorted(unknown))}")
    return counts
