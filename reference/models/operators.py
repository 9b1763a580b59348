"""FLOP and necessary bytes of common operators, and where each stands under a roof.

The counting rules: a multiply-add is 2 FLOP. Each element that has to be read is read once and
each result is written once; y in y = a·x + y is both. Running sums stay in a register. Nothing is
fetched before it is overwritten (no write-allocate). `counted_loops` finds the same numbers a
second way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from reference.models import tiles
from reference.models.domain import choice, integer
from reference.models.roofline import Bounds, bounds


@dataclass(frozen=True, slots=True)
class Operator:
    """What one operator costs as a function of its sizes, in the order of `dims`."""

    dims: tuple[str, ...]
    flop: Callable[..., int]
    elems: Callable[..., int]
    """Elements read and written."""


OPERATORS: Mapping[str, Operator] = {
    "copy": Operator(("N",), lambda N: 0, lambda N: 2 * N),
    "scale": Operator(("N",), lambda N: N, lambda N: 2 * N),
    "add": Operator(("N",), lambda N: N, lambda N: 3 * N),
    "axpy": Operator(("N",), lambda N: 2 * N, lambda N: 3 * N),
    "sum": Operator(("N",), lambda N: N, lambda N: N + 1),
    "dot": Operator(("N",), lambda N: 2 * N, lambda N: 2 * N + 1),
    "outer": Operator(("M", "N"), lambda M, N: M * N, lambda M, N: M + N + M * N),
    "gemv": Operator(("M", "K"), lambda M, K: 2 * M * K, lambda M, K: M * K + K + M),
    "gemm_ideal": Operator(
        ("M", "N", "K"), lambda M, N, K: 2 * M * N * K, lambda M, N, K: M * K + K * N + M * N
    ),
    "gemm_no_reuse": Operator(
        ("M", "N", "K"), lambda M, N, K: 2 * M * N * K, lambda M, N, K: 2 * M * N * K + M * N
    ),
    "gemm_tiled": Operator(
        ("M", "N", "K", "T"),
        lambda M, N, K, T: 2 * M * N * K,
        lambda M, N, K, T: sum(tiles.tiled_traffic_elems(M, N, K, T, T).values()),
    ),
    # u = x + y, z = u·w: as two kernels, which store u and load it again, and as one.
    "add_mul_unfused": Operator(("N",), lambda N: 2 * N, lambda N: 6 * N),
    "add_mul_fused": Operator(("N",), lambda N: 2 * N, lambda N: 4 * N),
}
"""copy z = x, scale z = a·x, add z = x + y, axpy y = a·x + y, sum s = Σx, dot s = Σx·y,
outer C = x yᵀ, gemv y = A x with A[M, K], gemm C = A B with A[M, K] and B[K, N]."""


def op_cost(op: str, dims: Mapping[str, int], itemsize: int) -> tuple[int, int]:
    """Return FLOP and necessary bytes of an operator.

    Parameters
    ----------
    op
        A key of `OPERATORS`.
    dims
        The sizes its entry names, each >= 0, tile size T >= 1. Others are ignored.
    itemsize
        Bytes of one element, >= 1.

    Raises
    ------
    ValueError
        The operator is unknown, or a size is missing or too small.
    """
    named, operator = sizes(op, dims), OPERATORS[op]
    return operator.flop(*named), operator.elems(*named) * integer("itemsize", itemsize, 1)


def sizes(op: str, dims: Mapping[str, int]) -> list[int]:
    """Return the sizes of `dims` that an operator needs, in its order; errors as `op_cost`."""
    names = OPERATORS[choice("op", op, OPERATORS)].dims
    if missing := [name for name in names if name not in dims]:
        raise ValueError(f"{op} needs {', '.join(missing)} in dims")
    return [integer(name, dims[name], 1 if name == "T" else 0) for name in names]


def elementwise_cost(
    n: int, inputs: int, outputs: int, flop_per_elem: int, itemsize: int
) -> tuple[int, int]:
    """Return FLOP and bytes of an element-wise kernel: n·flop_per_elem, n·(inputs + outputs)·s.

    Parameters
    ----------
    n
        Elements of each array, >= 0.
    inputs, outputs
        Arrays read and written, >= 0; one that is updated counts as both.
    flop_per_elem
        >= 0.
    itemsize
        Bytes s of one element, >= 1.

    Raises
    ------
    ValueError
        An argument is too small.
    """
    n, arrays = integer("n", n, 0), integer("inputs", inputs, 0) + integer("outputs", outputs, 0)
    bytes_per_elem = arrays * integer("itemsize", itemsize, 1)
    return n * integer("flop_per_elem", flop_per_elem, 0), n * bytes_per_elem


def intensity(flop: int, n_bytes: int) -> float:
    """Return F/Q in FLOP per byte; F >= 0, Q >= 1 (ValueError otherwise)."""
    return integer("flop", flop, 0) / integer("n_bytes", n_bytes, 1)


def roofline_row(
    op: str, dims: Mapping[str, int], itemsize: int, flop_per_s: float, bytes_per_s: float
) -> Bounds:
    """Return counts, intensity, both time bounds and the attainable rate of an operator.

    Parameters
    ----------
    op, dims, itemsize
        As in `op_cost`.
    flop_per_s, bytes_per_s
        Peak and bandwidth, > 0; reads and writes share the bandwidth.

    Returns
    -------
    dict
        `flop`, `bytes`, `intensity`, `compute_s`, `memory_s`, `bound_s`, `limiter` and
        `attainable_flop_per_s`, as in `roofline.bounds`.

    Raises
    ------
    ValueError
        As in `op_cost`; a rate is out of range or not finite; or sizes of 0 leave no bytes to
        move, hence no intensity.
    """
    return bounds(*op_cost(op, dims, itemsize), flop_per_s, bytes_per_s)
