"""Writes the few pieces of Python that depend on a signature, laid out as `ruff format` would.

Only what can become longer than a line is here; the rest of the text is in the templates.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from grader.scaffold.signature import Argument, Signature

WIDTH = 100


def head(signature: Signature) -> str:
    """Return the line that begins the function, with types."""
    arguments = [f"{a.name}: {a.type}" for a in signature.arguments]
    return _call(f"def {signature.name}", arguments, f" -> {signature.returns}:")


def bare_head(signature: Signature, name: str | None = None) -> str:
    """Return the line that begins the function, or one of another name, without types."""
    arguments = [a.name for a in signature.arguments]
    return _call(f"def {name or signature.name}", arguments, ":")


def names(signature: Signature) -> str:
    """Return the arguments as a prompt shows them."""
    return ", ".join(a.name for a in signature.arguments)


def ending(arguments: Sequence[Argument], result: str) -> str:
    """Return the statements that add up the numbers of arguments and return `result` of `total`."""
    terms = [a.kind.number.format(a.name) for a in arguments] or ["0"]
    return returned(terms, result)


def returned(terms: Sequence[str], result: str) -> str:
    """Return the statements that return `result`, in which `total` is the sum of the terms."""
    if result == "total":
        return _sum("    return", terms)
    return f"{_sum('    total =', terms)}\n    return {result}"


def numbers(signature: Signature) -> str:
    """Return the statement that lists the numbers of all arguments."""
    items = [a.kind.spread.format(a.name) for a in signature.arguments]
    flat = f"    numbers = [{', '.join(items)}]"
    if len(flat) <= WIDTH:
        return flat
    return "\n".join(["    numbers = [", *(f"        {item}," for item in items), "    ]"])


def handed_on(signature: Signature) -> str:
    """Return the statement that calls the right function, with the arguments as they came."""
    arguments = [a.name for a in signature.arguments]
    return _call(f"    value = right_{signature.name}", arguments, "", indent=4)


def refusals(signature: Signature, lax: bool = False) -> str:
    """Return the statements that refuse what is out of range; `lax` ones let NaN through."""
    lines = []
    for argument in signature.arguments:
        kind = argument.kind
        condition = (lax and kind.lax) or kind.refused
        if condition:
            lines.append(f"    if {condition.format(argument.name)}:")
            lines.append(f'        raise ValueError("{argument.name} is out of range")')
    return "\n".join(lines)


def empties(signature: Signature) -> str:
    """Return "not a or not b" for the arguments with a length: an empty one adds no number."""
    sized = (a.name for a in signature.arguments if isinstance(a.kind.examples[0], str | list))
    return " or ".join(f"not {name}" for name in sized)


def domain(signature: Signature) -> str:
    """Return the lines of a docstring that say which arguments are accepted."""
    parts = [a.kind.domain.format(a.name) for a in signature.arguments if a.kind.domain]
    said = f"{', '.join(parts)}; 否则 / otherwise ValueError."
    margin = " " * 4
    return textwrap.fill(said, 90, initial_indent=margin, subsequent_indent=margin)


def pairs(items: Iterable[tuple[str, str]], before: int = 0, indent: int = 0) -> str:
    """Return a dictionary: one line if it fits behind `before` columns, else a line for each."""
    entries = [f'"{name}": {value}' for name, value in items]
    flat = f"{{{', '.join(entries)}}}"
    if before + len(flat) <= WIDTH:
        return flat
    pad = " " * indent
    return "\n".join(["{", *(f"{pad}    {entry}," for entry in entries), f"{pad}}}"])


def examples(cases: Sequence[tuple[Mapping[str, Any], Any]]) -> str:
    """Return the rows of a tuple of cases, each with its arguments and what is wanted."""
    lines = []
    for case, want in cases:
        items = [(name, literal(value)) for name, value in case.items()]
        flat = pairs(items)
        row = f"    ({flat}, {literal(want)}),"
        if "\n" in flat or len(row) > WIDTH:
            inside = pairs(items, before=9, indent=8)
            row = f"    (\n        {inside},\n        {literal(want)},\n    ),"
        lines.append(row)
    return "\n".join(lines)


def rows(items: Sequence[str]) -> str:
    """Return a tuple, one item a line; a single one in one line."""
    if len(items) == 1:
        return f"({items[0]},)"
    return "\n".join(["(", *(f"    {item}," for item in items), ")"])


def literal(value: Any) -> str:
    """Return a value as source, a text in double quotes."""
    return f'"{value}"' if isinstance(value, str) else repr(value)


def _sum(before: str, terms: Sequence[str]) -> str:
    flat = f"{before} {' + '.join(terms)}"
    if len(flat) <= WIDTH:
        return flat
    inner = f"        {' + '.join(terms)}"
    each = [f"        {terms[0]}", *(f"        + {term}" for term in terms[1:])]
    return "\n".join([f"{before} (", *([inner] if len(inner) <= WIDTH else each), "    )"])


def _call(before: str, arguments: Sequence[str], after: str, indent: int = 0) -> str:
    flat = f"{before}({', '.join(arguments)}){after}"
    if len(flat) <= WIDTH:
        return flat
    pad = " " * indent
    inner = f"{pad}    {', '.join(arguments)}"
    each = [f"{pad}    {argument}," for argument in arguments]
    return "\n".join([f"{before}(", *([inner] if len(inner) <= WIDTH else each), f"{pad}){after}"])
