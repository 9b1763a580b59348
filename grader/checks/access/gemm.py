"""What the record of a matrix product C = A·B shows: which loops ran in which order, what was met.

Arrays are named by the caller. They may be matrices or flat row-major vectors; of vectors the
caller tells the sizes. Loops are known by the index that two matrices share: i by the rows of A and
C, j by the columns of B and C, k by what A and B have in common. Nobody looks at what the student
calls them.

Not judged: that each value written to C is a partial sum of products. A method that keeps its
sums in locals writes C once, so the rule would say nothing about it; and it would reject correct
ones (compensated sums, Strassen's products, a scaled accumulator). That C is the product in the end
is for the comparison of values; that it can have come from A and B is what `explained` says.
"""

from __future__ import annotations

from itertools import permutations
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from grader.checks.access.broken import broken
from grader.checks.access.explained import first_read, last_written, unread
from grader.checks.access.log import AccessLog
from grader.checks.access.order import changes, first_difference
from grader.checks.access.order import order as demand_order
from grader.checks.compare import Hint
from grader.checks.verdicts import CheckFailed
from grader.messages import say

Events = NDArray[np.int64]
"""Positions in a record, in the shape of a matrix."""
LOOPS = tuple("".join(letters) for letters in permutations("ijk"))


class Sizes(NamedTuple):
    """A is M x K, B is K x N, C is M x N."""

    M: int
    N: int
    K: int


def explained(
    log: AccessLog,
    a: str = "A",
    b: str = "B",
    c: str = "C",
    *,
    sizes: tuple[int, int, int] | None = None,
    hint: Hint = None,
) -> None:
    """Demand that C[i, j] is last written after all of row i of A and column j of B was read.

    Skipping zeros of A breaks it: draw inputs without zeros, or call it a rule (0 · NaN is NaN).

    Parameters
    ----------
    sizes
        (M, N, K), needed where the arrays are flat.
    """
    (M, N, K), of_a, of_b, written = _reads_and_writes(log, a, b, c, sizes, hint)
    if not K:
        return
    late = (of_a.max(axis=1)[:, None] >= written) | (of_b.max(axis=0)[None, :] >= written)
    if late.any():
        i, j = np.unravel_index(np.argmin(np.where(late, written, len(log))), (M, N))
        event = int(written[i, j])
        row = np.flatnonzero(of_a[i] >= event)
        if len(row):
            raise unread(log, c, event, a, int(i * K + row[0]), hint)
        column = np.flatnonzero(of_b[:, j] >= event)
        raise unread(log, c, event, b, int(column[0] * N + j), hint)


def pairs(
    log: AccessLog,
    a: str = "A",
    b: str = "B",
    c: str = "C",
    *,
    sizes: tuple[int, int, int] | None = None,
    hint: Hint = None,
) -> None:
    """Demand that all M·N·K products can have been formed.

    A product A[i, k] · B[k, j] counts when both were read before C[i, j] was last written, from
    wherever: a local copy of a tile is read once and serves many products.
    """
    (M, N, K), of_a, of_b, written = _reads_and_writes(log, a, b, c, sizes, hint)
    met, missing = 0, None
    for k in range(K):
        here = np.maximum(of_a[:, k, None], of_b[None, k]) < written
        met += int(np.count_nonzero(here))
        if missing is None and not here.all():
            i, j = np.unravel_index(int(np.argmin(here)), here.shape)
            missing = f"{_name(a, i, k)} · {_name(b, k, j)}"
    if missing is not None:
        why = say("access.pairs", got=met, want=M * N * K, missing=missing)
        raise broken(
            log,
            why,
            show=[c, a, b],
            got=str(met),
            want=str(M * N * K),
            where=missing,
            hint=hint,
        )


