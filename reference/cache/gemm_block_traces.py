"""The addresses that rungs 4 and 5 of the matrix product touch, copies included.

`gemm_traces` has the loops in which each multiply-add touches A, B and C themselves. Rungs 4 and 5
copy blocks into buffers of their own and keep elements in registers, so their touches are listed
here as the kernels make them: every load and store of an element, in their order. A request ahead
of its use is none. A test replays the kernels on arrays that record, and finds the same.

Buffers lie behind A, B and C, each from a multiple of `gemm_traces.ALIGNMENT_BYTES` on.
"""

from __future__ import annotations

import numpy as np

from reference.cache.gemm_traces import Trace, room_bytes
from reference.cache.lru import Int64s
from reference.models import domain

A, B, C, A_COPY, B_COPY, C_COPY = range(6)
"""Array ids. C_COPY is the block of C that rung 4 sums in, and what rung 5 has for edges."""
ITEM_BYTES = 4


def register_blocked(
    M: int,
    N: int,
    K: int,
    *,
    mc: int = 256,
    kc: int = 256,
    nc: int = 256,
    kp: int = 32,
    ld: int = 272,
) -> Trace:
    """Return the touches of rung 4 on float32s.

    Parameters
    ----------
    M, N, K : int
        Sizes, >= 0.
    mc, kc, nc, kp, ld : int
        The kernel's MC, KC, NC, KP and LD, >= 1: mc, kp multiples of 4, kc one of kp, ld >= nc.

    Raises
    ------
    ValueError
        A size is out of range.
    """
    _demand_sizes(M, N, K, mc=mc, kc=kc, nc=nc, kp=kp, ld=ld)
    steps: list[Int64s] = [_none()]
    for i0 in range(0, M, mc):
        rows = min(mc, M - i0)
        for j0 in range(0, N, nc):
            columns = min(nc, N - j0)
            steps.append(_touch(C_COPY, np.arange(mc * ld), write=True))
            for k0 in range(0, K, kc):
                depth = min(kc, K - k0)
                steps += _copied(A, K, i0, k0, rows, depth, A_COPY, mc, kc, kc)
                steps += _copied(B, N, k0, j0, depth, columns, B_COPY, kc, nc, ld)
                steps += _fours(rows, depth, kc, nc, kp, ld)
            place, copy = _block(N, i0, j0, rows, columns), _block(ld, 0, 0, rows, columns)
            steps.append(_in_turn(_touch(C_COPY, copy), _touch(C, place, write=True)))
    return _trace(steps, (M * K, K * N, M * N, mc * kc, kc * ld, mc * ld))


def _copied(
    source: int, stride: int, row: int, column: int, rows: int, columns: int, to: int, *shape: int
) -> list[Int64s]:
    """Return the touches of copying a block to a buffer, cleared if not filled.

    `shape` is the buffer's rows, columns, and elements from row to row.
    """
    height, width, apart = shape
    place, copy = _block(stride, row, column, rows, columns), _block(apart, 0, 0, rows, columns)
    filled = (rows, columns) == (height, width)
    cleared = np.arange(0 if filled else height * apart)
    moved = _in_turn(_touch(source, place), _touch(to, copy, write=True))
    return [_touch(to, cleared, write=True), moved]


def _fours(rows: int, depth: int, kc: int, nc: int, kp: int, ld: int) -> list[Int64s]:
    """Return the touches of 4 rows of A by 4 of k, and of j over 4 rows of B and 4 of C."""
    four, columns = np.arange(4), np.arange(nc)
    steps = []
    for panel in range(0, depth, kp):
        for i in range(0, rows, 4):
            c = (i + four)[:, None] * ld + columns
            for k in range(panel, panel + kp, 4):
                b = (k + four)[:, None] * ld + columns
                steps.append(_touch(A_COPY, _block(kc, i, k, 4, 4)))
                passes = _touch(B_COPY, b), _touch(C_COPY, c), _touch(C_COPY, c, write=True)
                steps.append(np.concatenate(passes).T.reshape(-1))
    return steps


