"""Verbs that make a student's value safe to compute with, or end the check as WRONG.

A check that writes `student.call(…) <= bound` breaks with a TypeError when the student returned
None, and that would be NOT_JUDGED: an author's mistake. Ask for the kind first.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from grader.checks import show
from grader.checks.compare import difference_of_kind, has_key, is_finite, is_integer, is_real, plain
from grader.checks.verdicts import CheckFailed
from grader.messages import Message, say
from grader.outcome import Failure


def real(value: Any) -> Any:
    """Return `value` as a Python number if it is real (not a bool), finite and fits a float.

    NumPy scalars are converted: `np.uint8(5) - 10` is 251, and `np.float32(x) <= bound` rounds
    the bound. A huge integer is refused because `10**400 * 0.5` raises.
    """
    _demand(is_real(value), value, difference_of_kind(value, "compare.number"))
    number = plain(value)
    fits = is_finite(number) and abs(number) <= sys.float_info.max
    _demand(fits, value, say("compare.finite"))
    return number


def integer(value: Any) -> int:
    """Return `value` as a Python int if it is an integer (NumPy ones too, bools not)."""
    _demand(is_integer(value), value, difference_of_kind(value, "compare.int"))
    return int(value)


def sequence(value: Any, length: int | None = None) -> list[Any]:
    """Return `value` as a list if it is a list or tuple, of `length` items where that is given."""
    _demand(isinstance(value, list | tuple), value, difference_of_kind(value, "compare.list"))
    if length is not None and len(value) != length:
        _demand(False, value, say("compare.length", got=len(value), want=length))
    return list(value)


def mapping(value: Any, *keys: Any) -> dict[Any, Any]:
    """Return `value` as a dict if it is one and has `keys`."""
    _demand(isinstance(value, Mapping), value, difference_of_kind(value, "compare.dict"))
    for key in keys:
        _demand(has_key(value, key), value, say("compare.key", key=show.value(key)))
    return dict(value)


def _demand(condition: bool, got: Any, why: Message) -> None:
    if not condition:
        raise CheckFailed(Failure(why=why, got=show.value(got)))