def order(
    log: AccessLog,
    loops: str,
    a: str = "A",
    b: str = "B",
    c: str = "C",
    *,
    sizes: tuple[int, int, int] | None = None,
    hint: Hint = None,
) -> None:
    """Demand that A and B are read as by three nested loops in this order, outermost first.

    A matrix whose elements do not depend on the innermost loop may be read once before that loop or
    each time inside it; `hoisted` tells these apart. The order in which C is touched is free.
    """
    dims = _sizes(log, a, b, c, sizes)
    if loops not in LOOPS:
        raise ValueError(f"loops are one of {', '.join(LOOPS)}, not {loops!r}")
    try:
        for name, axes in ((b, "kj"), (a, "ik")):
            fixed = loops[-1] not in axes
            # Around a loop that never runs, its fixed factor may be read or not.
            if not (fixed and not getattr(dims, _SIZE[loops[-1]])):
                places = nest_places(axes, loops, dims)
                demand_order(log, name, places, collapse_repeats=fixed, hint=hint)
    except CheckFailed as failed:
        raise _named_loops(failed, loop_order(log, a, b, c, sizes=sizes), loops) from None


def loop_order(
    log: AccessLog,
    a: str = "A",
    b: str = "B",
    c: str = "C",
    *,
    sizes: tuple[int, int, int] | None = None,
) -> str:
    """Return the order of the loops, outermost first, such as "ikj"; "" where no order fits.

    In shapes with a size of 1 or 0 several may fit; the first in the alphabet is returned.
    """
    dims = _sizes(log, a, b, c, sizes)
    read = {name: log.place[log.events(name, "reads")] for name in (a, b)}
    seen = {name: places[changes(places)] for name, places in read.items()}
    for loops in LOOPS:
        wanted = ((a, nest_places("ik", loops, dims)), (b, nest_places("kj", loops, dims)))
        if all(
            first_difference(seen[name], places[changes(places)]) is None for name, places in wanted
        ):
            return loops
    return ""


def nest_places(axes: str, loops: str, sizes: tuple[int, int, int]) -> NDArray[np.int64]:
    """Return the places of one matrix that three nested loops touch, in order.

    Parameters
    ----------
    axes
        The two loops that index the matrix: "ik" for A, "kj" for B, "ij" for C.
    loops
        All three, outermost first.
    sizes
        (M, N, K).
    """
    extent = dict(zip("ijk", sizes, strict=True))
    shape = [extent[loop] for loop in loops]
    row, col = (
        np.arange(extent[axis]).reshape([-1 if loop == axis else 1 for loop in loops])
        for axis in axes
    )
    return np.broadcast_to(row * extent[axes[1]] + col, shape).reshape(-1).astype(np.int64)


_SIZE = {"i": "M", "j": "N", "k": "K"}


def _sizes(log: AccessLog, a: str, b: str, c: str, sizes: tuple[int, int, int] | None) -> Sizes:
    shapes = [log.array(name).shape for name in (a, b, c)]
    if sizes is None:
        if any(len(shape) != 2 for shape in shapes):
            raise ValueError("flat arrays need sizes=(M, N, K)")
        M, N, K = *shapes[2], shapes[0][1]
    else:
        M, N, K = sizes
    if [log.array(name).size for name in (a, b, c)] != [M * K, K * N, M * N]:
        raise ValueError(f"{shapes} are no shapes of a product with M, N, K = {M, N, K}")
    return Sizes(M, N, K)


def _reads_and_writes(
    log: AccessLog, a: str, b: str, c: str, sizes: tuple[int, int, int] | None, hint: Hint
) -> tuple[Sizes, Events, Events, Events]:
    """Return the sizes, when each element of A and B is first read, and when C is last written."""
    M, N, K = dims = _sizes(log, a, b, c, sizes)
    written = last_written(log, c, (a, b), hint).reshape(M, N)
    return dims, first_read(log, a).reshape(M, K), first_read(log, b).reshape(K, N), written


def _named_loops(failed: CheckFailed, got: str, want: str) -> CheckFailed:
    if not got or got == want:
        return failed
    why = say("access.loops", got="-".join(got), want="-".join(want), why=failed.failure.why)
    return CheckFailed(replace(failed.failure, why=why), failed.status)


def _name(array: str, row: object, col: object) -> str:
    return f"{array}[{row}, {col}]"
