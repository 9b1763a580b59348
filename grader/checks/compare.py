"""The verbs: how a value is compared with what it should be, by tolerance class of the course.

`exact` (T0), `close` (T1), `identical` (T2), `bounded` (T3b) and `holds` for properties. Each
returns None or raises `CheckFailed` with the first place that differs. `difference` is the pure
core under the recursive verbs: it walks lists, tuples, dictionaries and arrays and asks a rule.
No method of a compared value is trusted: values come from our decoder and have plain types. NumPy
scalars become Python numbers first: `np.float64(1) == 10**400` raises, and `abs(np.int8(-128))` is
negative. Where equality itself raises (a scalar against a tuple of the same hash), it is a no.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from grader.checks import show
from grader.checks.verdicts import CheckFailed
from grader.messages import Message, say
from grader.outcome import Failure, Text

Hint = tuple[str, str] | None
UNIT_ROUNDOFF = 2.0**-24
"""u of binary32 with rounding to nearest."""
_NOT_GIVEN = object()


@dataclass(frozen=True)
class Rule:
    """What two values have to have in common."""

    leaf: Callable[[Any, Any], Message | None]
    """Says why two scalars differ, None if they do not."""
    elements: Callable[[np.ndarray, np.ndarray], np.ndarray]
    """Says which elements of two arrays of one shape and kind agree."""


@dataclass(frozen=True)
class Difference:
    """The first place where two values differ, and why."""

    where: str
    why: Message
    got: Any
    want: Any


def exact(got: Any, want: Any, *, hint: Hint = None) -> None:
    """Demand the same value: T0.

    Integers may be NumPy integers but not bools, bools may be `np.bool_`, lists and tuples are
    interchangeable, dictionaries need the listed keys (more are ignored), arrays need the same
    shape, kind and elements.
    """
    _demand(difference(got, want, Rule(_same, _equal_elements)), got, want, hint)


def close(got: Any, want: Any, *, rel: float = 1e-9, abs: float = 1e-12, hint: Hint = None) -> None:
    """Demand real numbers within `rel` of what is wanted: T1.

    `abs` is used only where 0 is wanted. Goes through lists, tuples and dictionaries as `exact`
    does; whatever is not a number there is compared exactly, and so is a wanted array.
    """

    def leaf(g: Any, w: Any) -> Message | None:
        return _near(g, w, rel, abs) if is_real(w) else _same(g, w)

    _demand(difference(got, want, Rule(leaf, _equal_elements)), got, want, hint)


def identical(got: Any, want: Any, *, signed_zero: bool = True, hint: Hint = None) -> None:
    """Demand exactly the same float value: T2. NaN equals NaN; -0.0 is not 0.0 unless told so."""

    def leaf(g: Any, w: Any) -> Message | None:
        return _same_float(g, w, signed_zero) if is_real(w) else _same(g, w)

    rule = Rule(leaf, _identical_elements if signed_zero else _equal_elements)
    _demand(difference(got, want, rule), got, want, hint)


def bounded(got: Any, A: np.ndarray, B: np.ndarray, *, hint: Hint = None) -> None:
    """Demand that `got` is A·B up to what float32 rounding can do in any order: T3b.

    |C - C64| <= gamma_{K+1} (|A||B|), gamma_n = n u / (1 - n u), u = 2**-24, with C64 in float64
    (Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., §3.5).

    Parameters
    ----------
    got
        The student's C, float32, shape (M, N).
    A, B
        Inputs of shapes (M, K) and (K, N).
    """
    wide_a, wide_b = A.astype(np.float64), B.astype(np.float64)
    want = wide_a @ wide_b
    found = _array_shape(got, np.empty(want.shape, np.float32))
    if found is None:
        n = A.shape[1] + 1
        gamma = n * UNIT_ROUNDOFF / (1 - n * UNIT_ROUNDOFF)
        with np.errstate(invalid="ignore"):  # the student's NaN may be a signalling one
            error = np.abs(got.astype(np.float64) - want)
        bad = ~(error <= gamma * (np.abs(wide_a) @ np.abs(wide_b)))  # ~(<=) is true for NaN
        found = _first_bad(got, want, bad, "compare.bound")
    _demand(found, got, want, hint)


def holds(condition: object, *, zh: str, en: str, got: Any = _NOT_GIVEN, hint: Hint = None) -> None:
    """Demand a property; `zh` and `en` say what should have held, in the student's words.

    A condition that is no bool does not hold: comparing with an array gives an array.
    """
    if not isinstance(condition, bool | np.bool_) or not condition:
        why = say("compare.property", zh=zh, en=en)
        shown = "" if got is _NOT_GIVEN else show.value(got)
        raise CheckFailed(Failure(why=why, got=shown, hint=_text(hint)))


def difference(got: Any, want: Any, rule: Rule, where: str = "") -> Difference | None:
    """Return the first difference between two values, None when there is none."""
    if isinstance(want, np.ndarray):
        return _array_shape(got, want, where) or _array_values(got, want, rule, where)
    if isinstance(want, Mapping):
        return _mapping(got, want, rule, where)
    if isinstance(want, list | tuple):
        return _sequence(got, want, rule, where)
    why = rule.leaf(plain(got), plain(want))
    return None if why is None else Difference(where, why, got, want)


def _mapping(got: Any, want: Mapping[Any, Any], rule: Rule, where: str) -> Difference | None:
    if not isinstance(got, Mapping):
        return Difference(where, difference_of_kind(got, "compare.dict"), got, dict(want))
    for key, value in want.items():
        if not has_key(got, key):
            return Difference(where, say("compare.key", key=show.value(key)), got, dict(want))
        found = difference(got[key], value, rule, f"{where}[{show.value(key)}]")
        if found is not None:
            return found
    return None


def _sequence(
    got: Any, want: list[Any] | tuple[Any, ...], rule: Rule, where: str
) -> Difference | None:
    is_row = isinstance(got, np.ndarray) and got.ndim >= 1
    if not is_row and not isinstance(got, list | tuple):
        return Difference(where, difference_of_kind(got, "compare.list"), got, want)
    # Never made a list: 256 MiB of int8 would be 268 million objects.
    for i, (g, w) in enumerate(zip(got, want, strict=False)):
        found = difference(g, w, rule, f"{where}[{i}]")
        if found is not None:
            return found
    if len(got) != len(want):
        why = say("compare.length", got=len(got), want=len(want))
        return Difference(where, why, got, want)
    return None


def _array_shape(got: Any, want: np.ndarray, where: str = "") -> Difference | None:
    if not isinstance(got, np.ndarray):
        return Difference(where, difference_of_kind(got, "compare.array"), got, want)
    if got.shape != want.shape:
        why = say("compare.shape", got=str(got.shape), want=str(want.shape))
        return Difference(where, why, got, want)
    if got.dtype.kind != want.dtype.kind or (want.dtype.kind == "f" and got.dtype != want.dtype):
        why = say("compare.dtype", got=str(got.dtype), want=str(want.dtype))
        return Difference(where, why, got, want)
    return None


def _array_values(got: np.ndarray, want: np.ndarray, rule: Rule, where: str) -> Difference | None:
    return _first_bad(got, want, ~rule.elements(got, want), "compare.element", where)


def _equal_elements(got: np.ndarray, want: np.ndarray) -> np.ndarray:
    agree = np.asarray(got == want)
    if want.dtype.kind in "fc":
        agree |= np.isnan(got) & np.isnan(want)
    return agree


def _identical_elements(got: np.ndarray, want: np.ndarray) -> np.ndarray:
    agree = _equal_elements(got, want)
    if want.dtype.kind == "f":
        agree &= (np.signbit(got) == np.signbit(want)) | np.isnan(want)
    return agree


def _first_bad(
    got: np.ndarray, want: np.ndarray, bad: np.ndarray, message_id: str, where: str = ""
) -> Difference | None:
    if not bad.any():
        return None
    index = tuple(int(i) for i in np.argwhere(bad)[0])
    why = say(message_id, count=int(bad.sum()), total=bad.size)
    return Difference(f"{where}{list(index)}", why, got[index], want[index])


def _same(got: Any, want: Any) -> Message | None:
    if isinstance(want, bool):
        if not isinstance(got, bool):
            return difference_of_kind(got, "compare.bool")
    elif isinstance(want, int):
        if not is_integer(got):
            return difference_of_kind(got, "compare.int")
    elif isinstance(want, float | Fraction):
        if not is_real(got):
            return difference_of_kind(got, "compare.number")
        if _is_nan(got) and _is_nan(want):
            return None
    elif isinstance(want, set | frozenset):
        if not isinstance(got, set | frozenset):
            return difference_of_kind(got, "compare.set")
        return None if _same_members(got, want) else say("compare.differs")
    elif type(got) is not type(want):
        return difference_of_kind(got, "compare.type", want=type(want).__name__)
    return None if _equal(got, want) else say("compare.differs")


def _same_members(got: Any, want: Any) -> bool:
    """Return whether two sets are equal and their members of the same kinds: {1} == {True}."""
    if len(got) != len(want) or not _equal(got, want):
        return False
    member = {m: m for m in got}
    rule = Rule(_same, _equal_elements)
    return all(difference(member[m], m, rule) is None for m in want)


def _near(got: Any, want: Any, rel: float, absolute: float) -> Message | None:
    if not is_real(got):
        return difference_of_kind(got, "compare.number")
    if not is_finite(got) or not is_finite(want):
        same = (_is_nan(got) and _is_nan(want)) or got == want
        return None if same else say("compare.differs")
    if want == 0:
        return None if abs(got) <= absolute else say("compare.not_zero", abs=f"{absolute:g}")
    ratio = Fraction(got) / Fraction(want)
    if abs(ratio - 1) <= Fraction(rel):
        return None
    return say("compare.relative", factor=_shown_ratio(ratio), rel=f"{rel:g}")


def _same_float(got: Any, want: Any, signed_zero: bool) -> Message | None:
    if not is_real(got):
        return difference_of_kind(got, "compare.number")
    if _is_nan(want):
        return None if _is_nan(got) else say("compare.differs")
    if got != want:
        return say("compare.differs")
    if want == 0 and signed_zero and math.copysign(1, got) != math.copysign(1, want):
        return say("compare.signed_zero")
    return None


def has_key(mapping: Mapping[Any, Any], key: Any) -> bool:
    """Return whether `mapping` has `key`, whatever its other keys do when compared with it."""
    try:
        return key in mapping
    except (ArithmeticError, TypeError, ValueError):
        return False


def _equal(got: Any, want: Any) -> bool:
    try:
        return bool(got == want)
    except (ArithmeticError, TypeError, ValueError):
        return False


def is_integer(x: Any) -> bool:
    """Return whether `x` is an integer; a bool is not."""
    return isinstance(x, int | np.integer) and not isinstance(x, bool)


def is_real(x: Any) -> bool:
    """Return whether `x` is a real number, NaN and infinities included; a bool is not."""
    return isinstance(x, int | float | Fraction | np.integer | np.floating) and not isinstance(
        x, bool
    )


def is_finite(x: int | float | Fraction) -> bool:
    """Return whether a number is neither NaN nor infinite; any integer is finite."""
    return not isinstance(x, float) or math.isfinite(x)


def plain(x: Any) -> Any:
    """Return the Python value of a NumPy scalar, which is exact; anything else as it is."""
    return x.item() if isinstance(x, np.generic) else x


def _is_nan(x: Any) -> bool:
    return isinstance(x, float) and math.isnan(x)


def _shown_ratio(ratio: Fraction) -> str:
    try:
        return f"{float(ratio):.6g}"
    except OverflowError:
        return "inf" if ratio > 0 else "-inf"


def difference_of_kind(got: Any, message_id: str, **args: str) -> Message:
    """Say what kind was expected; a forgotten `return` gets its own words."""
    if got is None:
        return say("compare.none")
    return say(message_id, got=type(got).__name__, **args)


def _text(hint: Hint) -> Text | None:
    return None if hint is None else Text(*hint)


def _demand(found: Difference | None, got: Any, want: Any, hint: Hint) -> None:
    if found is None:
        return
    raise CheckFailed(
        Failure(
            why=found.why,
            got=show.value(found.got if found.where else got),
            expected=show.value(found.want if found.where else want),
            where=found.where,
            hint=_text(hint),
        )
    )
