"""A clock that splits CPU time by parts: each function watched counts without those it calls."""

from __future__ import annotations

import functools
import threading
import time
from collections import defaultdict
from collections.abc import Callable
from typing import Any


class Clock:
    """CPU seconds of this process's main thread, by part."""

    def __init__(self) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self._stack: list[str] = []
        self._since = time.thread_time()

    def watch(self, owner: Any, name: str, part: str) -> None:
        """Count the time in `owner.name` to `part`."""
        function = getattr(owner, name)

        @functools.wraps(function)
        def watched(*args: Any, **kwargs: Any) -> Any:
            if threading.current_thread() is not threading.main_thread():
                return function(*args, **kwargs)
            return self.count(part, lambda: function(*args, **kwargs))

        setattr(owner, name, watched)

    def count(self, part: str, action: Callable[[], Any]) -> Any:
        """Do something and count its time to `part`."""
        self._turn()
        self._stack.append(part)
        try:
            return action()
        finally:
            self._turn()
            self._stack.pop()

    def reset(self) -> None:
        """Forget what was counted."""
        self._turn()
        self.seconds.clear()

    def _turn(self) -> None:
        now = time.thread_time()
        if self._stack:
            self.seconds[self._stack[-1]] += now - self._since
        self._since = now