def packed(M: int, N: int, K: int, *, mr: int, nr: int, mc: int, kc: int, nc: int) -> Trace:
    """Return the touches of rung 5 on float32s.

    Parameters
    ----------
    M, N : int
        Sizes, >= 0.
    K : int
        >= 0; with 0 the kernel runs no loop and C is all that is touched.
    mr, nr, mc, kc, nc : int
        The kernel's MR, NR, MC, KC and NC, >= 1: mc a multiple of mr, nc of nr.

    Raises
    ------
    ValueError
        A size is out of range.
    """
    _demand_sizes(M, N, K, mr=mr, nr=nr, mc=mc, kc=kc, nc=nc)
    steps: list[Int64s] = [_none() if K else _touch(C, np.arange(M * N), write=True)]
    for j0 in range(0, N if K else 0, nc):
        columns = min(nc, N - j0)
        for k0 in range(0, K, kc):
            depth = min(kc, K - k0)
            steps += _packed_columns(N, k0, depth, j0, columns, nr)
            for i0 in range(0, M, mc):
                rows = min(mc, M - i0)
                steps += _packed_rows(K, i0, rows, k0, depth, mr)
                c = _block(N, i0, j0, rows, columns).reshape(rows, columns)
                steps += _multiplied(c, depth, mr, nr, add=k0 > 0)
    return _trace(steps, (M * K, K * N, M * N, mc * kc, kc * nc, mr * nr))


def _packed_rows(K: int, i0: int, rows: int, k0: int, depth: int, mr: int) -> list[Int64s]:
    steps = []
    for i in range(0, rows, mr):
        real = min(mr, rows - i)
        if real < mr:
            steps.append(_touch(A_COPY, i * depth + np.arange(mr * depth), write=True))
        place = _block(K, i0 + i, k0, real, depth).reshape(real, depth).T.reshape(-1)
        copy = i * depth + _block(mr, 0, 0, depth, real)
        steps.append(_in_turn(_touch(A, place), _touch(A_COPY, copy, write=True)))
    return steps


def _packed_columns(N: int, k0: int, depth: int, j0: int, columns: int, nr: int) -> list[Int64s]:
    steps = []
    for k in range(depth):
        for j in range(0, columns, nr):
            real = min(nr, columns - j)
            place, copy = (k0 + k) * N + j0 + j, j * depth + k * nr
            read = _touch(B, place + np.arange(real))
            steps.append(_in_turn(read, _touch(B_COPY, copy + np.arange(real), write=True)))
            steps.append(_touch(B_COPY, copy + np.arange(real, nr), write=True))
    return steps


def _multiplied(c: Int64s, depth: int, mr: int, nr: int, *, add: bool) -> list[Int64s]:
    """Return the touches of all micro-kernels on a block whose elements are these places in C."""
    steps, (rows, columns) = [], c.shape
    for j in range(0, columns, nr):
        b = _touch(B_COPY, j * depth + np.arange(nr * depth)).reshape(depth, nr)
        for i in range(0, rows, mr):
            a = _touch(A_COPY, i * depth + np.arange(mr * depth)).reshape(depth, mr)
            steps.append(np.concatenate([b, a], axis=1).reshape(-1))
            place = c[i : i + mr, j : j + nr]
            stored = _touch(C, place.reshape(-1), write=True)
            summed = [_touch(C, place.reshape(-1))] if add else []
            if place.shape == (mr, nr):
                steps.append(_in_turn(*summed, stored))
            else:
                edge = _block(nr, 0, 0, *place.shape)
                steps.append(_touch(C_COPY, np.arange(mr * nr), write=True))
                steps.append(_in_turn(*summed, _touch(C_COPY, edge), stored))
    return steps


# Until all are together, a touch is one number: element, array and direction.
def _touch(array: int, elements: Int64s, *, write: bool = False) -> Int64s:
    return np.asarray(elements, np.int64) * 16 + 2 * array + write


def _none() -> Int64s:
    return np.zeros(0, np.int64)


def _in_turn(*touches: Int64s) -> Int64s:
    """Return the first of each, then the second of each, and so on."""
    return np.stack(touches, axis=-1).reshape(-1)


def _block(stride: int, row: int, column: int, rows: int, columns: int) -> Int64s:
    """Return the elements of a block, row by row, in a matrix with `stride` elements a row."""
    places = (row + np.arange(rows))[:, None] * stride + column + np.arange(columns)
    return places.reshape(-1)


def _trace(steps: list[Int64s], elements: tuple[int, ...]) -> Trace:
    """Return the trace of all steps with arrays of so many elements one behind the other."""
    touches = np.concatenate(steps)
    ids = touches // 2 % 8
    starts = np.cumsum([0, *(room_bytes(n * ITEM_BYTES) for n in elements[:-1])])
    return Trace(starts[ids] + ITEM_BYTES * (touches // 16), touches % 2 == 1, ids)


def _demand_sizes(M: int, N: int, K: int, **blocks: int) -> None:
    for name, size in zip("MNK", (M, N, K), strict=True):
        domain.integer(name, size, 0)
    for name, size in blocks.items():
        domain.integer(name, size, 1)
