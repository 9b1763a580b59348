"""A call of a function on recorded arrays, as a trace box makes it, and what it left behind."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest
from numba.core.dispatcher import Dispatcher

from grader.box.inside import compiled
from grader.box.inside.recorder import MOST_EVENTS, WRITE, Recorder
from grader.box.inside.recording import contents, record

Arrays = dict[str, np.ndarray]


class Traced:
    """What a traced call left behind."""

    def __init__(
        self,
        function: Callable[..., Any],
        arrays: Arrays,
        *args: Any,
        native: bool = False,
        most: int = MOST_EVENTS,
    ) -> None:
        recorder = Recorder(tuple(arrays), most)
        self.given = {name: record(a, i, recorder) for i, (name, a) in enumerate(arrays.items())}
        self.error: BaseException | None = None
        self.value: Any = None
        with compiled.tracing(recorder, native=native):
            try:
                self.value = function(*self.given.values(), *args)
            except Exception as error:  # noqa: BLE001 - compared by the test
                self.error = error
        self.codes, self.values = recorder.log()
        self.after = {name: contents(array) for name, array in self.given.items()}

    def same_as(self, other: Traced) -> bool:
        """Return whether two calls cannot be told apart."""
        return (
            type(self.error) is type(other.error)
            and np.array_equal(self.codes, other.codes)
            and np.array_equal(self.values, other.values, equal_nan=True)
            and all(
                np.array_equal(a, other.after[n], equal_nan=True) for n, a in self.after.items()
            )
        )

    def events(self) -> list[tuple[str, bool, int]]:
        """Return array, whether written, and place of each access."""
        names = list(self.given)
        codes = [int(code) for code in self.codes]
        return [(names[c >> 8 & 255], bool(c & WRITE), c >> 16) for c in codes]


def whole_numbers(M: int, N: int, K: int, dtype: Any = np.float32) -> Arrays:
    """Return A, B and an output, small enough that Python and numba round nothing, ever."""
    rng = np.random.default_rng(M + 8 * N + 64 * K)
    shapes = {"A": (M, K), "B": (K, N), "C": (M, N)}
    return {name: rng.integers(-5, 6, shape).astype(dtype) for name, shape in shapes.items()}


def stays_compiled(function: Any) -> bool:
    """Return whether a function was compiled for recorded arrays, and not refused."""
    return compiled._TWIN in vars(function) and not compiled._twin(function).refused


@contextmanager
def installed() -> Iterator[None]:
    """Let dispatchers take part in recordings, in the block only."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("__call__", "get_call_template", "get_overload"):
            patch.setattr(Dispatcher, name, getattr(Dispatcher, name))
        compiled.install()
        yield
