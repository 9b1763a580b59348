"""How a GPU grid covers the output of a matrix product, and what its two kernels read.

Thread (x, y) of a tile x tile block computes one C[i, j], x along the columns, so that neighbours
in a warp touch neighbours in memory. The naive kernel reads a row of A and a column of B for each
output; the shared one loads each tile of A and B once per block and waits twice per step of K:
before the tile is used, and before it is overwritten.
"""

from __future__ import annotations

from reference.models.domain import integer
from reference.models.tiles import tiled_traffic_elems

Pair = tuple[int, int]


def launch_config(M: int, N: int, tile: int) -> tuple[Pair, Pair]:
    """Return ((grid_x, grid_y), (block_x, block_y)) that covers C[M, N].

    ((ceil(N/tile), ceil(M/tile)), (tile, tile)); x runs along the columns.

    Parameters
    ----------
    M, N
        Rows and columns of C, >= 0; 0 gives an empty grid, which must not be launched.
    tile
        Side of a block, >= 1.

    Raises
    ------
    ValueError
        A size is too small.
    """
    M, N, tile = integer("M", M, 0), integer("N", N, 0), integer("tile", tile, 1)
    return (-(-N // tile), -(-M // tile)), (tile, tile)


def idle_threads(M: int, N: int, tile: int) -> int:
    """Return how many launched threads lie outside C; arguments and errors as `launch_config`."""
    (grid_x, grid_y), (block_x, block_y) = launch_config(M, N, tile)
    return grid_x * block_x * grid_y * block_y - M * N


def naive_accesses(M: int, N: int, K: int) -> dict[str, int]:
    """Return global `reads` (2MNK) and `writes` (MN) of one thread per output; sizes >= 0."""
    M, N, K = integer("M", M, 0), integer("N", N, 0), integer("K", K, 0)
    return {"reads": 2 * M * N * K, "writes": M * N}


def shared_accesses(M: int, N: int, K: int, tile: int) -> dict[str, int]:
    """Return what the shared-memory kernel accesses.

    Parameters
    ----------
    M, N, K
        >= 0.
    tile
        Side of a tile, >= 1.

    Returns
    -------
    dict
        Global `reads`, MK·ceil(N/tile) + KN·ceil(M/tile) (padding is not read), global `writes`,
        MN, and `barriers` that each thread of a block passes, 2·ceil(K/tile).

    Raises
    ------
    ValueError
        A size is too small.
    """
    tile = integer("tile", tile, 1)
    elems = tiled_traffic_elems(M, N, K, tile, tile)
    barriers = 2 * -(-K // tile)
    return {"reads": elems["a"] + elems["b"], "writes": elems["c"], "barriers": barriers}
