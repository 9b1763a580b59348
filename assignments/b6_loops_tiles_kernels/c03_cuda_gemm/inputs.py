"""What the kernels of c03 may be given: shapes around multiples of TILE, integers or reals."""

import numpy as np
from hypothesis import strategies as st

TILES = (4, 3, 2)
"""What TILE is set to; it is 4 in the notebook. None of them divides every shape."""
SHAPES = ((4, 5, 7), (3, 6, 3), (1, 1, 1), (5, 1, 9), (7, 7, 2), (9, 3, 17))
"""M, N, K. (9, 3, 17): M·K = 153 elements of A are more than eight bits count."""
TRACES = ((4, 5, 7), (3, 6, 3), (1, 1, 1), (5, 1, 9), (7, 7, 2))
DIVIDED = {2: ((4, 6, 8), (6, 2, 4)), 3: ((6, 9, 3), (3, 6, 9)), 4: ((8, 4, 12), (4, 8, 8))}
"""For each TILE shapes that it divides, where A or B costs twice as much without tiles, or more."""
EMPTY = ((0, 5, 3), (4, 0, 3), (0, 0, 2), (0, 3, 0), (3, 4, 0))


def _signed(rng, shape):
    return rng.integers(-8, 9, shape)


def _odd(rng, shape):
    """Need 12 bits, so neither float16 nor a shortened float32 holds them."""
    return 2 * rng.integers(1024, 2048, shape) + 1


def _unit(rng, shape):
    return rng.integers(-1, 2, shape)


def _positive(rng, shape):
    """Sums beyond 2048, where float16 stops counting, from K = 6 on."""
    return rng.integers(20, 41, shape)


def _counting(rng, shape):
    """For records: no zeros, which may be skipped, and sums that every number format holds."""
    return rng.integers(1, 4, shape)


# Pairs whose sums Σ|a||b| stay below 2**24 up to K = 17, so that float32 is exact in any order.
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


def threads_that_touch(launch, name, what):
    """Return how many threads of a launch make `reads` or `writes` of an array."""
    events = launch.events(name, what)
    who = launch.block_number[events].astype(np.int64) * launch.threads + launch.thread[events]
    return len(np.unique(who))


def orders():
    """How the threads of a block take turns, and the blocks: 0 up, -1 down, from 1 on shuffled."""
    return st.integers(-1, 9)


def _seeds():
    return st.integers(0, 2**32 - 1)


def integer_products(*values):
    """A and B of integers of one of these kinds, up to 7 x 7 outputs and K up to 12."""
    kinds = st.sampled_from(values or tuple(INTEGERS))
    size = st.integers(1, 7)
    return st.builds(integer_matrices, size, size, st.integers(0, 12), _seeds(), kinds)


def real_products():
    """A and B of reals, up to 7 x 7 outputs and K up to 12."""
    size = st.integers(1, 7)
    return st.builds(real_matrices, size, size, st.integers(0, 12), _seeds())


def grids():
    """Arguments of launch_config: sizes from 0, around multiples of the tile, and large ones."""
    tile = st.integers(1, 64)
    count = st.one_of(st.integers(0, 40), st.integers(0, 2**20))
    return st.builds(
        lambda tile, m, dm, n, dn: {
            "M": max(m * tile + dm, 0),
            "N": max(n * tile + dn, 0),
            "tile": tile,
        },
        tile,
        count,
        st.integers(-1, 1),
        count,
        st.integers(-1, 1),
    )
