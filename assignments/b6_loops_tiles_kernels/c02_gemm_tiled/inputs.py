"""What gemm_tiled may be given: sizes around multiples of T, matrices of integers or reals."""

import numpy as np
from hypothesis import strategies as st

TILES = (1, 2, 3, 4, 5, 8, 64)
SIZES = (0, 1, 2, 3, 5, 7, 16, 17, 31)
UNEQUAL = ((5, 7, 3), (2, 9, 11), (8, 4, 6))
"""M, N, K: each of them the smallest and the largest once."""
# M, N, K, T. At least 2 in each direction, so that a view with gaps really has them.
VIEWS = ((2, 3, 5, 2), (5, 2, 3, 3), (3, 7, 2, 4), (17, 16, 7, 5))

TRACES = ((24, 24, 24, 4), (25, 22, 27, 4), (20, 30, 35, 5), (8, 8, 64, 4), (9, 40, 9, 3))
"""M, N, K, T. In each of them untiled loops, or blocks of another size, fetch too much."""
SMALL_TRACES = ((1, 1, 1, 1), (3, 5, 1, 2), (7, 5, 6, 1), (4, 6, 5, 3))


def every_size_with_every_tile(seed):
    """Yield (M, N, K, T): each size meets each T in each direction, in a shuffled company."""
    rng = np.random.default_rng(seed)
    for T in TILES:
        columns = (rng.permutation(SIZES) for _ in range(3))
        for M, N, K in zip(*columns, strict=True):
            yield int(M), int(N), int(K), T


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


def _counting(rng, shape):
    """For records: no zeros, which may be skipped, and sums that every number format holds."""
    return rng.integers(1, 4, shape)


# Pairs whose sums Σ|a||b| stay below 2**24 up to K = 64, so that float32 is exact in any order.
INTEGERS = {
    "signed": (_signed, _signed),
    "odd": (_odd, _unit),
    "positive": (_positive, _positive),
    "counting": (_counting, _counting),
}


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


def sizes():
    """One of M, N, K."""
    return st.sampled_from(SIZES)


def tiles():
    """Argument T."""
    return st.sampled_from(TILES)


def seeds():
    """What the matrices are filled from."""
    return st.integers(0, 2**32 - 1)


def integer_products(*values):
    """A and B of integers of one of these kinds, in any of the sizes."""
    kinds = st.sampled_from(values or tuple(INTEGERS))
    return st.builds(integer_matrices, sizes(), sizes(), sizes(), seeds(), kinds)


def real_products():
    """A and B of reals, in any of the sizes and with K up to 64."""
    depth = st.one_of(sizes(), st.integers(0, 64))
    return st.builds(real_matrices, sizes(), sizes(), depth, seeds())
