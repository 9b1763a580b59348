"""A program with one small mistake, many times over: what the checks of a unit should notice.

Mutation libraries were looked at: their operators lie under test runners of their own (with
databases, web clients or a terminal interface to install), and two thirds of the slips we are after
are in none of them. What remained to be written is small: `mutations` says what changes, here it is
put into the text, so that everything else of the file stays as the author wrote it.
"""

from __future__ import annotations

import ast
import io
import textwrap
import tokenize
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from types import CodeType
from typing import NamedTuple

from grader.engine.mutations import Edit, Kind, Mutation, Place, children, mutations

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


class Mutant(NamedTuple):
    """A program with one change.

    Attributes
    ----------
    function
        The functions and classes around the change, with dots; empty at the top.
    line
        The first line that differs, from 1.
    before, after
        The lines that differ, without the indentation that all of them have.
    """

    kind: Kind
    function: str
    line: int
    before: str
    after: str
    source: str


def mutants_of(source: str) -> Iterator[Mutant]:
    """Yield every mutant of a program in the order of its lines, always the same way.

    Left out are those that do not compile, and those whose byte code is that of the program or of
    an earlier mutant. SyntaxError if `source` is no program.
    """
    tree = ast.parse(source)
    seen = {_meaning(_compiled(source))}
    found = [each for each in _all(tree, Place()) if not _only_raise(tree, each[0])]
    for mutation, place in sorted(found, key=lambda each: _position(each[0])):
        text = _mutated(source, mutation)
        if text is None:
            continue
        try:
            meaning = _meaning(_compiled(text))
        except (SyntaxError, ValueError):
            continue
        if meaning not in seen:
            seen.add(meaning)
            yield Mutant(mutation.kind, place.function, *_difference(source, text), text)


def _all(node: ast.AST, place: Place) -> Iterator[tuple[Mutation, Place]]:
    yield from ((mutation, place) for mutation in mutations(node, place))
    for child in children(node):
        yield from _all(child, _place(child, place))


def _place(node: ast.AST, place: Place) -> Place:
    if not isinstance(node, (*_FUNCTIONS, ast.ClassDef)):
        return place
    function = f"{place.function}.{node.name}".lstrip(".")
    if isinstance(node, ast.ClassDef):
        return replace(place, function=function)
    parameters = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
    stored = Counter(
        name.id
        for name in ast.walk(node)
        if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)
    )
    # Nobody takes an object for one of its arguments.
    exchanged = tuple(arg for arg in parameters if arg.arg not in ("self", "cls"))
    return Place(function, exchanged, stored + Counter(arg.arg for arg in parameters))


def _position(mutation: Mutation) -> tuple[int, int]:
    return _first_place(mutation.edits[0])


def _first_place(edit: Edit) -> tuple[int, int]:
    return edit[0].lineno, edit[0].col_offset


def _only_raise(tree: ast.Module, mutation: Mutation) -> bool:
    """Return whether a refusal is removed that is all an `if` has: its condition is forced too."""
    removed = mutation.edits[0][0]
    return isinstance(removed, ast.Raise) and any(
        isinstance(node, ast.If) and node.body == [removed] and not node.orelse
        for node in ast.walk(tree)
    )


# -- Putting a change into the text


def _mutated(source: str, mutation: Mutation) -> str | None:
    """Return the changed text, which parses to exactly the changed tree; None where it cannot."""
    changed = ast.parse(source)  # sooner done than a copy of the tree
    _Changed(mutation).generic_visit(changed)
    wanted = ast.dump(ast.parse(ast.unparse(changed)))
    for around in ("", "()"):
        text = _spliced(source, mutation, around)
        try:
            if ast.dump(ast.parse(text)) == wanted:
                return text
        except (SyntaxError, ValueError):
            continue
    return None


class _Changed(ast.NodeTransformer):
    """Makes the change in a copy of the tree: a node is known by its type and where it stands."""

    def __init__(self, mutation: Mutation) -> None:
        self._edits = {_identity(old): new for old, new in mutation.edits}

    def visit(self, node: ast.AST) -> ast.AST | list[ast.AST]:
        new = self._edits.get(_identity(node))
        if new is None:
            return super().generic_visit(node)
        return list(new) if len(new) > 1 else new[0]


def _identity(node: ast.AST) -> tuple[object, ...]:
    places = ("lineno", "col_offset", "end_lineno", "end_col_offset")
    return (type(node), *(getattr(node, place, None) for place in places))


def _spliced(source: str, mutation: Mutation, around: str) -> str:
    data = source.encode()
    starts = [0]
    for line in data.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    # The last place first, so that the others stay where they are.
    for old, new in sorted(mutation.edits, key=_first_place, reverse=True):
        assert old.end_lineno is not None
        assert old.end_col_offset is not None
        first = starts[old.lineno - 1] + old.col_offset
        last = starts[old.end_lineno - 1] + old.end_col_offset
        text = _written(new, data[first:last].decode(), old, around)
        data = data[:first] + text.encode() + data[last:]
    return data.decode()


def _written(new: Sequence[ast.AST], was: str, old: ast.AST, around: str) -> str:
    """Return what stands for a node; a node that stays is left as it was written."""
    indent = "\n" + " " * getattr(old, "col_offset", 0)
    parts = [was if node is old else _double_quoted(ast.unparse(node)) for node in new]
    text = indent.join(parts)
    return f"({text})" if around and isinstance(old, ast.expr) else text


def _double_quoted(text: str) -> str:
    """Return an expression with the quotes that people write."""
    parts = []
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        plain = token.type == tokenize.STRING and not set('"\\') & set(token.string)
        if plain and token.string.startswith("'"):
            parts.append((token.start[1], token.end[1]))
    for first, last in reversed(parts) if "\n" not in text else ():
        text = f'{text[:first]}"{text[first + 1 : last - 1]}"{text[last:]}'
    return text


# -- Telling mutants apart


def _compiled(source: str) -> CodeType:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a mutant may well be odd
        return compile(source, "", "exec", dont_inherit=True)


def _meaning(code: CodeType) -> tuple[object, ...]:
    """Return all that a run of some byte code depends on, and no line numbers."""
    return (
        *(code.co_code, code.co_exceptiontable, code.co_flags, code.co_name, code.co_names),
        *(code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount),
        *(code.co_varnames, code.co_freevars, code.co_cellvars),
        tuple(map(_constant, code.co_consts)),
    )


def _constant(value: object) -> object:
    if isinstance(value, CodeType):
        return _meaning(value)
    if isinstance(value, tuple | frozenset):
        parts = tuple(map(_constant, value))
        return type(value), tuple(sorted(map(repr, parts))) if type(value) is frozenset else parts
    return type(value), repr(value)


def _difference(before: str, after: str) -> tuple[int, str, str]:
    """Return the first line that differs, and the lines that do, in both."""
    old, new = before.splitlines(), after.splitlines()
    same = 0
    while old[same : same + 1] == new[same : same + 1]:
        same += 1
    tail = 0
    while tail < min(len(old), len(new)) - same and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    # What only was added is told with the line before it.
    first = same - (same == len(old) - tail)
    shown, changed = (lines[first : len(lines) - tail] for lines in (old, new))
    both = textwrap.dedent("\n".join((*shown, *changed))).splitlines()
    return same + 1, "\n".join(both[: len(shown)]), "\n".join(both[len(shown) :])
