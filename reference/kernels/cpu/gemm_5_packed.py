"""Rung 5, packed: a micro-kernel that keeps its block of C in vector registers for all of k.

Predicts: the micro-kernel holds MR x NR sums in registers and reads MR elements of A and NR of B
for each k: (MR + NR) / (MR·NR) loads a multiply-add, and none of C until the end. Panels of A and B
are first copied into the order in which they are read ("packed"): MC x KC of A stays in the second
cache, KC x NR of B in the first, and every load is along a line. What bounds it is the rate of the
multiply-add units.

Such a kernel can't be written in loops that numba would turn into the right instructions, so it is
written in LLVM's intermediate language, in vectors; LLVM splits them on a processor without such
vectors, which makes it slower and not wrong.

Measured: 0.97 of OpenBLAS at 1024 (five runs of the benchmark: 0.986, 0.959, 0.966, 0.980, 0.948;
single rounds 0.89 to 1.29), 66 to 83 % of the peak. Each of these
gave a few hundredths: a 6 x 64 block instead of 14 x 32, asking for C before the loop and for B
ahead of its use, packing a panel of A in one pass over its MR rows.

Source: Goto, van de Geijn, "Anatomy of high-performance matrix multiplication", ACM TOMS 34(3),
2008; van Zee, van de Geijn, "BLIS", ACM TOMS 41(3), 2015; the names MC, KC, NC, MR, NR are theirs.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import chain
from typing import Any

import numpy as np
from llvmlite import binding, ir
from numba import njit, types
from numba.extending import intrinsic

from reference.kernels.cpu import Float32s, demand_product


def _register_block() -> tuple[int, int, int]:
    """Return lanes of a vector, rows MR and vectors a row of the block that fills the registers."""
    features: dict[str, bool] = {}
    with suppress(RuntimeError):  # LLVM doesn't know the features of every kind of processor
        features = dict(binding.get_host_cpu_features())
    if features.get("avx512f"):
        return 16, 6, 4  # 24 of 32 registers are sums
    if features.get("avx"):
        return 8, 6, 2  # 12 of 16
    return 4, 6, 2


LANES, MR, VECTORS = _register_block()
NR = LANES * VECTORS
MC, KC, NC = 43 * MR, 1024 if LANES == 16 else 256, 1024
"""Rows, depth and columns of what is packed at once; MC is a multiple of MR, NC of NR."""

AHEAD = 2
"""How many steps of k before its use a row of packed B is asked for from the second cache."""

_FLOAT = ir.FloatType()
_VECTOR = ir.VectorType(_FLOAT, LANES)
_INT = ir.IntType(64)


def gemm(A: Float32s, B: Float32s, C: Float32s) -> None:
    """Overwrite C with AB; shapes and errors as `demand_product` says."""
    demand_product(A, B, C)
    if A.shape[1] == 0:
        C[:] = 0
    else:
        _blocks(A, B, C)


@njit()
def _blocks(A: Float32s, B: Float32s, C: Float32s) -> None:
    (M, K), N = A.shape, B.shape[1]
    packed_a, packed_b = np.empty(MC * KC, np.float32), np.empty(KC * NC, np.float32)
    for j0 in range(0, N, NC):
        for k0 in range(0, K, KC):
            depth = min(KC, K - k0)
            _pack_columns(B, k0, depth, j0, min(NC, N - j0), packed_b)
            for i0 in range(0, M, MC):
                _pack_rows(A, i0, min(MC, M - i0), k0, depth, packed_a)
                c = C[i0 : i0 + MC, j0 : j0 + NC]
                _multiply_packed(packed_a, packed_b, depth, c, k0 > 0)


# Both take whole matrices and cut single rows: numba knows that those are contiguous, and forgets
# it of a block.
@njit()
def _pack_rows(A: Float32s, i0: int, rows: int, k0: int, depth: int, packed: Float32s) -> None:
    """Copy panels of MR rows, each column by column; rows that do not exist are zeros."""
    for i in range(0, rows, MR):
        panel = packed[i * depth : (i + MR) * depth]
        block = A[i0 + i : min(i0 + i + MR, i0 + rows), k0 : k0 + depth]
        if block.shape[0] == MR:
            for k in range(depth):
                for r in range(MR):  # a number that the compiler knows
                    panel[k * MR + r] = block[r, k]
        else:
            panel[:] = 0
            for k in range(depth):
                for r in range(block.shape[0]):
                    panel[k * MR + r] = block[r, k]


@njit()
def _pack_columns(
    B: Float32s, k0: int, depth: int, j0: int, columns: int, packed: Float32s
) -> None:
    """Copy panels of NR columns, each row by row; columns that do not exist are zeros."""
    for k in range(depth):
        row = B[k0 + k, j0 : j0 + columns]
        for j in range(0, columns, NR):
            to = packed[j * depth + k * NR : j * depth + (k + 1) * NR]
            width = min(NR, columns - j)
            if width == NR:
                some = row[j : j + NR]
                for c in range(NR):  # a length that the compiler knows
                    to[c] = some[c]
            else:
                to[:width] = row[j:]
                to[width:] = 0


@njit()
def _multiply_packed(a: Float32s, b: Float32s, depth: int, c: Float32s, add: bool) -> None:
    """Store the product of two packed blocks in c, or add it to c."""
    rows, columns = c.shape
    edge = np.empty((MR, NR), np.float32)
    for j in range(0, columns, NR):
        b_panel = b[j * depth : (j + NR) * depth]
        for i in range(0, rows, MR):
            a_panel = a[i * depth : (i + MR) * depth]
            block = c[i : i + MR, j : j + NR]
            if block.shape == (MR, NR) and block.strides[1] == 4:
                _micro_kernel(a_panel, b_panel, depth, block, add)
            else:
                # The micro-kernel writes whole blocks: at an edge, beside C and then over.
                _micro_kernel(a_panel, b_panel, depth, edge, False)
                _copy_block(edge, block, add)


@njit()
def _copy_block(block: Float32s, c: Float32s, add: bool) -> None:
    """Store the corner of a block that exists in c, or add it to c."""
    for i in range(c.shape[0]):
        for j in range(c.shape[1]):
            c[i, j] = c[i, j] + block[i, j] if add else block[i, j]


@njit()
def _micro_kernel(a: Float32s, b: Float32s, depth: int, c: Float32s, add: bool) -> None:
    """Store the product of a packed MR x depth and a packed depth x NR panel in c, or add it."""
    _sum_of_outer_products(
        depth, a.ctypes.data, b.ctypes.data, c.ctypes.data, c.strides[0] // 4, add
    )


def _typed_micro_kernel(
    _context: Any, _depth: Any, _a: Any, _b: Any, _c: Any, _row_stride: Any, _add: Any
) -> tuple[Any, Any]:
    """Return the types of `_sum_of_outer_products` and what writes its code, as numba asks for."""
    signature = types.void(
        types.int64, types.intp, types.intp, types.intp, types.int64, types.boolean
    )

    def generate(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        depth, a, b, c, row_stride, add = args
        a, b, c = (builder.inttoptr(x, _FLOAT.as_pointer()) for x in (a, b, c))
        _prefetch_block(builder, c, row_stride)
        sums = _outer_products(builder, depth, a, b)
        with builder.if_else(add) as (adding, storing):
            with adding:
                _write_block(builder, sums, c, row_stride, add=True)
            with storing:
                _write_block(builder, sums, c, row_stride, add=False)
        return context.get_dummy_value()

    return signature, generate


_sum_of_outer_products: Any = intrinsic(_typed_micro_kernel)
"""Takes depth >= 1, the addresses of a, b and c, the floats from row to row of c, and `add`."""


def _outer_products(builder: Any, depth: Any, a: Any, b: Any) -> list[list[Any]]:
    """Emit the loop over k and return the MR x VECTORS sums after it."""
    # fmuladd is one instruction where the processor has it, a product and a sum where not;
    # llvm.fma would call a library for each element there.
    kind = ir.FunctionType(_VECTOR, [_VECTOR] * 3)
    multiply_add = builder.module.declare_intrinsic(f"llvm.fmuladd.v{LANES}f32", (), kind)
    before = builder.block
    loop, after = builder.append_basic_block("k"), builder.append_basic_block("sums")
    builder.branch(loop)
    builder.position_at_end(loop)
    k = builder.phi(_INT)
    old = [[builder.phi(_VECTOR) for _ in range(VECTORS)] for _ in range(MR)]
    column = builder.gep(a, [builder.mul(k, _INT(MR))])
    row = builder.gep(b, [builder.mul(k, _INT(NR))])
    bs = [_load(builder, row, _INT(v * LANES), _VECTOR) for v in range(VECTORS)]
    for v in range(VECTORS):
        _prefetch(builder, row, _INT((AHEAD * VECTORS + v) * LANES))
    new = []
    for i in range(MR):
        x = _broadcast(builder, _load(builder, column, _INT(i), _FLOAT))
        new.append([builder.call(multiply_add, [x, y, s]) for y, s in zip(bs, old[i], strict=True)])
    following = builder.add(k, _INT(1))
    k.add_incoming(_INT(0), before)
    k.add_incoming(following, loop)
    for was, becomes in zip(chain(*old), chain(*new), strict=True):
        was.add_incoming(_VECTOR([0.0] * LANES), before)
        was.add_incoming(becomes, loop)
    builder.cbranch(builder.icmp_signed("<", following, depth), loop, after)
    builder.position_at_end(after)
    return new


def _prefetch_block(builder: Any, c: Any, stride: Any) -> None:
    """Ask for the block of C, which is needed only after the loop, before the loop starts."""
    for i in range(MR):
        for v in range(VECTORS):
            _prefetch(builder, c, builder.add(builder.mul(stride, _INT(i)), _INT(v * LANES)))


def _prefetch(builder: Any, base: Any, place: Any) -> None:
    """Emit the request for the line that holds the float `place` floats after `base`."""
    byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
    kind = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
    prefetch = builder.module.declare_intrinsic("llvm.prefetch.p0", (), kind)
    read, keep, data = number(0), number(3), number(1)
    address = builder.bitcast(builder.gep(base, [place]), byte)
    builder.call(prefetch, [address, read, keep, data])


def _write_block(builder: Any, sums: list[list[Any]], c: Any, stride: Any, *, add: bool) -> None:
    """Emit the stores of all sums into c, each added to what is there if `add`."""
    for i, row in enumerate(sums):
        start = builder.mul(stride, _INT(i))
        for v, value in enumerate(row):
            place = builder.add(start, _INT(v * LANES))
            if add:
                value = builder.fadd(value, _load(builder, c, place, _VECTOR))
            builder.store(value, _address(builder, c, place, _VECTOR), align=4)


def _load(builder: Any, base: Any, place: Any, kind: Any) -> Any:
    """Emit the load of a float or a vector that starts `place` floats after `base`."""
    return builder.load(_address(builder, base, place, kind), align=4)


def _address(builder: Any, base: Any, place: Any, kind: Any) -> Any:
    return builder.bitcast(builder.gep(base, [place]), kind.as_pointer())


def _broadcast(builder: Any, value: Any) -> Any:
    """Emit a vector that holds `value` in every lane."""
    empty, first = ir.Constant(_VECTOR, ir.Undefined), ir.IntType(32)(0)
    lanes = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
    return builder.shuffle_vector(builder.insert_element(empty, value, first), empty, lanes)
