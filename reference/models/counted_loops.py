"""The costs of `operators` found a second way: run plain loops and collect what they touch.

The numbers in these loops have no value, they only count. Additions and multiplications add FLOP;
indexing an array adds the element to the set that is read or written. A set holds an element once,
however often the loop comes by: that is perfect reuse. Where a model of traffic keeps nothing, the
loop says `forget()` and the sets start anew.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from reference.models.domain import integer
from reference.models.operators import sizes


@dataclass(slots=True)
class Tally:
    """FLOP done, elements moved, and the elements in reach since the last `forget`."""

    flop: int = 0
    moved_elems: int = 0
    read: set[tuple[str, int, int]] = field(default_factory=set)
    written: set[tuple[str, int, int]] = field(default_factory=set)

    def forget(self) -> None:
        """Count what was touched as moved; the next touch of an element moves it again."""
        self.moved_elems += len(self.read) + len(self.written)
        self.read.clear()
        self.written.clear()


@dataclass(frozen=True, slots=True)
class Number:
    """A number that counts what is done to it. Starting a sum with `zero` counts its additions."""

    tally: Tally

    def __add__(self, other: Number) -> Number:
        self.tally.flop += 1
        return self

    def __mul__(self, other: Number) -> Number:
        self.tally.flop += 1
        return self


@dataclass(frozen=True, slots=True)
class Array:
    """An array that counts its elements; x[i] is kept as x[i, 0]."""

    name: str
    tally: Tally

    def __getitem__(self, index: int | tuple[int, int]) -> Number:
        self.tally.read.add(self._element(index))
        return Number(self.tally)

    def __setitem__(self, index: int | tuple[int, int], value: Number) -> None:
        self.tally.written.add(self._element(index))

    def _element(self, index: int | tuple[int, int]) -> tuple[str, int, int]:
        i, j = index if isinstance(index, tuple) else (index, 0)
        return self.name, i, j


def counted_cost(op: str, dims: Mapping[str, int], itemsize: int) -> tuple[int, int]:
    """Return FLOP and bytes of an operator as its loops count them.

    Takes what `operators.op_cost` takes, and gives the same for sizes >= 1. An empty loop touches
    nothing, whereas the formulas count operands that a size of 0 leaves unused: A of a product
    with N = 0, or x of a gemv with M = 0.

    Raises
    ------
    ValueError
        The operator is unknown, or a size is missing or too small.
    """
    tally, named = Tally(), sizes(op, dims)
    LOOPS[op](tally, *named)
    tally.forget()
    return tally.flop, tally.moved_elems * integer("itemsize", itemsize, 1)


def _copy(tally: Tally, N: int) -> None:
    x, z = _arrays(tally, "xz")
    for i in range(N):
        z[i] = x[i]


def _scale(tally: Tally, N: int) -> None:
    x, z = _arrays(tally, "xz")
    a = Number(tally)
    for i in range(N):
        z[i] = a * x[i]


def _add(tally: Tally, N: int) -> None:
    x, y, z = _arrays(tally, "xyz")
    for i in range(N):
        z[i] = x[i] + y[i]


def _axpy(tally: Tally, N: int) -> None:
    x, y = _arrays(tally, "xy")
    a = Number(tally)
    for i in range(N):
        y[i] = a * x[i] + y[i]


def _sum(tally: Tally, N: int) -> None:
    x, s = _arrays(tally, "xs")
    acc = Number(tally)
    for i in range(N):
        acc = acc + x[i]
    s[0] = acc


def _dot(tally: Tally, N: int) -> None:
    x, y, s = _arrays(tally, "xys")
    acc = Number(tally)
    for i in range(N):
        acc = acc + x[i] * y[i]
    s[0] = acc


def _outer(tally: Tally, M: int, N: int) -> None:
    x, y, C = _arrays(tally, "xyC")
    for i in range(M):
        for j in range(N):
            C[i, j] = x[i] * y[j]


def _gemv(tally: Tally, M: int, K: int) -> None:
    A, x, y = _arrays(tally, "Axy")
    for i in range(M):
        acc = Number(tally)
        for k in range(K):
            acc = acc + A[i, k] * x[k]
        y[i] = acc


def _gemm_ideal(tally: Tally, M: int, N: int, K: int) -> None:
    _gemm_block(tally, range(M), range(N), K)


def _gemm_no_reuse(tally: Tally, M: int, N: int, K: int) -> None:
    A, B, C = _arrays(tally, "ABC")
    for i in range(M):
        for j in range(N):
            acc = Number(tally)
            for k in range(K):
                acc = acc + A[i, k] * B[k, j]
                tally.forget()
            C[i, j] = acc


def _gemm_tiled(tally: Tally, M: int, N: int, K: int, T: int) -> None:
    for i0 in range(0, M, T):
        for j0 in range(0, N, T):
            _gemm_block(tally, range(i0, min(i0 + T, M)), range(j0, min(j0 + T, N)), K)
            tally.forget()


def _gemm_block(tally: Tally, rows: range, columns: range, K: int) -> None:
    A, B, C = _arrays(tally, "ABC")
    for i in rows:
        for j in columns:
            acc = Number(tally)
            for k in range(K):
                acc = acc + A[i, k] * B[k, j]
            C[i, j] = acc


def _add_mul_unfused(tally: Tally, N: int) -> None:
    x, y, u, w, z = _arrays(tally, "xyuwz")
    for i in range(N):
        u[i] = x[i] + y[i]
    tally.forget()
    for i in range(N):
        z[i] = u[i] * w[i]


def _add_mul_fused(tally: Tally, N: int) -> None:
    x, y, w, z = _arrays(tally, "xywz")
    for i in range(N):
        z[i] = (x[i] + y[i]) * w[i]


def _arrays(tally: Tally, names: str) -> list[Array]:
    return [Array(name, tally) for name in names]


LOOPS: Mapping[str, Callable[..., None]] = {
    "copy": _copy,
    "scale": _scale,
    "add": _add,
    "axpy": _axpy,
    "sum": _sum,
    "dot": _dot,
    "outer": _outer,
    "gemv": _gemv,
    "gemm_ideal": _gemm_ideal,
    "gemm_no_reuse": _gemm_no_reuse,
    "gemm_tiled": _gemm_tiled,
    "add_mul_unfused": _add_mul_unfused,
    "add_mul_fused": _add_mul_fused,
}
