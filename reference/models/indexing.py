"""Where an element of an array lies: index, stride, address, and when a layout is row-major.

A shape says which indices exist; only the strides say where the elements are. The two are kept
apart here because padding, transposed views and broadcasting change strides and leave shapes
alone. Strides and offsets count elements, addresses count bytes, and nothing else mixes the two.

Source: NumPy reference, "The N-dimensional array (ndarray): internal memory layout".
"""

from __future__ import annotations

from collections.abc import Sequence

from reference.models import domain

DIMS = {"A": ("M", "K"), "B": ("K", "N"), "C": ("M", "N")}
"""Rows and columns of the matrices of C = AB."""


def gemm_index(which: str, row: int, col: int, M: int, N: int, K: int) -> int:
    """Return the element index of matrix[row, col] in row-major storage, row · columns + col.

    A[M, K] has rows of K elements, B[K, N] and C[M, N] have rows of N: A[i, k] is element i K + k,
    B[k, j] is k N + j and C[i, j] is i N + j.

    Parameters
    ----------
    which : str
        "A", "B" or "C".
    row, col : int
        Within the matrix, from 0.
    M, N, K : int
        Sizes, >= 0.

    Raises
    ------
    ValueError
        The matrix is unknown, a size is negative or an index out of range.
    """
    sizes = {"M": M, "N": N, "K": K}
    sizes = {name: domain.integer(name, size, 0) for name, size in sizes.items()}
    rows, columns = (sizes[name] for name in DIMS[domain.choice("which", which, DIMS)])
    row, col = domain.integer("row", row, 0, rows - 1), domain.integer("col", col, 0, columns - 1)
    return row * columns + col


def row_major_strides(shape: Sequence[int]) -> tuple[int, ...]:
    """Return the strides, in elements, of a row-major array without padding.

    stride_d is the product of all extents after d: stepping dimension d passes over one whole block
    of the dimensions behind it. An extent of 0 makes the strides before it 0 (NumPy keeps them
    positive there; no element exists that would notice).

    Parameters
    ----------
    shape : sequence of int
        Extents, >= 0; the empty shape of a scalar gives no strides.

    Raises
    ------
    ValueError
        An extent is negative.
    """
    strides: list[int] = []
    block = 1
    for extent in reversed(domain.integers("shape", shape, 0)):
        strides.append(block)
        block *= extent
    return tuple(reversed(strides))


def byte_address(
    base: int,
    idx: Sequence[int],
    shape: Sequence[int],
    strides: Sequence[int],
    itemsize: int,
    offset_elems: int = 0,
) -> int:
    """Return the byte address of an element, base + itemsize (offset + Σ_d idx_d stride_d).

    Parameters
    ----------
    base : int
        Address of the buffer, in bytes.
    idx, shape, strides : sequences of int of one length
        Index from 0, extents >= 0, and strides in elements: any integer, negative for a reversed
        and 0 for a broadcast dimension.
    itemsize : int
        Bytes of one element, >= 1.
    offset_elems : int
        Where element (0, …, 0) lies in the buffer, in elements.

    Raises
    ------
    ValueError
        The lengths differ, an index or extent is out of range, or itemsize is below 1.
    """
    domain.same_length(idx=idx, shape=shape, strides=strides)
    elems = domain.integer("offset_elems", offset_elems)
    steps = domain.integers("strides", strides)
    extents = domain.integers("shape", shape, 0)
    for d, (extent, step) in enumerate(zip(extents, steps, strict=True)):
        elems += domain.integer(f"idx[{d}]", idx[d], 0, extent - 1) * step
    return domain.integer("base", base) + domain.integer("itemsize", itemsize, 1) * elems


def is_row_major_contiguous(shape: Sequence[int], strides: Sequence[int]) -> bool:
    """Decide whether the elements lie one after another in row-major order.

    The stride of a dimension of size 1 is never stepped, so it may be anything; an array without
    elements has nothing out of place. Both as in NumPy's `flags.c_contiguous`.

    Parameters
    ----------
    shape, strides : sequences of int of one length
        Extents >= 0 and strides in elements, any integer.

    Raises
    ------
    ValueError
        The lengths differ or an extent is negative.
    """
    domain.same_length(shape=shape, strides=strides)
    extents, steps = domain.integers("shape", shape, 0), domain.integers("strides", strides)
    if 0 in extents:
        return True
    packed = row_major_strides(extents)
    return all(
        extent == 1 or step == wanted
        for extent, step, wanted in zip(extents, steps, packed, strict=True)
    )
