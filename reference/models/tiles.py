"""What a tiled matrix product moves: for one block of C, and for all of it.

The model: a Tm x Tn block of C stays in fast memory while all of K passes by, so that each row of A
is loaded once per block column and each column of B once per block row. C is written once, its
old values are not read, nothing is kept from one block of C to the next, and blocks at the edges
load only what exists. T = 1 is no reuse, T >= the matrix is the ideal (see `traffic`). How deep the
steps along K are does not change the traffic. What fits where is in `tile_budget`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np
from numpy.typing import NDArray

from reference.models.domain import integer

Integers = NDArray[np.integer]
Int64s = NDArray[np.int64]


def tile_loads(tm: int, tn: int, K: int) -> int:
    """Return the elements of A and B loaded for one tm x tn block of C: (tm + tn)·K.

    Parameters
    ----------
    tm, tn
        Rows and columns of the block, >= 1.
    K
        Length of each sum, >= 0.

    Raises
    ------
    ValueError
        A size is too small.
    """
    return (integer("tm", tm, 1) + integer("tn", tn, 1)) * integer("K", K, 0)


def per_output_loads(tm: int, tn: int, K: int) -> int:
    """Return the elements loaded when each output of the block loads its own: 2·tm·tn·K.

    That is 2·tm·tn / (tm + tn) times `tile_loads`, T times for a T x T block. Arguments and errors
    as there.
    """
    return 2 * integer("tm", tm, 1) * integer("tn", tn, 1) * integer("K", K, 0)


def tile_steps(
    A: Integers, B: Integers, i0: int, j0: int, tm: int, tn: int, tk: int
) -> list[Int64s]:
    """Return one block of C = AB after each step of `tk` along K.

    Entry s is A[i0:i0+tm, :(s+1)·tk] · B[:(s+1)·tk, j0:j0+tn]; there are ceil(K/tk) entries.

    Parameters
    ----------
    A, B
        Integer matrices of shapes (M, K) and (K, N).
    i0, j0
        First row and column of the block, inside C.
    tm, tn, tk
        Sizes of a step, >= 1; clipped at the edges.

    Returns
    -------
    list of int64 arrays
        Each of the clipped block's shape; empty for K = 0.

    Raises
    ------
    ValueError
        The shapes do not fit, the block starts outside C, or a tile size is too small.
    TypeError
        A matrix does not hold integers.
    """
    if not (np.issubdtype(A.dtype, np.integer) and np.issubdtype(B.dtype, np.integer)):
        raise TypeError(f"A and B must hold integers, not {A.dtype} and {B.dtype}")
    if A.ndim != 2 or B.ndim != 2 or A.shape[1] != B.shape[0]:
        raise ValueError(f"A and B must be (M, K) and (K, N), not {A.shape} and {B.shape}")
    i0, j0 = integer("i0", i0, 0, A.shape[0] - 1), integer("j0", j0, 0, B.shape[1] - 1)
    i1, j1 = i0 + integer("tm", tm, 1), j0 + integer("tn", tn, 1)
    depth = integer("tk", tk, 1)
    rows, columns = A[i0:i1].astype(np.int64), B[:, j0:j1].astype(np.int64)
    block, steps = np.zeros((rows.shape[0], columns.shape[1]), np.int64), []
    for k0 in range(0, A.shape[1], depth):
        block = block + rows[:, k0 : k0 + depth] @ columns[k0 : k0 + depth]
        steps.append(block)
    return steps


def tiled_traffic_elems(M: int, N: int, K: int, Tm: int, Tn: int) -> dict[str, int]:
    """Return the elements that a tiled C = AB loads of A and B and writes of C.

    a = MK·ceil(N/Tn), b = KN·ceil(M/Tm), c = MN.

    Parameters
    ----------
    M, N, K
        Sizes, >= 0.
    Tm, Tn
        Rows and columns of a block of C, >= 1; they may exceed the matrix.

    Returns
    -------
    dict
        `a`, `b` and `c`.

    Raises
    ------
    ValueError
        A size is too small.
    """
    M, N, K = integer("M", M, 0), integer("N", N, 0), integer("K", K, 0)
    block_rows, block_columns = _ceil(M, integer("Tm", Tm, 1)), _ceil(N, integer("Tn", Tn, 1))
    return {"a": M * K * block_columns, "b": K * N * block_rows, "c": M * N}


def tiled_traffic_bytes(M: int, N: int, K: int, Tm: int, Tn: int, itemsize: int) -> int:
    """Return the sum of `tiled_traffic_elems` times `itemsize` >= 1; arguments as there."""
    return sum(tiled_traffic_elems(M, N, K, Tm, Tn).values()) * integer("itemsize", itemsize, 1)


def tiled_intensity(N: int, T: int, itemsize: int) -> float:
    """Return FLOP per byte of an N x N product in T x T tiles, 2N³ / Q.

    Parameters
    ----------
    N, T, itemsize
        >= 1; T may exceed N.

    Raises
    ------
    ValueError
        An argument is too small.
    """
    N, T = integer("N", N, 1), integer("T", T, 1)
    return 2 * N**3 / tiled_traffic_bytes(N, N, N, T, T, itemsize)


def smooth_intensity(N: int, T: int, itemsize: int) -> float:
    """Return `tiled_intensity` with N/T in place of its ceiling: 1 / (itemsize·(1/T + 1/(2N))).

    Equal where T divides N, else too high; about T / itemsize for T much smaller than N. Arguments
    and errors as there.
    """
    N, T = integer("N", N, 1), integer("T", T, 1)
    return 1 / (integer("itemsize", itemsize, 1) * (1 / T + 1 / (2 * N)))


def output_tiles(M: int, N: int, Tm: int, Tn: int) -> Iterator[tuple[range, range]]:
    """Yield rows and columns of each block of C, row by row, clipped at the edges.

    Walking over them and adding up len(rows)·K, K·len(columns) and len(rows)·len(columns) gives
    `tiled_traffic_elems`. Arguments and errors as there.
    """
    M, N, Tm, Tn = (
        integer("M", M, 0),
        integer("N", N, 0),
        integer("Tm", Tm, 1),
        integer("Tn", Tn, 1),
    )
    for i0, j0 in product(range(0, M, Tm), range(0, N, Tn)):
        yield range(i0, min(i0 + Tm, M)), range(j0, min(j0 + Tn, N))


def _ceil(size: int, tile: int) -> int:
    return -(-size // tile)
