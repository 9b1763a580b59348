"""Which functions a submission leaves unanswered, told without running it.

A stub left as it was is UNANSWERED, not wrong, and the student is told so at once. The code is
parsed only: parsing hostile text is bounded by its size, and every way it can fail makes the cell
`broken`, as it would fail when run.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache

from grader.notebooks.read import CodeCell
from grader.outcome import Record

MAX_CELL = 50_000
"""Characters of a cell we parse; a longer one counts as broken. A literal of 16,000 `{a}` takes
0.8 CPU s, and four times that at twice the size."""

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
# Cell magics whose body runs as Python in the notebook's namespace; other bodies are not Python.
_PYTHON_MAGICS = ("time", "capture", "prun")
_CELL_MAGIC = re.compile(r"\s*%%(\w+).*(?:\n|\Z)")
# Blanks never span lines and no two runs of them meet: matching stays linear in hostile text.
_ESCAPE = re.compile(
    r"""^([ \t]*)(?:
        [%!?].*                             # %matplotlib inline, !pip install, ?name
      | [\w.*\[\]]+\?{1,2}[ \t]*;?          # name?
      | (\w[\w.,\ ]*)=[ \t]*[%!].*         # files = !ls
    )$""",
    re.MULTILINE | re.VERBOSE,
)


class Answers(Record, frozen=True):
    """The entry points that are not answered. Each name is in one of the three at most."""

    trivial: frozenset[str] = frozenset()
    """The last definition is the stub's, or as empty as it."""
    missing: frozenset[str] = frozenset()
    """Nothing defines the name."""
    broken: dict[str, int] = {}  # noqa: RUF012 - msgspec copies it
    """Defined in a cell that is not Python: its position among the notebook's cells."""
    defined_in: dict[str, int] = {}  # noqa: RUF012 - msgspec copies it
    """The cell with the last definition, also one that is not Python; it may fail when run."""

    @property
    def unanswered(self) -> frozenset[str]:
        """Return the names for which there is no attempt."""
        return self.trivial | self.missing


def analyse(cells: Sequence[CodeCell], entry_points: Collection[str]) -> Answers:
    """Return which of `entry_points` the code cells, in order, leave unanswered.

    A definition at top level counts, also inside `if`, `try`, `with` or a loop there; so do an
    assignment and an import. The last one decides; of the branches of one statement, any that is
    an answer.
    """
    state: dict[str, bool | None] = {}
    defined_in: dict[str, int] = {}
    broken: list[CodeCell] = []
    for cell in cells:
        found = _definitions(cell.source)
        if found is None:
            broken.append(cell)
        else:
            state |= found
            defined_in |= {name: cell.position for name in found if name in entry_points}
    unanswered = [name for name in entry_points if not state.get(name)]
    attempts = {n: c.position for n in unanswered for c in broken if _attempts(c.source, n)}
    rest = [name for name in unanswered if name not in attempts]
    return Answers(
        trivial=frozenset(name for name in rest if state.get(name) is False),
        missing=frozenset(name for name in rest if state.get(name) is None),
        broken=attempts,
        defined_in=defined_in | attempts,
    )


def empty_copies(cells: Sequence[CodeCell]) -> frozenset[int]:
    """Return the positions of cells that hold nothing but stubs of what a cell above answers.

    Somebody copied a cell and answered the first copy, or wrote the answer above the released cell
    and left that as it was. Run in order, the stub would take the answer's place.
    """
    answered: set[str] = set()
    empty: set[int] = set()
    for cell in cells:
        found = _definitions(cell.source) or {}
        if found and answered.issuperset(found) and _only_stubs(cell.source):
            empty.add(cell.position)
            continue
        answered |= {name for name, answer in found.items() if answer}
        answered -= {name for name, answer in found.items() if not answer}
    return frozenset(empty)


def _only_stubs(source: str) -> bool:
    statements = _parsed(source) or []
    stubs = [s for s in statements if isinstance(s, _DEFINITIONS) and not all(_bound(s).values())]
    return all(s in stubs or _does_nothing(s) for s in statements)


