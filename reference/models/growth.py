"""What O(T²) says about attention, and what it does not say about the time of a whole system.

T queries meet T keys, so the pairs grow with the square of T. A system has parts that grow
linearly or not at all, so twice the T takes between once and four times the time.
"""

from __future__ import annotations

import math
from fractions import Fraction

from reference.models import domain


def pair_count(T: int, causal: bool = False) -> int:
    """Return the (query, key) pairs of T positions: T², or T (T + 1) / 2 where later keys are out.

    Parameters
    ----------
    T : int
        Positions, >= 1.
    causal : bool
        Whether query t meets the keys 0 ... t only, itself among them.

    Raises
    ------
    ValueError
        T is below 1.
    """
    T = domain.integer("T", T, 1)
    return T * (T + 1) // 2 if causal else T * T


def pair_growth(T_old: int, T_new: int, causal: bool = False) -> Fraction:
    """Return pairs at T_new over pairs at T_old, exactly; arguments and errors as `pair_count`."""
    old = pair_count(domain.integer("T_old", T_old, 1), causal)
    return Fraction(pair_count(domain.integer("T_new", T_new, 1), causal), old)


def end_to_end_ratio(T_old: int, T_new: int, quad_s: float, lin_s: float, const_s: float) -> float:
    """Return how the time of a system grows when T does, (q r² + l r + c) / (q + l + c).

    Parameters
    ----------
    T_old, T_new : int
        Positions before and after, >= 1; r = T_new / T_old.
    quad_s, lin_s, const_s : float
        Time measured at T_old in the parts that grow with T², with T and not at all, >= 0. Any
        unit: only their proportions matter. Not all 0.

    Raises
    ------
    ValueError
        An argument is out of range or not finite, or the times are all 0.
    """
    r = domain.integer("T_new", T_new, 1) / domain.integer("T_old", T_old, 1)
    quad = domain.real("quad_s", quad_s, low=0)
    lin = domain.real("lin_s", lin_s, low=0)
    const = domain.real("const_s", const_s, low=0)
    before = quad + lin + const
    if before == 0:
        raise ValueError("quad_s, lin_s and const_s must not all be 0")
    return (quad * r * r + lin * r + const) / before


def fitted_exponent(T_old: int, T_new: int, ratio: float) -> float:
    """Return the e of the power law T**e that explains a ratio of times, log ratio / log r.

    Parameters
    ----------
    T_old, T_new : int
        Positions before and after, >= 1 and different; r = T_new / T_old.
    ratio : float
        Time after over time before, > 0.

    Raises
    ------
    ValueError
        An argument is out of range or not finite, or T_new equals T_old.
    """
    T_old, T_new = domain.integer("T_old", T_old, 1), domain.integer("T_new", T_new, 1)
    if T_new == T_old:
        raise ValueError(f"T_new must differ from T_old, {T_old}")
    return math.log(domain.real("ratio", ratio, above=0)) / math.log(T_new / T_old)
