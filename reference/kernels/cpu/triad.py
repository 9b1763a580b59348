"""Vector addition and the triad: one or two FLOP an element, so that memory alone decides.

Predicts, for n float32 elements: 12 n bytes named by the loop, and 16 n moved, because a store
first fetches the line it writes into (write-allocate). Addition has 1/12 FLOP/B, the triad 2/12:
far below the ridge of any processor. Vectors in memory take their bytes over the bandwidth however
fast the arithmetic is, and vectors in a cache less by as much as the cache is faster.

Measured (one core of a Xeon with AVX-512, shared; medians of 9): at 128 MiB a vector, addition 13.5
to 15.5 GB/s and triad 13.6 to 14.9 GB/s of the 12 n bytes, so twice the FLOP in the same time; at 8
KiB, 113 and 101 GB/s.

Source: McCalpin, "Memory bandwidth and machine balance", IEEE TCCA Newsletter (1995).
"""

from __future__ import annotations

import numpy as np
from numba import njit

from reference.kernels.cpu import Float32s


def add(x: Float32s, y: Float32s, z: Float32s) -> None:
    """Overwrite z with x + y; shapes and errors as `demand_vectors` says."""
    demand_vectors({"x": x, "y": y}, {"z": z})
    _add(x, y, z)


def triad(b: Float32s, c: Float32s, scale: float, a: Float32s) -> None:
    """Overwrite a with b + scale · c, the product and the sum each rounded to float32.

    `scale` is rounded to float32 first. Shapes and errors as `demand_vectors` says.
    """
    demand_vectors({"b": b, "c": c}, {"a": a})
    _triad(b, c, np.float32(scale), a)


def demand_vectors(read: dict[str, Float32s], written: dict[str, Float32s]) -> None:
    """Refuse arrays that are not float32 vectors of one length.

    Parameters
    ----------
    read, written
        Any length, 0 included, and any strides. The written ones are writable and share no memory
        with another one, unless it is the very same elements.

    Raises
    ------
    ValueError
        A dtype or a shape is another one, or an array to be written is read-only.
    """
    arrays = read | written
    for name, array in arrays.items():
        if array.dtype != np.float32 or array.ndim != 1:
            raise ValueError(
                f"{name} must be a float32 vector, not {array.dtype} of shape {array.shape}"
            )
    if len({len(array) for array in arrays.values()}) > 1:
        lengths = ", ".join(f"{name} {len(array)}" for name, array in arrays.items())
        raise ValueError(f"lengths must be equal, not {lengths}")
    for name, array in written.items():
        if not array.flags.writeable:
            raise ValueError(f"{name} is read-only, and the result is written into it")


@njit()
def _add(x: Float32s, y: Float32s, z: Float32s) -> None:
    for i in range(len(z)):
        z[i] = x[i] + y[i]


# No `contract`: a fused multiply-add would round once, and b + s·c of NumPy rounds twice.
@njit()
def _triad(b: Float32s, c: Float32s, scale: np.float32, a: Float32s) -> None:
    for i in range(len(a)):
        a[i] = b[i] + scale * c[i]
