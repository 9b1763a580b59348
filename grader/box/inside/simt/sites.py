"""Where in the source an access or a barrier stands: the line, and the very expression."""

from __future__ import annotations

import itertools
import linecache
import os
from types import CodeType, FrameType

from .. import faults
from .machine import machine

SEGMENT_CHARS = 120
_OURS = os.path.dirname(__file__)
Position = tuple[int, int, int, int]
"""First line, last line, first column and last column; columns count bytes."""


def position(code: CodeType, offset: int) -> Position:
    """Return the place in the source of the instruction at a byte offset (`frame.f_lasti`)."""
    found = next(itertools.islice(code.co_positions(), offset // 2, None), (None,) * 4)
    first, last, begin, end = (0 if part is None else part for part in found)
    return first, last, begin, end


def text(code: CodeType, at: Position) -> tuple[str, str]:
    """Return the line as a traceback shows it, and the part of it that `at` names."""
    first, last, begin, end = at
    where = faults.line_text(code.co_filename, first, code.co_name, machine.folder)
    line = linecache.getline(code.co_filename, first).encode()
    part = line[begin : end if last == first else None]
    return where, part.decode("utf-8", "replace").strip()[:SEGMENT_CHARS]


def here(frame: FrameType) -> tuple[str, str]:
    """Return line and expression of what a frame is doing now."""
    return text(frame.f_code, position(frame.f_code, frame.f_lasti))


def outer(frame: FrameType) -> FrameType:
    """Return the frame itself, or the first above it that is not the simulator's own."""
    while os.path.dirname(frame.f_code.co_filename) == _OURS and frame.f_back is not None:
        frame = frame.f_back
    return frame


def raised(error: BaseException) -> tuple[str, str]:
    """Return line and expression of the notebook where an exception came from; "" for none."""
    found = ("", "")
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        if os.path.dirname(code.co_filename) == machine.folder:
            found = text(code, position(code, trace.tb_lasti))
        trace = trace.tb_next
    return found


def assigned_name(frame: FrameType) -> str:
    """Return the name that the statement of a frame gives to its value: `sA = …`; "" for none."""
    line = linecache.getline(frame.f_code.co_filename, frame.f_lineno)
    name, equals, _ = line.partition("=")
    name = name.partition(":")[0].strip()
    return name if equals and name.isidentifier() else ""
