"""Reads `name(arg: type, ...) -> type` as the author types it, and refuses what it cannot fill in.

Nothing of it is executed: it is parsed as the head of a function and taken apart.
"""

from __future__ import annotations

import ast
import keyword
from dataclasses import dataclass

from grader.errors import UsageError
from grader.messages import say
from grader.scaffold.kinds import TAKEN, Returned, Taken

RETURNS = ("int", "float", "bool", "str", "list[int]", "list[float]", "tuple[int, float]")
RESERVED = frozenset({"case", "math", "np", "number", "numbers", "st", "student", "total", "value"})
"""Names that the scaffold itself uses where functions and arguments are named."""


@dataclass(frozen=True)
class Argument:
    """One argument with its type as written."""

    name: str
    type: str

    @property
    def kind(self) -> Taken:
        """What the scaffold knows about its type."""
        return TAKEN[self.type]


@dataclass(frozen=True)
class Signature:
    """A function the student writes."""

    name: str
    arguments: tuple[Argument, ...]
    returns: str
    result: Returned

    @property
    def main(self) -> Argument:
        """The argument that decides: the first that can be refused."""
        return next(a for a in self.arguments if a.kind.refused)

    @property
    def floats(self) -> bool:
        """Whether the total is a float."""
        return any(a.kind.floats for a in self.arguments)


def read_signature(text: str) -> Signature:
    """Return a signature. UsageError, with what is expected, for one that cannot be filled in."""
    function = _parsed(text)
    plain = function.args
    if plain.posonlyargs or plain.kwonlyargs or plain.vararg or plain.kwarg or plain.defaults:
        raise _refusal("new.plain_arguments", text)
    arguments = tuple(_argument(argument, text) for argument in plain.args)
    for name in (function.name, *(a.name for a in arguments)):
        if keyword.issoftkeyword(name) or name.startswith("_") or name in RESERVED:
            raise _refusal("new.reserved", text, name=name)
    if not any(argument.kind.refused for argument in arguments):
        raise _refusal("new.nothing_to_refuse", text)
    if function.returns is None:
        raise _refusal("new.no_return", text)
    returns = ast.unparse(function.returns)
    return Signature(function.name, arguments, returns, _returned(returns, text))


def _parsed(text: str) -> ast.FunctionDef:
    try:
        body = ast.parse(f"def {text.strip()}: ...").body
    except (SyntaxError, ValueError):
        raise _refusal("new.signature", text) from None
    # A text with a body of its own would bring more than a head.
    if len(body) == 1 and isinstance(body[0], ast.FunctionDef) and "\n" not in text.strip():
        inside = body[0].body
        if len(inside) == 1 and isinstance(inside[0], ast.Expr):
            return body[0]
    raise _refusal("new.signature", text)


def _argument(found: ast.arg, text: str) -> Argument:
    kind = ast.unparse(found.annotation) if found.annotation is not None else ""
    if kind not in TAKEN:
        known = ", ".join(TAKEN)
        raise _refusal("new.argument_type", text, name=found.arg, type=kind or "-", known=known)
    return Argument(found.arg, kind)


def _returned(returns: str, text: str) -> Returned:
    outer, _, inner = returns.partition("[")
    parts = tuple(part.strip() for part in inner.removesuffix("]").split(",")) if inner else ()
    numbers = all(part in ("int", "float") for part in parts)
    fits = (
        (outer in ("int", "float", "bool", "str") and not inner)
        or (outer == "list" and len(parts) == 1 and numbers)
        or (outer == "tuple" and bool(parts) and numbers)
    )
    if not fits:
        raise _refusal("new.return_type", text, type=returns, known=", ".join(RETURNS))
    return Returned(outer, parts)


def _refusal(message_id: str, text: str, **args: str) -> UsageError:
    return UsageError(say(message_id, text=text, **args), say("new.signature_hint"))
