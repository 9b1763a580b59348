"""What a measured speedup says: ratios, FLOP rates, scaling, and when two runs compare at all.

FLOP is an amount of work and FLOP/s a rate; the two are kept in different functions. Strong scaling
keeps the problem and adds processors, weak scaling keeps the work of each processor.

Source: J. L. Gustafson, "Reevaluating Amdahl's law", CACM 31(5), 1988 (weak scaling).
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from reference.models import domain

CONVENTIONS = ("fma2", "exact")
CONDITIONS = (
    "task",
    "correctness_check",
    "dtype",
    "input_shape",
    "timing_boundary",
    "machine",
    "compiler_flags",
)
"""What two runs must share; the implementation is what they may differ in."""


def speedup(t1_s: float, tp_s: float) -> float:
    """Return how many times faster the second run is, T_1 / T_p.

    Parameters
    ----------
    t1_s, tp_s : float
        Seconds on one and on p processors, > 0.

    Raises
    ------
    ValueError
        A time is not positive or not finite.
    """
    return domain.real("t1_s", t1_s, above=0) / domain.real("tp_s", tp_s, above=0)


def efficiency(t1_s: float, tp_s: float, processors: int) -> float:
    """Return the speedup of each processor, T_1 / (p T_p); 1 where all of them pay off.

    Parameters
    ----------
    t1_s, tp_s : float
        Seconds on one and on p processors, > 0.
    processors : int
        p >= 1.

    Raises
    ------
    ValueError
        A number is out of range or not finite.
    """
    return speedup(t1_s, tp_s) / domain.integer("processors", processors, 1)


def gemm_flop(M: int, N: int, K: int, convention: str) -> int:
    """Return the FLOP of C[M, N] = A[M, K] B[K, N].

    Parameters
    ----------
    M, N, K : int
        Sizes, >= 0.
    convention : str
        "fma2" counts each multiply-add as 2, also the first: 2 M N K. "exact" counts K products and
        K - 1 sums for each output: M N (2 K - 1), and 0 for K = 0.

    Raises
    ------
    ValueError
        A size is negative or the convention unknown.
    """
    M, N, K = (domain.integer(name, n, 0) for name, n in (("M", M), ("N", N), ("K", K)))
    if domain.choice("convention", convention, CONVENTIONS) == "fma2":
        return 2 * M * N * K
    return M * N * max(0, 2 * K - 1)


def flop_rate(flop: float, seconds: float) -> float:
    """Return the FLOP/s of a run, F / t.

    Parameters
    ----------
    flop : float
        F >= 0.
    seconds : float
        t > 0.

    Raises
    ------
    ValueError
        A number is out of range or not finite.
    """
    return domain.real("flop", flop, low=0) / domain.real("seconds", seconds, above=0)


def weak_scaling_side(side: float, resource_factor: float) -> float:
    """Return the side of the square GEMM that gives every processor as much work as before.

    Work grows with the cube of the side, so side' = side · factor^(1/3). Not rounded.

    Parameters
    ----------
    side : float
        Side M = N = K before, > 0.
    resource_factor : float
        How many times more processors there are, > 0.

    Raises
    ------
    ValueError
        A number is not positive or not finite.
    """
    factor = domain.real("resource_factor", resource_factor, above=0)
    return domain.real("side", side, above=0) * math.cbrt(factor)


def comparable(a: Mapping[str, object], b: Mapping[str, object]) -> bool:
    """Decide whether the times of two runs may be compared: they agree in all of `CONDITIONS`.

    Parameters
    ----------
    a, b : mapping
        Records of two runs. A condition that one of them does not state makes them incomparable;
        keys other than the conditions are not looked at.
    """
    return all(key in a and key in b and bool(a[key] == b[key]) for key in CONDITIONS)
