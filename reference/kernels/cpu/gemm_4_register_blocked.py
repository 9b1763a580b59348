"""Rung 4, register-blocked: 4 rows of C and 4 values of k at a time, in plain loops.

Predicts: 16 elements of A stay in registers while j passes. Each step of j loads 4 elements of B
and 4 of C and stores 4 for 16 multiply-adds: 1/2 load and 1/4 store a multiply-add instead of 2 and
1. The compiler makes vectors of j. Blocks of A, B and C are copied, so that rows lie one behind the
other: KP rows of B stay in the first cache, the blocks in the second.

Measured: 0.76 of OpenBLAS at 1024 (two runs of the benchmark: 0.760, 0.768; in CPU time, 12 calls
in turns: 0.77 to 0.79), where 0.75 was aimed at. In place, without copies, it was 0.5. What that
consists of:

- `_add_product` alone, with all operands in the first cache, ran at 0.97 to 1.0 of OpenBLAS's rate,
  and at 0.8 with strides that the compiler can't see (`_add_product` says why).
- On the way here, buffers 32 bytes past the start of a line cost a sixth (each vector is then in
  two lines), and copying rows by an assignment of slices, which looks for overlaps, a quarter. Rows
  of the copies a power of two apart cost 1 to 3 %, KP = 16 instead of 32 another 3 %. That is for a
  first cache of 48 KiB; the model says that in one of 32 KiB the panel of B does not stay.
- The rest is the block of C, which comes from the second cache and goes back for every KP values of
  k, and the 16 loads of A before each 16 steps of j. Copying A and B once instead of for each block
  of C gained 1 to 3 % and took room for both; 5 and 6 rows at a time were slower.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from reference.kernels.cpu import Float32s, demand_product

MC, KC, NC = 256, 256, 256
"""Rows, depth and columns of the blocks of A (MC x KC), B (KC x NC) and C (MC x NC) that are
copied; multiples of 4. 256 KiB each: all three stay in a second cache of 1 MiB."""
KP = 32
"""Rows of B, a multiple of 4 that divides KC, that all rows of A meet before the next: 34 KiB."""
LINE = 16
"""Floats of a line of a cache."""
LD = NC + LINE
"""Floats from row to row of the copied blocks of B and C. With a power of two, a load of a row of B
often has the same last 12 bits of its address as a store to C shortly before, and waits for it."""


def gemm(A: Float32s, B: Float32s, C: Float32s) -> None:
    """Overwrite C with AB; shapes and errors as `demand_product` says."""
    demand_product(A, B, C)
    _blocks(A, B, C, _buffer(MC * KC), _buffer(KC * LD), _buffer(MC * LD))


def _buffer(floats: int) -> Float32s:
    """Return room that starts with a line: 512 bits across two lines are two accesses, not one."""
    room = np.empty(floats + LINE, np.float32)
    start = -(room.ctypes.data // room.itemsize) % LINE
    return room[start : start + floats]


@njit()
def _blocks(A: Float32s, B: Float32s, C: Float32s, a: Float32s, b: Float32s, c: Float32s) -> None:
    (M, K), N = A.shape, B.shape[1]
    for i0 in range(0, M, MC):
        for j0 in range(0, N, NC):
            c[:] = 0
            for k0 in range(0, K, KC):
                _copy_of_a(A, i0, k0, a)
                _copy_of_b(B, k0, j0, b)
                _add_product(a, b, c, min(MC, M - i0), min(KC, K - k0))
            _copy_to_c(c, C, i0, j0)


# One row is cut at a time: numba knows that a row is contiguous, and forgets it of a block. The
# elements are assigned one by one: an assignment of slices would first look for an overlap.
@njit()
def _copy_of_a(A: Float32s, i0: int, k0: int, a: Float32s) -> None:
    """Copy the block of A at i0, k0; what is beyond A is 0."""
    if i0 + MC > A.shape[0] or k0 + KC > A.shape[1]:
        a[:] = 0
    for i in range(min(MC, A.shape[0] - i0)):
        row = A[i0 + i, k0 : k0 + KC]
        for k in range(min(KC, len(row))):
            a[i * KC + k] = row[k]


@njit()
def _copy_of_b(B: Float32s, k0: int, j0: int, b: Float32s) -> None:
    """Copy the block of B at k0, j0; what is beyond B is 0."""
    if k0 + KC > B.shape[0] or j0 + NC > B.shape[1]:
        b[:] = 0
    for k in range(min(KC, B.shape[0] - k0)):
        row = B[k0 + k, j0 : j0 + NC]
        for j in range(min(NC, len(row))):
            b[k * LD + j] = row[j]


@njit()
def _copy_to_c(c: Float32s, C: Float32s, i0: int, j0: int) -> None:
    """Copy to the block of C at i0, j0 what of it exists."""
    for i in range(min(MC, C.shape[0] - i0)):
        row = C[i0 + i, j0 : j0 + NC]
        for j in range(min(NC, len(row))):
            row[j] = c[i * LD + j]


# `contract` alone lets a product and a sum fuse into one instruction; no sum is reordered.
@njit(fastmath={"contract"})
def _add_product(a: Float32s, b: Float32s, c: Float32s, rows: int, depth: int) -> None:
    """Add the product of two copied blocks to that of C, 4 rows and 4 values of k at a time.

    The buffers have one dimension, and every stride and bound is a number that the compiler knows.
    So it sees that no index is negative and that one comparison tells b from c: with rows at a
    stride that it can't see it compares each row of b with each of c whenever j starts, which took
    a fifth of the time.
    """
    for panel in range(min(KC, depth + KP - 1) // KP):
        for four_rows in range(min(MC, rows + 3) // 4):
            for step in range(KP // 4):
                i, k = 4 * four_rows, KP * panel + 4 * step
                r0 = i * KC + k  # where the 4 values of k start in each of the 4 rows of A
                r1, r2, r3 = r0 + KC, r0 + 2 * KC, r0 + 3 * KC
                a00, a01, a02, a03 = a[r0], a[r0 + 1], a[r0 + 2], a[r0 + 3]
                a10, a11, a12, a13 = a[r1], a[r1 + 1], a[r1 + 2], a[r1 + 3]
                a20, a21, a22, a23 = a[r2], a[r2 + 1], a[r2 + 2], a[r2 + 3]
                a30, a31, a32, a33 = a[r3], a[r3 + 1], a[r3 + 2], a[r3 + 3]
                x, y = k * LD, i * LD  # where the first of the 4 rows of B and of C start
                for j in range(NC):
                    x0, x1 = b[x + j], b[x + LD + j]
                    x2, x3 = b[x + 2 * LD + j], b[x + 3 * LD + j]
                    y0, y1 = c[y + j], c[y + LD + j]
                    y2, y3 = c[y + 2 * LD + j], c[y + 3 * LD + j]
                    c[y + j] = y0 + a00 * x0 + a01 * x1 + a02 * x2 + a03 * x3
                    c[y + LD + j] = y1 + a10 * x0 + a11 * x1 + a12 * x2 + a13 * x3
                    c[y + 2 * LD + j] = y2 + a20 * x0 + a21 * x1 + a22 * x2 + a23 * x3
                    c[y + 3 * LD + j] = y3 + a30 * x0 + a31 * x1 + a32 * x2 + a33 * x3