@lru_cache(maxsize=256)  # asked about twice; what it returns is small, unlike the parsed cell
def _definitions(source: str) -> dict[str, bool | None] | None:
    """Return what a cell defines (an answer True, a stub False, deleted None); None if broken."""
    statements = _parsed(source)
    try:
        return None if statements is None else _walk(statements)
    except (SyntaxError, RecursionError):
        return None


def _parsed(source: str) -> list[ast.stmt] | None:
    if len(source) > MAX_CELL:
        return None
    # Each once: often the second is the first.
    for text in dict.fromkeys((source, _without_ipython(source))):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # "invalid escape sequence" is the student's affair
                return ast.parse(text).body
        except (SyntaxError, ValueError, MemoryError, RecursionError):
            # ValueError: a NUL byte. MemoryError, RecursionError: nested too deeply, harmless.
            continue
    return None


def _without_ipython(source: str) -> str:
    magic = _CELL_MAGIC.match(source)
    if magic is not None:
        source = source[magic.end() :] if magic[1] in _PYTHON_MAGICS else ""
    return _ESCAPE.sub(lambda m: f"{m[1]}{m[2]}= None" if m[2] else f"{m[1]}pass", source)


def _walk(statements: Iterable[ast.stmt]) -> dict[str, bool | None]:
    state: dict[str, bool | None] = {}
    for statement in statements:
        if isinstance(statement, ast.Return):
            raise SyntaxError("'return' outside function")  # ast.parse alone lets it pass
        state |= _bound(statement)
        branches = [_walk(body) for body in _bodies(statement)]
        for name in dict.fromkeys(name for branch in branches for name in branch):
            state[name] = max(
                (branch[name] for branch in branches if name in branch), key=_strength
            )
    return state


def _strength(answer: bool | None) -> int:
    return (None, False, True).index(answer)


def _bodies(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    """Yield the bodies of `if`, `try`, loops …, which run at top level too; none of a `def`."""
    if isinstance(statement, _DEFINITIONS):
        return
    for field in ("body", "orelse", "finalbody"):
        yield getattr(statement, field, [])
    for part in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
        yield part.body


def _bound(statement: ast.stmt) -> dict[str, bool | None]:
    """Return the names that `statement` itself binds or deletes."""
    if isinstance(statement, ast.ClassDef):
        return {statement.name: not _stub_class(statement)}
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
        return {statement.name: not all(map(_does_nothing, statement.body))}
    if isinstance(statement, ast.Delete):
        return {name.id: None for name in statement.targets if isinstance(name, ast.Name)}
    if isinstance(statement, ast.Import | ast.ImportFrom):
        return {alias.asname or alias.name: True for alias in statement.names}
    if isinstance(statement, ast.AnnAssign) and statement.value is None:
        return {}
    bound = (node for part in _own_parts(statement) for node in ast.walk(part))
    return {n.id: True for n in bound if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}


def _own_parts(statement: ast.stmt) -> Iterator[ast.AST]:
    for part in ast.iter_child_nodes(statement):
        if not isinstance(part, ast.stmt | ast.ExceptHandler | ast.match_case):
            yield part


def _stub_class(statement: ast.ClassDef) -> bool:
    """Return whether a class does nothing: all its methods are stubs, or it is empty throughout.

    `class TooBig(ValueError): pass` is whole: what it does it inherits.
    """
    methods = [s for s in statement.body if isinstance(s, ast.FunctionDef | ast.AsyncFunctionDef)]
    rest = [s for s in statement.body if s not in methods]
    if not all(map(_does_nothing, rest)) or (statement.bases and not methods):
        return False
    return all(_does_nothing(line) for method in methods for line in method.body)


def _does_nothing(statement: ast.stmt) -> bool:
    match statement:
        case ast.Pass() | ast.Expr(value=ast.Constant()):  # pass, a docstring, ...
            return True
        case ast.Return(value=None | ast.Constant(value=None)):
            return True
        case ast.Raise(exc=ast.Name(id="NotImplementedError")):
            return True
        case ast.Raise(exc=ast.Call(func=ast.Name(id="NotImplementedError"))):
            return True
    return False


def _attempts(source: str, name: str) -> bool:
    head = rf"^[ \t]*(?:(?:async[ \t]+)?def|class)[ \t]+{re.escape(name)}\b"
    return re.search(head, source, re.MULTILINE) is not None
