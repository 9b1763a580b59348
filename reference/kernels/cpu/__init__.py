"""Kernels for one core, one idea a file, numbered by the order in which the ideas build up.

All matrix products have one signature, `gemm(A, B, C)`, and one meaning: C, whatever it held, is
overwritten with AB in float32; K = 0 leaves zeros. C must not share memory with A or B: it is
written while they are still read. `demand_product` is what each refuses before it starts, because
compiled loops check no index.

The ratios to OpenBLAS in the modules were measured by `bench/gemm_cpu.py` at M = N = K = 1024: one
thread of a server core with 512-bit vectors, a 2 MiB second cache and a very large third one, numba
0.68.1 told to use all 512 bits, medians of 5 on a shared machine. OpenBLAS itself
reached 79 to 88 % of the peak of multiply-adds there. Ratios repeat within about a tenth.

`@njit()` has its parentheses for mypy: numba's types describe a bare `@njit` as one that still
waits for the function.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Float32s = NDArray[np.float32]


def demand_matrices(**arrays: Float32s) -> None:
    """Refuse with ValueError what is not a float32 matrix, by the name it is given under."""
    for name, array in arrays.items():
        if array.dtype != np.float32 or array.ndim != 2:
            raise ValueError(
                f"{name} must be a float32 matrix, not {array.dtype} of shape {array.shape}"
            )


def demand_product(A: Float32s, B: Float32s, C: Float32s) -> None:
    """Refuse arrays that are not a product C = AB of float32 matrices.

    Parameters
    ----------
    A, B, C
        Shapes (M, K), (K, N) and (M, N); any sizes, 0 included, and any strides. C is writable.

    Raises
    ------
    ValueError
        A dtype or a shape is another one, or C is read-only.
    """
    demand_matrices(A=A, B=B, C=C)
    if A.shape[1] != B.shape[0] or C.shape != (A.shape[0], B.shape[1]):
        raise ValueError(f"no product of shapes {A.shape} and {B.shape} fits C of {C.shape}")
    if not C.flags.writeable:
        raise ValueError("C is read-only, and the product is written into it")
