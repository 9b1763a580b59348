"""How much CPU time numba has spent compiling in this box, told to the keeper while it happens.

A call that compiles without end never answers, so an answer could not say why. The name of the main
thread can: the kernel shows it outside (`/proc/PID/comm`), it takes no descriptor and no frame, and
it can be read at the moment a limit is passed. It is ``jit=SECONDS`` between compilations; during
one it is ``jit>SECONDS``, where the time compiled so far is the process's CPU time less SECONDS.

The student can name his thread as he likes: the keeper uses it for a hint and for patience, never
for a verdict.
"""

from __future__ import annotations

import ctypes
import sys
import time
from typing import Any

from numba.core import event

_LOCK = "numba:compiler_lock"
"""Held while numba compiles anything: functions, universal functions, parts of them within."""
_PR_SET_NAME = 15


class CompileClock(event.Listener):
    """Counts from the outermost beginning to its end; whoever holds the lock is alone."""

    def __init__(self) -> None:
        self._depth = 0
        self._compiled_s = 0.0
        self._less_s = 0.0

    def on_start(self, event: Any) -> None:
        """Note the beginning."""
        del event
        self._depth += 1
        if self._depth == 1:
            self._less_s = time.process_time() - self._compiled_s
            _name(f"jit>{self._less_s:.3f}")

    def on_end(self, event: Any) -> None:
        """Count what has passed."""
        del event
        self._depth -= 1
        if self._depth == 0:
            self._compiled_s = time.process_time() - self._less_s
            _name(f"jit={self._compiled_s:.3f}")


def start() -> None:
    """Begin to count in a new box; where the system shows no names, do nothing."""
    if sys.platform == "linux":
        event.register(_LOCK, CompileClock())  # type: ignore[no-untyped-call]


def _name(text: str) -> None:
    ctypes.CDLL(None).prctl(_PR_SET_NAME, text.encode(), 0, 0, 0)
