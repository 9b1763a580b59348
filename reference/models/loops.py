"""What the order of three nested loops changes in a matrix product, and what it does not.

The body C[i, j] += A[i, k]·B[k, j] runs MNK times in any order, and each C[i, j] sees k ascending
in every order: only which element follows which changes. Counted here is what the plain and the
tiled loops ask for; `traffic` and `tiles` say how much of it has to cross a memory level.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import permutations, product

from reference.models.domain import choice, integer
from reference.models.tiles import tiled_traffic_elems

ORDERS = tuple("".join(order) for order in permutations("ijk"))
CHANGES_BITS = (
    "k_order_changed",
    "k_split_into_partials",
    "accumulator_precision_changed",
    "fma_contraction_changed",
    "c_not_zeroed",
    "fastmath",
)
"""Each of these may change the last bits of C, or more."""


def visits(order: str, M: int, N: int, K: int) -> Iterator[tuple[int, int, int]]:
    """Yield (i, j, k) as the nest visits them; MNK of them.

    Parameters
    ----------
    order
        One of `ORDERS`, outermost loop first.
    M, N, K
        Ends of i, j and k, >= 0.

    Raises
    ------
    ValueError
        The order is unknown or a size negative.
    """
    choice("order", order, ORDERS)
    ends = _sizes(M, N, K, low=0)
    for place in product(*(range(ends[name]) for name in order)):
        at = dict(zip(order, place, strict=True))
        yield at["i"], at["j"], at["k"]


def k_sequence(order: str, i: int, j: int, M: int, N: int, K: int) -> list[int]:
    """Return the k in the order in which C[i, j] sees them: 0 ... K-1, whatever the order.

    Parameters
    ----------
    order
        One of `ORDERS`.
    i, j
        Inside C: 0 <= i < M, 0 <= j < N.
    M, N, K
        >= 1.

    Raises
    ------
    ValueError
        The order is unknown, a size below 1 or an index outside C.
    """
    choice("order", order, ORDERS)
    sizes = _sizes(M, N, K, low=1)
    integer("i", i, 0, sizes["i"] - 1), integer("j", j, 0, sizes["j"] - 1)
    return list(range(sizes["k"]))


def inner_strides(order: str, M: int, N: int, K: int) -> dict[str, int]:
    """Return by how many elements A, B and C (row-major) advance when the innermost index does.

    Parameters
    ----------
    order
        One of `ORDERS`; its last letter is the innermost loop.
    M, N, K
        >= 1; M plays no part, since no row-major stride holds it.

    Returns
    -------
    dict
        `A`, `B` and `C`; 0 where the element stays the same.

    Raises
    ------
    ValueError
        The order is unknown or a size below 1.
    """
    choice("order", order, ORDERS)
    M, N, K = _sizes(M, N, K, low=1).values()
    return {
        "i": {"A": K, "B": 0, "C": N},
        "j": {"A": 0, "B": 1, "C": 1},
        "k": {"A": 1, "B": N, "C": 0},
    }[order[-1]]


def same_bits_guaranteed(change: Mapping[str, bool]) -> bool:
    """Return whether a rewrite leaves every bit of C: none of `CHANGES_BITS` is true of it.

    Other keys are harmless (loop_order_ij_changed, tile_size_changed, more_threads_over_ij,
    a_hoisted, ...): they change when a sum is formed, not how.
    """
    return not any(change.get(name, False) for name in CHANGES_BITS)


def access_counts(order: str, M: int, N: int, K: int, hoist: bool = True) -> dict[str, int]:
    """Return the element accesses of the plain loops for C = AB.

    Without hoisting each of the MNK steps reads A, B and C and writes C. Hoisting keeps the operand
    that the innermost loop does not move in a register: A for innermost j (MK reads), B for
    innermost i (KN reads), C for innermost k (MN writes, no reads). Where C is not such an
    accumulator it is filled with zeros first, which is MN writes more.

    Parameters
    ----------
    order
        One of `ORDERS`.
    M, N, K
        >= 0. Hoisted reads happen even where the innermost loop is empty.
    hoist
        Whether the fixed operand is kept in a register. As the k loops of i-k-j and k-i-j come
        around again to the same C, only an innermost k saves accesses to C.

    Returns
    -------
    dict
        `a_reads`, `b_reads`, `c_reads` and `c_writes`.

    Raises
    ------
    ValueError
        The order is unknown or a size negative.
    """
    innermost = choice("order", order, ORDERS)[-1] if hoist else ""
    M, N, K = _sizes(M, N, K, low=0).values()
    steps, accumulates = M * N * K, innermost == "k"
    return {
        "a_reads": M * K if innermost == "j" else steps,
        "b_reads": K * N if innermost == "i" else steps,
        "c_reads": 0 if accumulates else steps,
        "c_writes": M * N if accumulates else M * N + steps,
    }


def ikj_a_reads(M: int, N: int, K: int, hoist: bool = True) -> Iterator[tuple[int, int]]:
    """Yield (i, k) as i-k-j reads A: row-major, each once if hoisted, else N times in a row."""
    repeats = 1 if hoist else integer("N", N, 0)
    for i, k in product(range(integer("M", M, 0)), range(integer("K", K, 0))):
        yield from [(i, k)] * repeats


def ikj_b_reads(M: int, N: int, K: int) -> Iterator[tuple[int, int]]:
    """Yield (k, j) as i-k-j reads B: all of B row by row, once for each row of A."""
    for _, j, k in visits("ikj", M, N, K):
        yield k, j


def tiled_trace_bounds(M: int, N: int, K: int, T: int) -> dict[str, int]:
    """Return how often tiled loops may miss an LRU cache that holds one element a line.

    The tile traffic for A and B, 2MN for C (a zero fill apart from the store). The cache has
    5T² lines: between two uses of an element of C lie at most two steps of k, so two blocks of A,
    two of B and one of C, in whatever order each is gone through. With exactly 3T² LRU evicts rows
    of the C block between two steps, and correct code misses up to 1.46 times the model.

    Parameters
    ----------
    M, N, K
        >= 0.
    T
        >= 1.

    Returns
    -------
    dict
        `lines` of the cache, and the largest number of misses on `a`, `b` and `c`.

    Raises
    ------
    ValueError
        A size is too small.
    """
    T = integer("T", T, 1)
    elems = tiled_traffic_elems(M, N, K, T, T)
    return elems | {"c": 2 * elems["c"], "lines": 5 * T * T}


def _sizes(M: int, N: int, K: int, low: int) -> dict[str, int]:
    """Return the ends of the loops i, j and k."""
    return {"i": integer("M", M, low), "j": integer("N", N, low), "k": integer("K", K, low)}
