"""A broken rule as the exception that ends a check, with a picture of the accesses around it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

import numpy as np

from grader.checks.access.log import AccessLog, Array
from grader.checks.compare import Hint
from grader.checks.verdicts import CheckFailed
from grader.messages import Message
from grader.outcome import (
    MOST_PICTURE_ACCESSES,
    MOST_PICTURE_ARRAYS,
    MOST_PICTURE_NAME,
    Failure,
    Picture,
    PictureAccess,
    PictureArray,
    Text,
)

Expected = tuple[str, int, Literal["R", "W"]]
"""Array, place, and whether it should be read or written."""
AFTER = 12
"""Accesses shown after the one that broke the rule: they tell where the loops were heading."""


def broken(
    log: AccessLog,
    why: Message,
    *,
    show: Sequence[str],
    event: int | None = None,
    expected: Expected | None = None,
    got: str = "",
    want: str = "",
    where: str = "",
    hint: Hint = None,
) -> CheckFailed:
    """Return the failure of a rule.

    Parameters
    ----------
    why
        The rule, and the access that broke it.
    show
        Names of the arrays to draw; accesses to others are left out of the picture.
    event
        Position in the record of the access that broke the rule; None where none did, because
        something is missing.
    expected
        The access that should have come.
    got, want, where
        As in `Failure`; `where` is the element of the event unless something else is passed, and
        left out where it would only repeat one of the others.
    """
    if event is not None and not where:
        where = log.at(event)
    if where in (got, want):
        where = ""  # said already
    return CheckFailed(
        Failure(
            why=why,
            got=got,
            expected=want,
            where=where,
            hint=None if hint is None else Text(*hint),
            picture=picture(log, show, event, expected),
        )
    )


def picture(
    log: AccessLog, show: Sequence[str], event: int | None, expected: Expected | None
) -> Picture:
    """Return the accesses around `event` to the arrays in `show`, the first ones without one."""
    names = list(dict.fromkeys(show))[:MOST_PICTURE_ARRAYS]
    numbers = [log.numbered(name) for name in names]
    events = np.flatnonzero(np.isin(log.number, np.array(numbers, np.uint8)))
    at = -1 if event is None else int(np.searchsorted(events, event))
    if event is None:
        first = 0 if expected is None else max(0, len(events) - MOST_PICTURE_ACCESSES)
    else:
        first = max(0, at + AFTER + 1 - MOST_PICTURE_ACCESSES)
    shown = events[first : first + MOST_PICTURE_ACCESSES]
    return Picture(
        arrays=tuple(_table(log.arrays[number]) for number in numbers),
        accesses=tuple(
            _access(
                log.arrays[log.number[e]],
                numbers.index(int(log.number[e])),
                int(log.place[e]),
                is_write=bool(log.is_write[e]),
            )
            for e in shown
        ),
        broken=-1 if event is None else at - first,
        expected=None if expected is None else _expected(log, names, expected),
        skipped=first,
    )


def _expected(log: AccessLog, names: Sequence[str], expected: Expected) -> PictureAccess:
    name, place, op = expected
    return _access(log.array(name), list(names).index(name), place, is_write=op == "W")


def _table(array: Array) -> PictureArray:
    cols = array.shape[-1] if array.shape else 1
    name = array.name[:MOST_PICTURE_NAME]
    return PictureArray(name, math.prod(array.shape[:-1]), cols, flat=len(array.shape) == 1)


def _access(array: Array, number: int, place: int, *, is_write: bool) -> PictureAccess:
    row, col = divmod(place, array.shape[-1]) if array.shape else (0, 0)
    return PictureAccess(number, "W" if is_write else "R", row, col)
