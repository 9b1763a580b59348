"""What may go wrong at one place of a program: the small changes of which `mutants` makes one.

Written for solutions of exercises, where the slips that matter are known: a boundary, a term left
out, two arguments exchanged, a refusal forgotten. Left alone is what no check can or should see:
docstrings, annotations, the words of an error, decorators, and `strict=` of `zip`, a guard of its
own. A condition is forced both ways instead of negated: whatever notices one of the two would
notice the negation.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

Kind = Literal[
    "comparison",
    "arithmetic",
    "term",
    "constant",
    "logic",
    "condition",
    "call",
    "argument",
    "variable",
    "slice",
    "loop",
    "statement",
    "refusal",
]
Node = ast.expr | ast.stmt | ast.Slice

_COMPARED: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
_COMPUTED: dict[type[ast.operator], tuple[type[ast.operator], ...]] = {
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Div, ast.Add),
    ast.Div: (ast.Mult, ast.FloorDiv),
    ast.FloorDiv: (ast.Div, ast.Mult),
    ast.Mod: (ast.FloorDiv,),
    ast.Pow: (ast.Mult,),
    ast.MatMult: (ast.Mult,),
    ast.LShift: (ast.RShift,),
    ast.RShift: (ast.LShift,),
    ast.BitAnd: (ast.BitOr,),
    ast.BitOr: (ast.BitAnd,),
    ast.BitXor: (ast.BitOr,),
}
_ORDERED = (ast.Sub, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow, ast.MatMult)
"""Operators whose operands cannot be exchanged."""
_RENAMED = {
    "min": "max",
    "max": "min",
    "all": "any",
    "any": "all",
    "sum": "max",
    "fsum": "max",
    "floor": "ceil",
    "ceil": "floor",
    "sorted": "list",
}
_UNWRAPPED = {
    *("round", "abs", "fabs", "int", "float", "floor", "ceil", "trunc", "sqrt", "min", "max"),
    *("sorted", "reversed", "list", "tuple", "set", "frozenset"),
}
_SYMMETRIC = {"min", "max", "isclose", "gcd", "lcm", "hypot"}
"""Functions whose arguments may be exchanged."""
_LARGE, _SMALL = 10**6, 1e-6
"""Beyond these one more or twice as much is lost in the tolerance of a comparison."""


Edit = tuple[Node, tuple[ast.AST, ...]]
"""A node, and what stands in its place: another one, or statements."""


class Mutation(NamedTuple):
    """One change, of one or more nodes."""

    kind: Kind
    edits: tuple[Edit, ...]


@dataclass
class Place:
    """Where a node stands."""

    function: str = ""
    """Names of the functions and classes around it, with dots; empty at the top."""
    parameters: tuple[ast.arg, ...] = ()
    """Of the innermost function that has a name."""
    assigned: Counter[str] = field(default_factory=Counter)
    """How often names are assigned in that function."""


def mutations(node: ast.AST, place: Place) -> Iterator[Mutation]:
    """Yield the changes of one node, without those of the nodes in it."""
    for kind, old, *new in _changes(node, place):
        yield Mutation(kind, ((old, tuple(new)),))
    if isinstance(node, ast.Call) and _name(node.func) not in _SYMMETRIC:
        for a, b in zip(node.args, node.args[1:], strict=False):
            if not any(isinstance(arg, ast.Starred) for arg in (a, b)):
                yield Mutation("argument", ((a, (b,)), (b, (a,))))


def children(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the parts of a node that may be changed."""
    left_alone = {"annotation", "returns", "decorator_list", "bases", "msg"}
    if isinstance(node, ast.Raise | ast.JoinedStr):
        # The words of an error; and Python 3.11 does not know where the parts of an f-string stand.
        return
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        # It mostly refuses some of its arguments, which it treats alike: none is exchanged.
        yield from node.value.args
        yield from node.value.keywords
        return
    for name, value in ast.iter_fields(node):
        if name in left_alone:
            continue
        for child in value if isinstance(value, list) else [value]:
            strict = isinstance(child, ast.keyword) and child.arg == "strict"
            if isinstance(child, ast.AST) and not (strict or _is_text(child)):
                yield child


