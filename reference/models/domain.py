"""What an argument may be: each validator returns the value as a plain Python number or refuses it.

The models share one rule. A value outside the domain raises `ValueError` and the message says what
is allowed; a value of the wrong type raises `TypeError`. Plain numbers are returned because NumPy
integers overflow silently and NumPy's short floats round: neither may happen inside a model.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sized
from fractions import Fraction
from numbers import Integral, Rational, Real
from typing import TypeVar

Text = TypeVar("Text", bound=str)


def real(
    name: str,
    value: object,
    *,
    low: float | None = None,
    above: float | None = None,
    high: float | None = None,
    below: float | None = None,
) -> float:
    """Return a finite real number as a float, within low <= value <= high, above < value < below.

    Parameters
    ----------
    name : str
        What the message calls the value.
    value : real number
        int, float, Fraction or a NumPy scalar of such a kind; no bool.
    low, above, high, below : float, optional
        Closed and open ends of the allowed range.

    Raises
    ------
    ValueError
        NaN, infinite, or out of range.
    TypeError
        Not a real number.
    """
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"{name} must be a real number, not {value!r}")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    # The float is compared: a Fraction too small for one becomes the 0 that `above` is to exclude.
    if not (math.isfinite(number) and _inside(number, low, above, high, below)):
        allowed = " and ".join(["finite", *_words(low, above, high, below)])
        raise ValueError(f"{name} must be {allowed}, not {value}")
    return number


def exact(
    name: str,
    value: object,
    *,
    low: float | None = None,
    above: float | None = None,
    high: float | None = None,
    below: float | None = None,
) -> Fraction:
    """Return a finite real number as the Fraction it is; arguments and errors as in `real`."""
    real(name, value, low=low, above=above, high=high, below=below)
    if isinstance(value, Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    assert isinstance(value, Real)
    return Fraction(float(value))


def integer(name: str, value: object, low: int | None = None, high: int | None = None) -> int:
    """Return an integer as an int, within low <= value <= high.

    Parameters
    ----------
    name : str
        What the message calls the value.
    value : integer
        int or a NumPy integer; no bool.
    low, high : int, optional
        Ends of the allowed range, both allowed themselves.

    Raises
    ------
    ValueError
        Out of range.
    TypeError
        Not an integer.
    """
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise TypeError(f"{name} must be an integer, not {value!r}")
    number = int(value)
    if not _inside(number, low, None, high, None):
        allowed = " and ".join(_words(low, None, high, None))
        raise ValueError(f"{name} must be {allowed}, not {number}")
    return number


def reals(
    name: str,
    values: Iterable[object],
    *,
    low: float | None = None,
    above: float | None = None,
    high: float | None = None,
    below: float | None = None,
) -> list[float]:
    """Return `values` as floats, each checked as `real` does."""
    return [
        real(f"{name}[{i}]", value, low=low, above=above, high=high, below=below)
        for i, value in enumerate(values)
    ]


def integers(
    name: str, values: Iterable[object], low: int | None = None, high: int | None = None
) -> list[int]:
    """Return `values` as ints, each checked as `integer` does."""
    return [integer(f"{name}[{i}]", value, low, high) for i, value in enumerate(values)]


def same_length(at_least: int = 0, /, **sequences: Sized) -> int:
    """Return the length that all `sequences` have, named as the message calls them.

    Raises
    ------
    ValueError
        The lengths differ or are below `at_least`.
    """
    lengths = {name: len(sequence) for name, sequence in sequences.items()}
    if len(set(lengths.values())) != 1:
        sizes = ", ".join(f"{name} {length}" for name, length in lengths.items())
        raise ValueError(f"lengths must be equal, not {sizes}")
    length = next(iter(lengths.values()))
    if length < at_least:
        raise ValueError(f"{', '.join(lengths)} must have at least {at_least} items, not {length}")
    return length


def choice(name: str, value: Text, allowed: Collection[str]) -> Text:
    """Return `value` if it is one of the words in `allowed`.

    Raises
    ------
    ValueError
        It is none of them.
    """
    if value not in allowed:
        raise ValueError(f"{name} must be one of {', '.join(allowed)}, not {value!r}")
    return value


def _inside(
    value: float,
    low: float | None,
    above: float | None,
    high: float | None,
    below: float | None,
) -> bool:
    # Written so that NaN is outside every range.
    return bool(
        (low is None or value >= low)
        and (above is None or value > above)
        and (high is None or value <= high)
        and (below is None or value < below)
    )


def _words(
    low: float | None, above: float | None, high: float | None, below: float | None
) -> list[str]:
    ends = [("at least", low), ("above", above), ("at most", high), ("below", below)]
    return [f"{word} {end}" for word, end in ends if end is not None]
