"""What the functions of this unit may be given: matrices, flat or as a layer keeps them."""

import numpy as np
from hypothesis import strategies as st

# M, N, K: all different, square, flat, tall, each of them 0.
SHAPES = (
    (2, 3, 4),
    (4, 3, 2),
    (5, 5, 5),
    (1, 7, 1),
    (7, 1, 3),
    (1, 1, 9),
    (8, 13, 5),
    (0, 3, 2),
    (3, 0, 2),
    (3, 2, 0),
    (0, 0, 0),
)
TRACED_SHAPES = ((3, 4, 5), (5, 2, 3), (1, 6, 2), (6, 1, 1), (7, 11, 4))
EMPTY_SHAPES = ((0, 3, 2), (3, 0, 2), (3, 2, 0))


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


def flat_matrices(M, N, K, seed=0, values="signed"):
    """Return a, b of integers and M, N, K as keyword arguments of matmul_flat."""
    rng = np.random.default_rng(seed)
    of_a, of_b = INTEGERS[values]
    return {
        "a": of_a(rng, M * K).astype(np.float32),
        "b": of_b(rng, K * N).astype(np.float32),
        "M": M,
        "N": N,
        "K": K,
    }


def layer(M, N, K, seed=0, values="signed", has_bias=True):
    """Return x, weight and bias of integers as keyword arguments of linear."""
    rng = np.random.default_rng(seed)
    of_x, of_weight = INTEGERS[values]
    return {
        "x": of_x(rng, (M, K)).astype(np.float32),
        "weight": of_weight(rng, (N, K)).astype(np.float32),
        "bias": rng.integers(-99, 100, N).astype(np.float32) if has_bias else None,
    }


def real_layer(M, N, K, seed=0, has_bias=True):
    """Return x, weight and bias out of [-1, 1] as keyword arguments of linear."""
    rng = np.random.default_rng(seed)
    return {
        "x": rng.uniform(-1, 1, (M, K)).astype(np.float32),
        "weight": rng.uniform(-1, 1, (N, K)).astype(np.float32),
        "bias": rng.uniform(-1, 1, N).astype(np.float32) if has_bias else None,
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


def _depths():
    return st.integers(0, 40)


def _seeds():
    return st.integers(0, 2**32 - 1)


def _kinds():
    return st.sampled_from(tuple(INTEGERS))


def flat_products():
    """Arguments of matmul_flat, without c, of integers of any kind."""
    return st.builds(flat_matrices, _sizes(), _sizes(), _depths(), _seeds(), _kinds())


def layers():
    """Arguments of linear, of integers of any kind, with or without a bias."""
    return st.builds(layer, _sizes(), _sizes(), _depths(), _seeds(), _kinds(), st.booleans())


def real_layers():
    """Arguments of linear, of reals, with or without a bias."""
    return st.builds(real_layer, _sizes(), _sizes(), st.integers(0, 64), _seeds(), st.booleans())
