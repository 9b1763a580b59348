"""A roof, kernels under it, and what the one says about the other: what tables and plots share."""

from __future__ import annotations

from dataclasses import dataclass

from reference.models.roofline import (
    REL_TOL,
    attainable_flop_per_s,
    limiter,
    ridge_flop_per_byte,
)


def op_of(format: str) -> str:
    """Return what is counted in a number format: "OP" for integers, else "FLOP"."""
    return "OP" if format.lower().startswith("int") else "FLOP"


@dataclass(frozen=True)
class Roof:
    """What bounds a kernel on one machine in one number format."""

    machine: str
    format: str
    engine: str
    """"vector" or "matrix"."""
    flop_per_s: float
    """For an integer format, operations per second."""
    bytes_per_s: float
    sparse: bool = False
    sources: tuple[str, ...] = ()
    """Where the peak and the bandwidth come from."""

    @property
    def op(self) -> str:
        """What is counted: FLOP, or OP for an integer format."""
        return op_of(self.format)

    @property
    def ridge(self) -> float:
        """The intensity from which the peak limits, in FLOP (or OP) per byte."""
        return ridge_flop_per_byte(self.flop_per_s, self.bytes_per_s)


@dataclass(frozen=True)
class Point:
    """A kernel: its intensity in FLOP per byte and the rate it was measured at, if it was."""

    name: str
    intensity: float
    flop_per_s: float | None = None


@dataclass(frozen=True)
class Comparison:
    """A point against a roof."""

    point: Point
    attainable_flop_per_s: float
    limiter: str
    """"compute", "bandwidth" or "balanced"."""
    share: float | None
    """Achieved over attainable; None without a measurement."""

    @property
    def above(self) -> bool:
        """Whether the point lies where no kernel can: above the roof."""
        return self.share is not None and self.share > 1 + REL_TOL


def compare(roof: Roof, point: Point) -> Comparison:
    """Return what bounds a point and how near to the bound it came.

    Raises
    ------
    ValueError
        The intensity is not a finite number above 0.
    """
    peak, bandwidth = roof.flop_per_s, roof.bytes_per_s
    attainable = attainable_flop_per_s(point.intensity, peak, bandwidth)
    if attainable == 0:
        raise ValueError(f"intensity must be above 0, not {point.intensity}")
    return Comparison(
        point=point,
        attainable_flop_per_s=attainable,
        # The times of one byte of traffic: I/P and 1/B.
        limiter=limiter(point.intensity / peak, 1 / bandwidth),
        share=None if point.flop_per_s is None else point.flop_per_s / attainable,
    )
