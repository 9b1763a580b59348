"""Which tiles fit into a fast memory, and which of them lift a product over the ridge.

Both conditions pull T in opposite directions: three T x T tiles have to fit, and the intensity
grows with T. Fitting and crossing is necessary for the flat roof and promises nothing: occupancy,
latency, synchronisation and bank conflicts are not in this model.
"""

from __future__ import annotations

import math

from reference.models.domain import integer, real
from reference.models.roofline import REL_TOL, ridge_flop_per_byte
from reference.models.tiles import tiled_intensity

VERDICTS = ("does_not_fit", "bandwidth_side", "compute_side")


def tile_bytes(T: int, itemsize: int) -> int:
    """Return what a T x T tile of each of A, B and C takes, 3·T²·itemsize; T, itemsize >= 1."""
    return 3 * integer("T", T, 1) ** 2 * integer("itemsize", itemsize, 1)


def largest_tile(budget_bytes: int, itemsize: int) -> int:
    """Return the largest T whose three tiles fit, isqrt(budget // (3·itemsize)).

    Parameters
    ----------
    budget_bytes
        Capacity of the fast memory, >= 0.
    itemsize
        Bytes of one element, >= 1.

    Returns
    -------
    int
        0 if not even T = 1 fits.

    Raises
    ------
    ValueError
        An argument is too small.
    """
    budget = integer("budget_bytes", budget_bytes, 0)
    return math.isqrt(budget // (3 * integer("itemsize", itemsize, 1)))


def smallest_tile_for(N: int, itemsize: int, ridge: float) -> int | None:
    """Return the smallest T in 1 ... N whose `tiled_intensity` reaches `ridge`.

    The ceiling in N/T is part of the model: intensity rises in steps, and not to the smooth curve
    of `smooth_tile_for`.

    Parameters
    ----------
    N, itemsize
        >= 1.
    ridge
        FLOP per byte, > 0.

    Returns
    -------
    int or None
        None if the ideal traffic of T = N does not reach the ridge.

    Raises
    ------
    ValueError
        An argument is out of range or not finite.
    """
    ridge = real("ridge", ridge, above=0)
    low, high = 1, integer("N", N, 1)
    if not _reaches(tiled_intensity(N, high, itemsize), ridge):
        return None
    # The intensity never falls with T, so the first T that reaches the ridge can be bisected.
    while low < high:
        middle = (low + high) // 2
        if _reaches(tiled_intensity(N, middle, itemsize), ridge):
            high = middle
        else:
            low = middle + 1
    return low


def smooth_tile_for(N: int, itemsize: int, ridge: float) -> float | None:
    """Return the real T at which `tiles.smooth_intensity` equals `ridge`.

    1 / (1/(itemsize·ridge) − 1/(2N)); None where no T is large enough. It ignores that tiles are
    whole, and so lies at or below `smallest_tile_for`. Arguments and errors as there.
    """
    N, itemsize = integer("N", N, 1), integer("itemsize", itemsize, 1)
    inverse = 1 / (itemsize * real("ridge", ridge, above=0)) - 1 / (2 * N)
    return 1 / inverse if inverse > 0 else None


def tile_verdict(
    N: int, T: int, itemsize: int, budget_bytes: int, flop_per_s: float, bytes_per_s: float
) -> str:
    """Return whether T x T tiles fit and, if so, on which side of the ridge an N x N product is.

    Parameters
    ----------
    N, T, itemsize
        >= 1.
    budget_bytes
        Capacity for the three tiles, >= 0.
    flop_per_s, bytes_per_s
        Peak and bandwidth, > 0; the ridge itself counts as the compute side.

    Returns
    -------
    str
        One of `VERDICTS`.

    Raises
    ------
    ValueError
        An argument is out of range or not finite.
    """
    ridge = ridge_flop_per_byte(flop_per_s, bytes_per_s)
    intensity = tiled_intensity(N, T, itemsize)
    if tile_bytes(T, itemsize) > integer("budget_bytes", budget_bytes, 0):
        return "does_not_fit"
    return "compute_side" if _reaches(intensity, ridge) else "bandwidth_side"


def _reaches(intensity: float, ridge: float) -> bool:
    return intensity >= ridge * (1 - REL_TOL)
