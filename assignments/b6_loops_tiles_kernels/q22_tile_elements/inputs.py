"""What the functions of this unit may be given: blocks, and integer matrices to cut them from."""

import numpy as np
from hypothesis import strategies as st

DTYPES = ("int8", "int16", "int32", "int64")


def integer_matrices(M, N, K, seed=0, dtype="int64"):
    """Return A[M, K] and B[K, N] of integers out of [-100, 100], as keyword arguments."""
    rng = np.random.default_rng(seed)
    return {
        "A": rng.integers(-100, 101, (M, K)).astype(dtype),
        "B": rng.integers(-100, 101, (K, N)).astype(dtype),
    }


def depths():
    """Argument K."""
    return st.one_of(st.integers(0, 20), st.integers(0, 10**6))


def blocks():
    """Arguments tm, tn and K; the block is a square now and then."""
    side = st.one_of(st.integers(1, 8), st.integers(1, 256))
    oblong = st.tuples(side, side)
    square = side.map(lambda T: (T, T))
    return st.builds(
        lambda sides, K: {"tm": sides[0], "tn": sides[1], "K": K},
        st.one_of(oblong, oblong, square),
        depths(),
    )


def _corners(M, N):
    return st.tuples(st.integers(0, M - 1), st.integers(0, N - 1))


def _cases(M, N, least):
    step = st.integers(1, 9)
    return st.builds(
        lambda K, seed, dtype, corner, tm, tn, tk: {
            **integer_matrices(M, N, K, seed, dtype),
            "i0": corner[0],
            "j0": corner[1],
            "tm": tm,
            "tn": tn,
            "tk": tk,
        },
        st.integers(least, 20),
        st.integers(0, 2**32 - 1),
        st.sampled_from(DTYPES),
        _corners(M, N),
        step,
        step,
        st.one_of(step, st.integers(1, 25)),
    )


def block_cases(least=0):
    """Arguments of tile_steps with K from `least` on; blocks may stick out of C."""
    size = st.integers(1, 9)
    return st.tuples(size, size).flatmap(lambda sizes: _cases(*sizes, least))
