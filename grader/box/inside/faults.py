"""Turn an exception of the student's code into plain data: its type, its message, its own lines.

The student's class may lie in every method (`__str__`, `__mro__`), so each is asked carefully; what
comes out is a claim all the same.
"""

from __future__ import annotations

import builtins
import errno
import linecache
import os
import traceback
from types import TracebackType
from typing import Any

from .. import wire

MESSAGE_CHARS = 2000
LINE_CHARS = 200
LINES = 12
_BUILTIN = frozenset(
    value
    for value in vars(builtins).values()
    if isinstance(value, type) and issubclass(value, BaseException)
)
_MEANING: dict[type, str] = {
    MemoryError: "内存不够 / out of memory",
    SystemExit: "程序用 exit() 结束了自己，请改用 return / exit() ended the program: use return",
}
"""What to say for exceptions of Python whose own text says nothing to their reader."""
_REFUSED = "评分时不能联网、新建进程、运行别的程序 / no network, no other process while grading"
_REACHING_OUT = ("/subprocess.py", "/multiprocessing/", "/socket.py", "/urllib/", "/requests/")
"""Parts of library files that need what a box has not."""
_NO_TEXT = "没有说明 / no message"
_mro = vars(type)["__mro__"].__get__


def describe(error: BaseException, folder: str) -> dict[str, Any]:
    """Return the payload of a RAISED frame."""
    kind = type(error)
    return {
        "type_name": kind.__name__[:LINE_CHARS],
        "builtin_bases": tuple(c.__name__ for c in _mro(kind) if c in _BUILTIN),
        "message": _message(error),
        "lines": tuple(_lines(error, folder)),
        "requested_bytes": _requested_bytes(error),
        "too_large": isinstance(error, wire.TooLarge),
    }


def unsendable(error: wire.Unsendable) -> dict[str, Any]:
    """Return the payload for an answer that the wire does not carry."""
    return {
        "type_name": "UnsupportedReturnType",
        "builtin_bases": ("TypeError", "Exception", "BaseException"),
        "message": str(error)[:MESSAGE_CHARS],
        "lines": (),
        "requested_bytes": 0,
        "too_large": isinstance(error, wire.TooLarge),
    }


def _message(error: BaseException) -> str:
    kind = type(error)
    try:
        text = str(error) if kind is not SystemExit else ""
        if isinstance(error, SyntaxError) and isinstance(error.lineno, int):
            # Its own text names a file that nobody but us knows.
            text = f"{error.msg} (line {error.lineno})"
        if isinstance(error, OSError) and _refused(error):
            text = f"{text} ({_REFUSED})"
        text = text or _MEANING.get(kind, _NO_TEXT)
        return text[:MESSAGE_CHARS].encode("utf-8", "replace").decode("utf-8")
    except BaseException as second:  # noqa: BLE001 - the student's own method
        return f"({type(second).__name__} while the exception was turned into text)"


def _refused(error: OSError) -> bool:
    """Return whether the walls refused something: a system call, or what a library needed.

    A file that is not there, or not open to the student, has a name.
    """
    if error.errno == errno.EPERM and error.filename is None:
        return True
    files = [frame.f_code.co_filename for frame, _ in _frames(error.__traceback__)]
    return any(part in file for file in files for part in _REACHING_OUT)


def _lines(error: BaseException, folder: str) -> list[str]:
    """Return the student's own frames, innermost last: library frames say nothing about it."""
    lines = [
        line_text(frame.f_code.co_filename, number, frame.f_code.co_name, folder)
        for frame, number in _frames(error.__traceback__)
        if _cell(frame.f_code.co_filename, folder)
    ]
    if isinstance(error, SyntaxError) and _cell(error.filename or "", folder):
        where = f"{_cell(error.filename or '', folder)}, line {error.lineno}"
        lines.append(f"{where}: {str(error.text or '').strip()}"[:LINE_CHARS])
    return lines[-LINES:]


def _frames(trace: TracebackType | None) -> list[tuple[Any, int]]:
    return list(traceback.walk_tb(trace))


def line_text(filename: str, number: int, name: str, folder: str) -> str:
    """Return a line of source as a traceback shows it: `cell 3, line 5, in f: …`."""
    # In a student's own notebook cells are no files of ours.
    cell = _cell(filename, folder)
    where = f"{cell}, line {number}" if cell else f"line {number}"
    if name != "<module>":
        where += f", in {name}"
    return f"{where}: {linecache.getline(filename, number).strip()}"[:LINE_CHARS]


def _cell(filename: str, folder: str) -> str:
    """Return "cell 3" for `<folder>/cell_3.py`, "" for any other file.

    Cell 0 is code that the course gives; the notebook's own cells count from 1.
    """
    parent, name = os.path.split(str(filename))
    if parent != folder or not name.startswith("cell_"):
        return ""
    number = name.removeprefix("cell_").removesuffix(".py")
    return "given code" if number == "0" else f"cell {number}"


def _requested_bytes(error: BaseException) -> int:
    """Return the size of the array that numpy could not allocate, 0 for any other exception."""
    if not isinstance(error, MemoryError):
        return 0
    try:
        size: int = error.dtype.itemsize  # type: ignore[attr-defined]
        for length in error.shape:  # type: ignore[attr-defined]
            size *= int(length)
        return min(size, 1 << 62)
    except Exception:  # noqa: BLE001 - attributes of a class that may be the student's
        return 0
