"""What fusing a chain of element-wise operators saves, and what it leaves as it is.

Unfused, every operator reads its inputs from memory and writes its result back, and the next one
reads it again. Fused, an intermediate stays in a register: the FLOP are the same, the bytes fewer.
Bytes are counted as necessary traffic: a name read by an operator (or by the fused kernel) costs
one pass over the array, a name written costs one pass, and caches hold nothing in between.

Source: Williams, Waterman, Patterson, CACM 52(4), 2009 (traffic and intensity);
IEEE 754-2019, 4.3.1 (the rounding of float32 and float16).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from reference.models import domain

Float32s = NDArray[np.float32]
Operator = tuple[str, tuple[str, ...], str]
"""Name of the operation, names it reads, name it produces."""

CHUNK = 4096
"""Elements of the buffer of `fused_add_mul`: 16 KiB, which stays in the first-level cache."""
LARGEST_INPUT = 6e4
"""Bound on |x| that keeps rounding to FP16 (largest number 65504) finite."""


def fused_add_mul(x: Float32s, y: Float32s, w: Float32s, z: Float32s) -> None:
    """Overwrite z with (x + y) · w in one pass: each element is read once and written once.

    Both operations are rounded to float32: z = fl32(fl32(x + y) · w).

    Parameters
    ----------
    x, y, w, z : float32 arrays of one shape
        Any shape and strides, also empty. z must not overlap the others.

    Raises
    ------
    ValueError
        The shapes differ or an array is not float32.
    """
    arrays = {"x": x, "y": y, "w": w, "z": z}
    _demand_float32_of_one_shape(arrays)
    passes = np.nditer(
        list(arrays.values()),
        flags=["external_loop", "buffered", "zerosize_ok"],
        op_flags=[["readonly"], ["readonly"], ["readonly"], ["writeonly"]],
        buffersize=CHUNK,
    )
    with passes:
        for x_part, y_part, w_part, z_part in passes:
            np.multiply(x_part + y_part, w_part, out=z_part)


def chain_traffic_bytes(
    n: int, ops: Sequence[Operator], itemsize: int, outputs: Collection[str], fused: bool
) -> int:
    """Return the bytes that a chain of element-wise operators has to move.

    Unfused: n · itemsize · Σ over operators of (distinct inputs + 1). Fused: n · itemsize ·
    (distinct external inputs + outputs), where a name is external if no operator produces it.

    Parameters
    ----------
    n : int
        Elements of every array, >= 0.
    ops : sequence of (operation, inputs, result), at least one
        In dependency order; each result has a name of its own.
    itemsize : int
        Bytes of one element, >= 1.
    outputs : collection of str
        Results that somebody needs afterwards, the last one among them. An intermediate that has
        another user stays here and is written even when fused.
    fused : bool
        One kernel for the whole chain, or one for each operator.

    Returns
    -------
    int
        Bytes read plus bytes written.

    Raises
    ------
    ValueError
        A size is out of range, there is no operator, a name is produced twice or read before it
        is produced, or `outputs` names something else or lacks the last result.
    """
    n = domain.integer("n", n, 0)
    itemsize = domain.integer("itemsize", itemsize, 1)
    external = _external_inputs(ops)
    kept = set(outputs)
    produced = {result for _, _, result in ops}
    if not kept <= produced or ops[-1][2] not in kept:
        raise ValueError(f"outputs must be results and hold {ops[-1][2]!r}, not {sorted(kept)}")
    if fused:
        return n * itemsize * (len(external) + len(kept))
    return n * itemsize * sum(len(set(inputs)) + 1 for _, inputs, _ in ops)


def add_mul_report(
    n: int,
    in_itemsize: int,
    mid_itemsize: int,
    out_itemsize: int,
    bytes_per_s: float,
    fused: bool,
) -> dict[str, float]:
    """Return the ledger of u = x + y, z = u · w when the three kinds of arrays differ in width.

    F = 2 n. Fused Q = n (3 in + out); unfused Q = n (2 in + mid) + n (mid + in + out).

    Parameters
    ----------
    n : int
        Elements of each array, >= 1.
    in_itemsize, mid_itemsize, out_itemsize : int
        Bytes of an element of x, y and w, of u, and of z; each >= 1.
    bytes_per_s : float
        Bandwidth B > 0, shared by reads and writes.
    fused : bool
        Whether u stays in a register.

    Returns
    -------
    dict
        `flop` (int), `bytes` (int), `intensity` = F/Q in FLOP/B, `memory_s` = Q/B.

    Raises
    ------
    ValueError
        An argument is out of range or not finite.
    """
    n = domain.integer("n", n, 1)
    moved = n * _add_mul_bytes(in_itemsize, mid_itemsize, out_itemsize, fused)
    rate = domain.real("bytes_per_s", bytes_per_s, above=0)
    flop = 2 * n
    return {"flop": flop, "bytes": moved, "intensity": flop / moved, "memory_s": moved / rate}


def fusion_speed_limit(n: int, in_itemsize: int, mid_itemsize: int, out_itemsize: int) -> float:
    """Return unfused over fused bytes, the most that fusion can gain while traffic rules.

    Arguments and errors as in `add_mul_report`. It is a ratio of two lower bounds, no promise.
    """
    domain.integer("n", n, 1)
    unfused = _add_mul_bytes(in_itemsize, mid_itemsize, out_itemsize, fused=False)
    return unfused / _add_mul_bytes(in_itemsize, mid_itemsize, out_itemsize, fused=True)


def fp16_inputs_change_result(x: Float32s, y: Float32s, w: Float32s) -> NDArray[np.bool_]:
    """Tell for each element whether storing the inputs as FP16 changes the bits of (x + y) · w.

    Both sides are computed in float32, fl32(fl32(x + y) · w); one of them from inputs rounded to
    FP16 and widened again, which is exact. What the rounding dropped does not come back.

    Parameters
    ----------
    x, y, w : float32 arrays of one shape
        Finite, |value| <= 6e4.

    Returns
    -------
    array of bool, the same shape
        True where any of the 32 bits differs; +0.0 and -0.0 are different.

    Raises
    ------
    ValueError
        The shapes differ, an array is not float32, or a value is out of range or not finite.
    """
    arrays = {"x": x, "y": y, "w": w}
    _demand_float32_of_one_shape(arrays)
    for name, array in arrays.items():
        # Written so that NaN is refused too.
        if not bool(np.all(np.abs(array) <= LARGEST_INPUT)):
            raise ValueError(f"{name} must be finite and at most {LARGEST_INPUT:g} in magnitude")
    short_x, short_y, short_w = (a.astype(np.float16).astype(np.float32) for a in arrays.values())
    full, short = (x + y) * w, (short_x + short_y) * short_w
    # A sum of 0-d arrays is a scalar; asarray makes the bits of it an array again.
    return np.asarray(np.asarray(full).view(np.uint32) != np.asarray(short).view(np.uint32))


def _external_inputs(ops: Sequence[Operator]) -> set[str]:
    if not ops:
        raise ValueError("ops must hold at least one operator")
    results = [result for _, _, result in ops]
    if len(set(results)) < len(results):
        raise ValueError(f"each result must have a name of its own, not {results}")
    made: set[str] = set()
    external: set[str] = set()
    for operation, inputs, result in ops:
        early = set(inputs) & (set(results) - made)
        if early:
            raise ValueError(f"{operation} must come after the operators of {sorted(early)}")
        external |= set(inputs) - made
        made.add(result)
    return external


def _add_mul_bytes(in_itemsize: int, mid_itemsize: int, out_itemsize: int, fused: bool) -> int:
    """Return the bytes for one element."""
    read = domain.integer("in_itemsize", in_itemsize, 1)
    mid = domain.integer("mid_itemsize", mid_itemsize, 1)
    written = domain.integer("out_itemsize", out_itemsize, 1)
    return 3 * read + written if fused else (2 * read + mid) + (mid + read + written)


def _demand_float32_of_one_shape(arrays: dict[str, Float32s]) -> None:
    if len({array.shape for array in arrays.values()}) > 1:
        shapes = ", ".join(f"{name} {array.shape}" for name, array in arrays.items())
        raise ValueError(f"shapes must be equal, not {shapes}")
    for name, array in arrays.items():
        if array.dtype != np.float32:
            raise ValueError(f"{name} must be float32, not {array.dtype}")
