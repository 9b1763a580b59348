"""Orders of magnitude: how many pixels a second, how little time for each, and power laws.

A screen asks for half a billion pixels a second, far more than one worker can do one after
another: that is where GPUs come from. Language models ask for ever more of everything because
their loss falls as a small power of model size, data and compute.
"""

from __future__ import annotations

from dataclasses import dataclass

from reference.models import domain

NS_PER_S = 10**9


@dataclass(frozen=True, slots=True)
class PowerLaw:
    """A fit L(x) = (x_c / x) ** alpha of test loss in nats per token."""

    x_c: float
    alpha: float
    unit: str
    """What x counts."""


KAPLAN_2020 = {
    "parameters": PowerLaw(8.8e13, 0.076, "parameters without embeddings"),
    "data": PowerLaw(5.4e13, 0.095, "tokens"),
    "compute": PowerLaw(3.1e8, 0.050, "PF-days, optimally spent"),
}
"""J. Kaplan et al., "Scaling laws for neural language models", arXiv:2001.08361, eq. (1.1)-(1.3).

Each holds while the other two are not what limits the loss.
"""


def pixels_per_second(width_px: int, height_px: int, frames_per_s: int) -> int:
    """Return how many pixels a display shows in a second, w h f.

    Parameters
    ----------
    width_px, height_px, frames_per_s : int
        Each >= 1.

    Raises
    ------
    ValueError
        A number is below 1.
    """
    return (
        domain.integer("width_px", width_px, 1)
        * domain.integer("height_px", height_px, 1)
        * domain.integer("frames_per_s", frames_per_s, 1)
    )


def serial_budget_ns(
    width_px: int, height_px: int, frames_per_s: int, ops_per_pixel: int = 1
) -> float:
    """Return the nanoseconds one worker has for each operation, 1e9 / (w h f ops).

    Arguments as in `pixels_per_second`; `ops_per_pixel` >= 1 as well.

    Raises
    ------
    ValueError
        A number is below 1.
    """
    operations = domain.integer("ops_per_pixel", ops_per_pixel, 1)
    return NS_PER_S / (pixels_per_second(width_px, height_px, frames_per_s) * operations)


def power_law_loss(x: float, x_c: float, alpha: float) -> float:
    """Return (x_c / x) ** alpha.

    Parameters
    ----------
    x : float
        Parameters, tokens or compute, > 0, in the unit of `x_c`.
    x_c : float
        Where the law reaches 1, > 0.
    alpha : float
        Exponent, > 0.

    Raises
    ------
    ValueError
        An argument is not finite and positive.
    OverflowError
        The result is too large for a float.
    """
    x = domain.real("x", x, above=0)
    x_c = domain.real("x_c", x_c, above=0)
    return float((x_c / x) ** domain.real("alpha", alpha, above=0))


def factor_for_loss_ratio(ratio: float, alpha: float) -> float:
    """Return how many times more x it takes to multiply the loss by `ratio`, ratio ** (-1/alpha).

    Parameters
    ----------
    ratio : float
        New loss over old loss, 0 < ratio <= 1.
    alpha : float
        Exponent of the power law, > 0.

    Raises
    ------
    ValueError
        An argument is out of range.
    OverflowError
        The result is too large for a float.
    """
    ratio = domain.real("ratio", ratio, above=0, high=1)
    return float(ratio ** (-1 / domain.real("alpha", alpha, above=0)))
