"""The addresses that a matrix product touches, in the order of its loops, for the simulators here.

One multiply-add C[i, j] += A[i, k] · B[k, j] reads A, reads B, and reads and writes C, one touch
of its line. The matrices are row-major and lie one after another, each from a multiple of
`ALIGNMENT_BYTES` on. What a compiler keeps in registers (C in i-j-k, A in i-k-j) is touched here
too: such a touch hits, so the misses are those of the compiled loop.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from reference.cache.lru import Int64s
from reference.models import domain
from reference.models.loops import ORDERS

ALIGNMENT_BYTES = 64
A, B, C = 0, 1, 2
"""Array ids."""


class Trace(NamedTuple):
    """What `lru.simulate` takes; all of shape (3 · M · N · K,)."""

    addresses: Int64s
    is_write: NDArray[np.bool_]
    array_ids: Int64s


def product(
    order: str, M: int, N: int, K: int, *, itemsize: int = 4, T: int | None = None
) -> Trace:
    """Return the trace of C = AB with the loops in this order, the first outermost.

    Parameters
    ----------
    order : str
        A permutation of "ijk".
    M, N, K : int
        Sizes, >= 0.
    itemsize : int
        Bytes of an element, >= 1.
    T : int, optional
        Side of a tile, >= 1: i, j, k step through tiles in the order i0, j0, k0, and `order` is
        that inside of a tile. None is not tiled.

    Raises
    ------
    ValueError
        The order is unknown or a size out of range.
    """
    domain.choice("order", order, ORDERS)
    sizes = dict(zip("ijk", (M, N, K), strict=True))
    for name, size in zip("MNK", (M, N, K), strict=True):
        domain.integer(name, size, 0)
    width = domain.integer("itemsize", itemsize, 1)
    side = max(1, *sizes.values()) if T is None else domain.integer("T", T, 1)
    steps = np.concatenate([_tile(order, block) for block in _tiles(sizes, side)], axis=1)
    i, j, k = (steps["ijk".index(name)] for name in "ijk")
    starts = np.cumsum([0, *(room_bytes(n * width) for n in (M * K, K * N))])
    elements = (i * K + k, k * N + j, i * N + j)
    addresses = np.stack([s + width * e for s, e in zip(starts, elements, strict=True)], axis=-1)
    ids = np.tile(np.array([A, B, C]), steps.shape[1])
    return Trace(addresses.reshape(-1), ids == C, ids)


def _tiles(sizes: dict[str, int], side: int) -> list[dict[str, range]]:
    blocks = {
        name: [range(start, min(start + side, size)) for start in range(0, size, side)]
        for name, size in sizes.items()
    }
    found = [
        {"i": i, "j": j, "k": k} for i in blocks["i"] for j in blocks["j"] for k in blocks["k"]
    ]
    return found or [{name: range(0) for name in "ijk"}]


def _tile(order: str, block: dict[str, range]) -> Int64s:
    """Return i, j and k of each step inside a tile, as rows."""
    grid = np.indices([len(block[name]) for name in order], dtype=np.int64).reshape(3, -1)
    return np.stack([grid[order.index(name)] + block[name].start for name in "ijk"])


def room_bytes(n_bytes: int) -> int:
    """Return the bytes from the start of an array to that of the next."""
    return -(-n_bytes // ALIGNMENT_BYTES) * ALIGNMENT_BYTES
