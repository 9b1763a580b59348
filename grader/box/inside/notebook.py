"""The student's notebook as a module: cells become files, IPython's syntax becomes harmless Python.

Cells are real files in the private folder, so that tracebacks, `inspect.getsource` and numba's
`cache=True` work as they do in Jupyter. Magics, shell lines and `?` are translated by IPython
itself and then do nothing; `%time` and the cell magics that wrap code run that code once.
"""

from __future__ import annotations

import ast
import asyncio
import inspect
import linecache
import re
import sys
import types
import warnings
from typing import Any

from . import stand_ins

# Cell magics whose body is Python that Jupyter would have run.
_RUN_BODY = frozenset({"time", "timeit", "capture", "prun", "memit", "mprun", "lprun"})
_PROMPT = re.compile(r"^\s*(>>>|\.\.\.|In \[|\[\d+\]:)", re.MULTILINE)


class Notebook:
    """One namespace, `__main__`, in which the cells run top to bottom."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.module = types.ModuleType("__main__")
        sys.modules["__main__"] = self.module
        stand_ins.install(vars(self.module))

    def run(self, source: str, index: int) -> None:
        """Run one cell; whatever it raises comes out."""
        name = f"{self.folder}/cell_{index}.py"
        text = translate(source)
        with open(name, "w", encoding="utf-8", errors="surrogatepass") as file:
            file.write(text)
        linecache.checkcache(name)
        code = compile(text, name, "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
        if code.co_flags & inspect.CO_COROUTINE:
            asyncio.run(types.FunctionType(code, vars(self.module))())
        else:
            exec(code, vars(self.module))


def translate(source: str) -> str:
    """Return a cell as plain Python with the same line numbers where code is left."""
    lines = source.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    first = next((i for i, line in enumerate(lines) if line.strip()), None)
    if first is None:
        return ""
    above, rest = "\n" * first, "\n".join(lines[first:])
    if not rest.startswith("%%"):
        return above + _python(rest)
    magic, _, body = rest.partition("\n")
    words = magic.removeprefix("%%").split()
    if not words or words[0] not in _RUN_BODY:
        return ""
    return above + "\n" + translate(body)


def warm_up() -> None:
    """Import IPython's transformer: it could not be imported in every box in time."""
    _python("%time 1")


def _python(source: str) -> str:
    """Return the source without IPython's own syntax; IPython leaves plain Python as it is."""
    if _is_python(source):
        return source
    from IPython.core.inputtransformer2 import TransformerManager

    manager: Any = TransformerManager()  # type: ignore[no-untyped-call]
    return str(manager.transform_cell(source))


def _is_python(source: str) -> bool:
    """Return whether it can be read as Python: ten times as fast as IPython's look at each line.

    Where a line begins like a prompt, IPython is asked: it strips some even within strings.
    """
    if _PROMPT.search(source):
        return False
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the cell itself will warn
        try:
            ast.parse(source)
        except (SyntaxError, ValueError, MemoryError, RecursionError):
            return False
    return True
