"""`cuda.atomic`: operations that nothing can come between. Each returns what was there before."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from .arrays import atomic
from .blocks import Pause, wait

_frame = sys._getframe


def add(array: Any, index: Any, value: Any) -> Any:
    """Add to an element."""
    return atomic(array, index, lambda old: old + value, _frame(1))


def sub(array: Any, index: Any, value: Any) -> Any:
    """Subtract from an element."""
    return atomic(array, index, lambda old: old - value, _frame(1))


def max_(array: Any, index: Any, value: Any) -> Any:
    """Keep the larger; NaN where one of them is NaN."""
    return atomic(array, index, lambda old: np.maximum(old, old.dtype.type(value)), _frame(1))


def min_(array: Any, index: Any, value: Any) -> Any:
    """Keep the smaller; NaN where one of them is NaN."""
    return atomic(array, index, lambda old: np.minimum(old, old.dtype.type(value)), _frame(1))


def nanmax(array: Any, index: Any, value: Any) -> Any:
    """Keep the larger, and a number rather than NaN."""
    return atomic(array, index, lambda old: np.fmax(old, old.dtype.type(value)), _frame(1))


def nanmin(array: Any, index: Any, value: Any) -> Any:
    """Keep the smaller, and a number rather than NaN."""
    return atomic(array, index, lambda old: np.fmin(old, old.dtype.type(value)), _frame(1))


def and_(array: Any, index: Any, value: Any) -> Any:
    """Keep the bits that both have."""
    return atomic(array, index, lambda old: old & value, _frame(1))


def or_(array: Any, index: Any, value: Any) -> Any:
    """Keep the bits that either has."""
    return atomic(array, index, lambda old: old | value, _frame(1))


def xor(array: Any, index: Any, value: Any) -> Any:
    """Keep the bits that one of them has."""
    return atomic(array, index, lambda old: old ^ value, _frame(1))


def inc(array: Any, index: Any, value: Any) -> Any:
    """Count up to `value`, then start at 0 again."""
    return atomic(array, index, lambda old: 0 if old >= value else old + 1, _frame(1))


def dec(array: Any, index: Any, value: Any) -> Any:
    """Count down to 0, then start at `value` again."""
    return atomic(
        array, index, lambda old: value if old == 0 or old > value else old - 1, _frame(1)
    )


def exch(array: Any, index: Any, value: Any) -> Any:
    """Put a value in the place of another. Where it stood there already, the others go on."""
    frame = _frame(1)
    found = atomic(array, index, lambda _: value, frame)
    if found == value:
        wait(Pause(), frame)
    return found


def cas(array: Any, index: Any, old: Any, value: Any) -> Any:
    """Put `value` where `old` stands. Where it does not, the other threads go on meanwhile."""
    frame = _frame(1)
    found = atomic(array, index, _compared(old, value), frame)
    if found != old:
        # Who finds a lock taken tries again: without this its holder would never run.
        wait(Pause(), frame)
    return found


def compare_and_swap(array: Any, old: Any, value: Any) -> Any:
    """Put `value` where `old` stands, in the first element."""
    frame = _frame(1)
    found = atomic(array, (0,) * array.ndim, _compared(old, value), frame)
    if found != old:
        wait(Pause(), frame)
    return found


def _compared(old: Any, value: Any) -> Callable[[Any], Any]:
    return lambda found: value if found == old else None
