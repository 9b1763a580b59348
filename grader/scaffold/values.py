"""What the holes of the templates are filled with, and which of their blocks stay.

One dictionary for the unit, one for each function on top of it. Both are pure: the request goes
in, text comes out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from grader.outcome import AUTOMATIC_KEYS, Key
from grader.scaffold import source
from grader.scaffold.kinds import number_of
from grader.scaffold.marks import MARK
from grader.scaffold.signature import Signature

Case = dict[str, Any]


@dataclass(frozen=True)
class Plan:
    """What is to be written: everything a template may ask for."""

    unit: str
    bundle: str
    functions: tuple[Signature, ...]
    points: dict[Key, str]
    track: str
    minutes: int

    @property
    def judged(self) -> Signature | None:
        """The function whose answers are a claim: the last that gives one of two."""
        deciding = [f for f in self.functions if f.result.decides]
        return deciding[-1] if "claim" in self.points and deciding else None


_KEYS: tuple[Key, ...] = ("ex", "prop", "err", "claim", "wr")


def unit_values(plan: Plan) -> dict[str, str]:
    """Return what is filled in once."""
    words = plan.unit.split("_")
    points = ", ".join(f"{key} = {value}" for key, value in plan.points.items())
    entry_points = ", ".join(f'"{f.name}"' for f in plan.functions)
    first = plan.functions[0]
    return {
        "mark": MARK,
        "unit": plan.unit,
        "bundle": plan.bundle,
        "number": words[0].upper(),
        "title": " ".join(words[1:]).capitalize(),
        "track": plan.track,
        "minutes": str(plan.minutes),
        "points": points,
        "entry_points": _entry_points(entry_points),
        "grader_public": ", ".join(sorted(_public_verbs(plan))),
        "grader_hidden": ", ".join(sorted(_hidden_verbs(plan))),
        "inputs": "".join(f"    {name}_cases,\n" for name in _drawn(plan)),
        "first": first.name,
        "refusals_too": ", a call to refuse" if "err" in plan.points else "",
        "expect_error": _expected(plan, "ERROR", "ERROR", "ERROR"),
        "expect_wrong": _expected(plan, "WRONG", "WRONG", "WRONG"),
        **{f"worth_{key}": _worth(plan.points.get(key, "")) for key in _KEYS},
        **{f"points_{key}": plan.points.get(key, "") for key in _KEYS},
        "written_points": _written_points(plan.points.get("wr", "0")),
    }


def function_values(plan: Plan, function: Signature) -> dict[str, str]:
    """Return what is filled in for one function."""
    result, main = function.result, function.main
    rest = [a for a in function.arguments if a is not main]
    answer = result.source("total", function.floats)
    answer_of_rest = result.source("total", any(a.kind.floats for a in rest))
    public, hidden = public_cases(function), hidden_cases(function)
    bad = [(a.name, text) for a in function.arguments for text in a.kind.bad]
    bad.sort(key=lambda pair: pair[0] != main.name)
    shown, want = public[0]
    items = [(name, source.literal(value)) for name, value in shown.items()]
    claim = "WRONG" if plan.judged is function else "PASSED"
    call = ", ".join(f"{name}={value}" for name, value in items)
    return unit_values(plan) | {
        "name": function.name,
        "NAME": function.name.upper(),
        "head": source.head(function),
        "bare_head": source.bare_head(function),
        "model_head": source.bare_head(function, f"model_{function.name}"),
        "signature": f"{function.name}({source.names(function)})",
        "main": main.name,
        "one_more": main.kind.one_more.format(f'case["{main.name}"]'),
        "refusals": source.refusals(function),
        "lax_refusals": source.refusals(function, lax=True),
        "empty": source.empties(function),
        "domain": source.domain(function),
        "returns": function.returns,
        "answer_zh": "总和是大还是小" if result.decides else "各个数的总和",
        "answer_en": "whether the total is large" if result.decides else "the total of all numbers",
        "ending": source.ending(function.arguments, answer),
        "ending_of_rest": source.ending(rest, answer_of_rest),
        "ending_of_sum": source.returned(["sum(numbers)"], answer),
        "ending_of_array": source.returned(["numbers.sum()"], result.source("total", True)),
        "numbers": source.numbers(function),
        "handed_on": source.handed_on(function),
        "answer_of_float": result.source("total", True),
        "slip": result.slip("value"),
        "constant": result.constant,
        "verb": result.verb,
        "kind": "integer" if result.name == "int" else "real",
        "strategies": _strategies(function),
        "public_cases": source.examples(public),
        "hidden_cases": source.examples(hidden),
        "valid": source.pairs(items, before=len(function.name) + 9),
        "first_bad": f'{{"{bad[0][0]}": {bad[0][1]}}}',
        "bad_cases": source.rows([f'{{"{name}": {text}}}' for name, text in bad]),
        "call": f"{function.name}({call})",
        "want": source.literal(want),
        "answers": "True, False" if result.name == "bool" else '"large", "small"',
        "refused_zh": "；".join(f"`{a.name}` {a.kind.zh}" for a in function.arguments if a.kind.zh),
        "refused_en": "; ".join(f"`{a.name}` {a.kind.en}" for a in function.arguments if a.kind.en),
        "expect_unrefused": _expected(plan, "PASSED", "PASSED", "WRONG"),
        "expect_slip": _expected(plan, "WRONG", claim, "PASSED"),
    }


def unit_flags(plan: Plan) -> set[str]:
    """Return which blocks of a file stay."""
    floats = any(f.floats for f in plan.functions)
    types = " ".join(a.type for f in plan.functions for a in f.arguments)
    returns = " ".join(f.returns for f in plan.functions)
    text = any(a.type == "str" for f in plan.functions for a in f.arguments)
    flags: set[str] = set(plan.points)
    found = {
        "math": floats,
        "nan": floats and "err" in plan.points,
        "sequence": "Sequence" in types + returns,
        "quarters": floats,
        "texts": text,
        "decides": any(f.result.decides for f in plan.functions),
        "rounds": floats and any(f.result.rounds for f in plan.functions),
        "drawn": "prop" in plan.points or "claim" in plan.points,
        "not_written": "wr" not in plan.points,
    }
    return flags | {name for name, holds in found.items() if holds}


def function_flags(plan: Plan, function: Signature) -> set[str]:
    """Return which blocks of a function stay."""
    found = {
        "claim": plan.judged is function,
        "modelled": "prop" in plan.points or plan.judged is function,
        "public_err": "err" in plan.points and plan.functions[0] is function,
        "sized": bool(source.empties(function)),
        "step": "prop" in plan.points and function.result.number,
    }
    return (unit_flags(plan) - {"claim"}) | {name for name, holds in found.items() if holds}


def public_cases(function: Signature) -> list[tuple[Case, Any]]:
    """Return the visible examples: a small one and a large one."""
    # Many small numbers would be a large total: both of two answers have to be there.
    rest = 2 if function.result.decides else 0
    return [_case(function, 0, rest), _case(function, 1, rest)]


def hidden_cases(function: Signature) -> list[tuple[Case, Any]]:
    """Return the hidden examples: the least there is, and a large one among other small ones."""
    return [_case(function, 2, 2), _case(function, 1, 3)]


def _case(function: Signature, main: int, rest: int) -> tuple[Case, Any]:
    case = {
        a.name: a.kind.examples[main if a is function.main else rest] for a in function.arguments
    }
    return case, function.result.value(sum(map(number_of, case.values())))


def _strategies(function: Signature) -> str:
    rows = []
    for argument in function.arguments:
        kind = argument.kind
        draw = kind.wide if argument is function.main else kind.narrow
        rows.append(f'            "{argument.name}": {draw},')
    return "\n".join(rows)


def _expected(plan: Plan, status: str, claim: str, err: str) -> str:
    """Return what a wrong file announces: `status` for examples and properties."""
    said = {"ex": status, "prop": status, "claim": claim, "err": err}
    return " ".join(f"{key}={said[key]}" for key in AUTOMATIC_KEYS if key in plan.points)


def _worth(points: str) -> str:
    return f"{points} point{'' if points == '1' else 's'}"


def _drawn(plan: Plan) -> list[str]:
    """Return the functions whose inputs the hidden checks draw."""
    return sorted(f.name for f in plan.functions if "prop" in plan.points or f is plan.judged)


def _entry_points(flat: str) -> str:
    line = f"entry_points = [{flat}]"
    if len(line) <= source.WIDTH:
        return line
    return "\n".join(["entry_points = [", *(f"    {name}," for name in flat.split(", ")), "]"])


def _written_points(points: str) -> str:
    """Return a line for every written point, one for what is left of a broken one."""
    whole, rest = divmod(Fraction(points), 1)
    lines = [f"- +1 <!-- {MARK}: 给分的理由 / what earns it -->"] * int(whole)
    if rest:
        lines.append(f"- +{float(rest):g} <!-- {MARK}: 给分的理由 / what earns it -->")
    return "\n".join(lines)


def _public_verbs(plan: Plan) -> Sequence[str]:
    verbs = {"check", *(f.result.verb for f in plan.functions)}
    return sorted(verbs | ({"expects"} if "err" in plan.points else set()))


def _hidden_verbs(plan: Plan) -> Sequence[str]:
    verbs = set(_public_verbs(plan))
    if "prop" in plan.points:
        numbers = [f.result.name for f in plan.functions if f.result.number]
        verbs |= {"given", *({"int": "integer", "float": "real"}[name] for name in numbers)}
    return sorted(verbs | ({"claims", "scenario"} if plan.judged else set()))
