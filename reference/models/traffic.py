"""How much of a matrix product crosses a memory level, and what evidence shows how much did.

The footprint is what the three arrays occupy. The traffic is what moves, and depends on reuse: once
each with perfect reuse (the footprint again), once per use without any. Tiles lie in between, see
`tiles`. Real traffic also holds what caches and prefetchers add, so that neither number is a
measurement.
"""

from __future__ import annotations

from collections.abc import Mapping

from reference.models.domain import choice, integer

MODELS = ("ideal", "no_reuse")
EVIDENCE = (
    "has_hw_counter",
    "counter_level_matches",
    "has_cache_simulation",
    "geometry_stated",
    "has_source",
)
CLAIMS = ("measured_traffic", "cache_model_estimate", "source_request_count", "none")


def gemm_footprint_bytes(M: int, N: int, K: int, itemsize: int) -> int:
    """Return what A[M, K], B[K, N] and C[M, N] occupy, (MK + KN + MN)·itemsize.

    Parameters
    ----------
    M, N, K
        Sizes, >= 0.
    itemsize
        Bytes of one element, >= 1.

    Raises
    ------
    ValueError
        A size or the item size is too small.
    """
    return sum(_traffic_elems(M, N, K, "ideal")) * integer("itemsize", itemsize, 1)


def gemm_traffic_bytes(
    M: int, N: int, K: int, itemsize: int, model: str, write_allocate: bool = False
) -> int:
    """Return the traffic of C = AB under a model of reuse, in bytes.

    "ideal": each element of A and B is read once, C written once, (MK + KN + MN)·itemsize.
    "no_reuse": each product reads both factors anew, (2MNK + MN)·itemsize.

    Parameters
    ----------
    M, N, K, itemsize
        As in `gemm_footprint_bytes`.
    model
        One of `MODELS`.
    write_allocate
        Whether a write first fetches what it overwrites, which adds MN·itemsize.

    Raises
    ------
    ValueError
        A size or the item size is too small, or the model is unknown.
    """
    a, b, c = _traffic_elems(M, N, K, model)
    return (a + b + (2 * c if write_allocate else c)) * integer("itemsize", itemsize, 1)


def strongest_claim(evidence: Mapping[str, bool]) -> str:
    """Return the strongest statement about memory traffic that the evidence carries.

    A hardware counter is one only at the level the statement is about, a simulation only with its
    cache geometry; the source alone shows requests, not what reached the memory.

    Parameters
    ----------
    evidence
        Which of `EVIDENCE` are there; what is not mentioned is not, other keys carry nothing.

    Returns
    -------
    str
        The first of `CLAIMS` that holds.
    """
    there = {name for name in EVIDENCE if evidence.get(name, False)}
    if {"has_hw_counter", "counter_level_matches"} <= there:
        return "measured_traffic"
    if {"has_cache_simulation", "geometry_stated"} <= there:
        return "cache_model_estimate"
    return "source_request_count" if "has_source" in there else "none"


def _traffic_elems(M: int, N: int, K: int, model: str) -> tuple[int, int, int]:
    """Return the elements of A and B read and of C written."""
    M, N, K = integer("M", M, 0), integer("N", N, 0), integer("K", K, 0)
    if choice("model", model, MODELS) == "ideal":
        return M * K, K * N, M * N
    return M * N * K, M * N * K, M * N