def _is_text(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _changes(node: ast.AST, place: Place) -> Iterator[tuple[Kind, Node, *tuple[ast.AST, ...]]]:
    """Yield kind, what is replaced, and by what."""
    match node:
        case ast.Compare():
            yield from (("comparison", node, new) for new in _comparisons(node))
        case ast.BinOp():
            for op in _COMPUTED.get(type(node.op), ()):
                yield "arithmetic", node, ast.BinOp(node.left, op(), node.right)
            yield "term", node, node.left
            yield "term", node, node.right
            if isinstance(node.op, _ORDERED):
                yield "term", node, ast.BinOp(node.right, node.op, node.left)
        case ast.BoolOp():
            other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield "logic", node, ast.BoolOp(other, node.values)
            for i in range(len(node.values)):
                rest = node.values[:i] + node.values[i + 1 :]
                yield "logic", node, rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
        case ast.UnaryOp():
            yield "logic" if isinstance(node.op, ast.Not) else "arithmetic", node, node.operand
        case ast.Constant():
            yield from (("constant", node, ast.Constant(new)) for new in _values(node.value))
        case ast.IfExp():
            yield "condition", node, node.body
            yield "condition", node, node.orelse
        case ast.Slice():
            for part in ("lower", "upper", "step"):
                if getattr(node, part) is not None:
                    shorter = ast.Slice(node.lower, node.upper, node.step)
                    setattr(shorter, part, None)
                    yield "slice", node, shorter
        case ast.Call():
            yield from _calls(node)
        case ast.Name(ctx=ast.Load()):
            yield from (("variable", node, new) for new in _neighbours(node, place))
        case ast.comprehension():
            yield from (("condition", test, ast.Constant(True)) for test in node.ifs)
        case ast.stmt():
            yield from _statements(node, place)


def _comparisons(node: ast.Compare) -> Iterator[ast.expr]:
    for i, op in enumerate(node.ops):
        for new in _COMPARED[type(op)]:
            ops = [*node.ops[:i], new(), *node.ops[i + 1 :]]
            yield ast.Compare(node.left, ops, node.comparators)
    if len(node.ops) > 1:
        yield ast.Compare(node.left, node.ops[:-1], node.comparators[:-1])
        yield ast.Compare(node.comparators[0], node.ops[1:], node.comparators[1:])


def _values(value: object) -> tuple[str | bool | int | float, ...]:
    match value:
        case bool():
            return (not value,)
        case int() if abs(value) < _LARGE:
            return value + 1, value - 1
        case int():
            return 2 * value, 0
        case float():
            if value == 0:
                return (1.0,)
            return 0.0, float(f"{value * (1000 if abs(value) < _SMALL else 2):.15g}")
        case str():
            return (f"{value}_",)
        case _:
            return ()


def _calls(node: ast.Call) -> Iterator[tuple[Kind, Node, ast.AST]]:
    name = _name(node.func)
    plain = [a for a in node.args if not isinstance(a, ast.Starred | ast.GeneratorExp)]
    if name in _RENAMED and not (name == "sorted" and node.keywords):
        yield "call", node.func, ast.Name(_RENAMED[name])
    if name in ("floor", "ceil") and isinstance(node.func, ast.Attribute):
        yield "call", node.func, ast.Attribute(node.func.value, _RENAMED[name])
    # min(x) of one list is a value: the list itself is noticed by any check.
    if name in _UNWRAPPED and not (name in ("min", "max") and len(node.args) < 2):
        yield from (("call", node, arg) for arg in plain)
    for keyword in node.keywords:
        if keyword.arg not in (None, "strict"):
            rest = [k for k in node.keywords if k is not keyword]
            yield "argument", node, ast.Call(node.func, node.args, rest)


def _name(function: ast.expr) -> str:
    match function:
        case ast.Name(id=name) | ast.Attribute(value=ast.Name(id="math" | "np"), attr=name):
            return name
        case _:
            return ""


def _neighbours(node: ast.Name, place: Place) -> Iterator[ast.Name]:
    """Yield the next parameter of the same type, in a circle."""
    names = [arg.arg for arg in place.parameters]
    if node.id not in names:
        return
    at = names.index(node.id)
    kind = _type(place.parameters[at])
    for other in (*place.parameters[at + 1 :], *place.parameters[:at]):
        if _type(other) == kind:
            yield ast.Name(other.arg)
            return


def _type(arg: ast.arg) -> str:
    return ast.dump(arg.annotation) if arg.annotation is not None else ""


def _statements(node: ast.stmt, place: Place) -> Iterator[tuple[Kind, Node, *tuple[ast.AST, ...]]]:
    match node:
        case ast.If():
            yield "condition", node.test, ast.Constant(False)
            yield "condition", node.test, ast.Constant(True)
        case ast.While():
            yield "loop", node.test, ast.Constant(False)
            yield from _once(node)
        case ast.For():
            yield "loop", node.iter, ast.Tuple([])
            yield from _once(node)
        case ast.Break():
            yield "loop", node, ast.Pass()
        case ast.Continue():
            yield "loop", node, ast.Break()
            yield "loop", node, ast.Pass()
        case ast.Raise():
            yield "refusal", node, ast.Pass()
            raised = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
            if isinstance(raised, ast.Name):
                yield "refusal", raised, ast.Name("RuntimeError")
        case ast.AugAssign():
            for op in _COMPUTED.get(type(node.op), ()):
                yield "arithmetic", node, ast.AugAssign(node.target, op(), node.value)
            yield "statement", node, ast.Pass()
            yield "statement", node, ast.Assign([node.target], node.value, lineno=node.lineno)
        case ast.Assign(targets=[ast.Subscript() | ast.Attribute()]):
            yield "statement", node, ast.Pass()
        case ast.Assign(targets=[ast.Name(id=name)]) if place.assigned[name] > 1:
            yield "statement", node, ast.Pass()
        case ast.Expr(value=ast.Call()) | ast.Assert():
            yield "statement", node, ast.Pass()


def _once(node: ast.For | ast.While) -> Iterator[tuple[Kind, Node, *tuple[ast.AST, ...]]]:
    last = node.body[-1]
    if not isinstance(last, ast.Break | ast.Continue | ast.Return | ast.Raise):
        yield "loop", last, last, ast.Break()
