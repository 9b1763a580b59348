"""What gemm_ikj may be given: shapes (M, N, K), matrices of integers or reals, views with gaps."""

from itertools import product

import numpy as np
from hypothesis import strategies as st

SMALL_SHAPES = tuple(product((0, 1, 2, 3, 5, 7), repeat=3))
LARGER_SHAPES = ((7, 11, 13), (16, 16, 16), (1, 64, 1), (33, 17, 5))
TRACED_SHAPES = ((2, 2, 3), (4, 5, 3), (1, 7, 1), (3, 1, 4), (5, 1, 1), (1, 1, 6), (7, 11, 13))
EMPTY_SHAPES = ((0, 3, 2), (3, 0, 2), (3, 2, 0), (0, 0, 0))
# At least 2 in each direction, so that a view with gaps really has them.
VIEW_SHAPES = ((2, 3, 5), (5, 2, 3), (3, 7, 2), (33, 17, 5))


def _signed(rng, shape):
    return rng.integers(-8, 9, shape)


def _odd(rng, shape):
    """Need 12 bits, so neither float16 nor a shortened float32 holds them."""
    return 2 * rng.integers(1024, 2048, shape) + 1


def _unit(rng, shape):
    return rng.integers(-1, 2, shape)


def _positive(rng, shape):
    """Sums beyond 2048, where float16 stops counting."""
    return rng.integers(1, 16, shape)


# Pairs whose sums Σ|a||b| stay below 2**24 up to K = 64, so that float32 is exact in any order.
INTEGERS = {"signed": (_signed, _signed), "odd": (_odd, _unit), "positive": (_positive, _positive)}


def integer_matrices(M, N, K, seed=0, values="signed"):
    """Return float32 A[M, K] and B[K, N] of integers, as keyword arguments."""
    rng = np.random.default_rng(seed)
    of_a, of_b = INTEGERS[values]
    return {
        "A": of_a(rng, (M, K)).astype(np.float32),
        "B": of_b(rng, (K, N)).astype(np.float32),
    }


def real_matrices(M, N, K, seed=0):
    """Return float32 A[M, K] and B[K, N] out of [-1, 1], as keyword arguments."""
    rng = np.random.default_rng(seed)
    return {
        "A": rng.uniform(-1, 1, (M, K)).astype(np.float32),
        "B": rng.uniform(-1, 1, (K, N)).astype(np.float32),
    }


def with_gaps(matrix):
    """Return a view with the elements of `matrix` and NaN between them, in rows and in columns."""
    rows, columns = matrix.shape
    block = np.full((2 * rows, 3 * columns), np.nan, np.float32)
    view = block[::2, ::3]
    view[...] = matrix
    return view


def _sizes():
    return st.integers(0, 12)


def _seeds():
    return st.integers(0, 2**32 - 1)


def integer_products(*values):
    """A and B of integers of one of these kinds, with any size from 0 and K up to 40."""
    kinds = st.sampled_from(values or tuple(INTEGERS))
    return st.builds(integer_matrices, _sizes(), _sizes(), st.integers(0, 40), _seeds(), kinds)


def real_products():
    """A and B of reals, with any size from 0 and K up to 64."""
    return st.builds(real_matrices, _sizes(), _sizes(), st.integers(0, 64), _seeds())
