"""The meaning of a product, its float32 bound, and the flat baseline against plain loops."""

import numpy as np
import pytest

from reference.models import gemm

SHAPES = [(2, 2, 3), (3, 5, 7), (1, 4, 64), (5, 1, 1), (0, 3, 2), (2, 0, 3), (2, 3, 0)]


def flat_product(A, B):
    """Return what `matmul_flat` leaves in a buffer full of NaN, as an (M, N) array."""
    (M, K), N = A.shape, B.shape[1]
    c = np.full(M * N, np.nan, np.float32)
    gemm.matmul_flat(A.reshape(-1), B.reshape(-1), c, M, N, K)
    return c.reshape(M, N)


def loops(A, B):
    """Return the product as three scalar loops round it, in float32."""
    (M, K), N = A.shape, B.shape[1]
    C = np.empty((M, N), np.float32)
    for i in range(M):
        for j in range(N):
            acc = np.float32(0)
            for k in range(K):
                acc = acc + A[i, k] * B[k, j]
            C[i, j] = acc
    return C


def reals(M, N, K, seed=0):
    rng = np.random.default_rng(seed)
    A, B = rng.uniform(-1, 1, (M, K)), rng.uniform(-1, 1, (K, N))
    return A.astype(np.float32), B.astype(np.float32)


def test_the_lecture_example():
    A = np.array([[1, 2, 3], [4, 5, 6]], np.float32)
    B = np.array([[7, 8], [9, 10], [11, 12]], np.float32)
    assert flat_product(A, B).tolist() == [[58, 64], [139, 154]]
    assert gemm.product(A, B).tolist() == [[58, 64], [139, 154]]


@pytest.mark.parametrize("shape", SHAPES)
def test_the_baseline_is_bit_for_bit_the_scalar_loops(shape):
    A, B = reals(*shape)
    assert flat_product(A, B).tobytes() == loops(A, B).tobytes()


def test_the_baseline_rounds_to_float32_after_each_sum():
    A = np.array([[2.0**24, 1, 1]], np.float32)
    ones = np.ones((3, 1), np.float32)
    assert flat_product(A, ones)[0, 0] == 2.0**24  # each 1 is lost
    assert gemm.product(A, ones)[0, 0] == 2.0**24 + 2


@pytest.mark.parametrize("shape", SHAPES)
def test_the_baseline_stays_within_the_bound(shape):
    A, B = reals(*shape)
    error = np.abs(flat_product(A, B) - gemm.product(A, B))
    assert (error <= gemm.forward_bound(A, B)).all()


def test_a_dropped_term_breaks_the_bound():
    A, B = reals(4, 4, 64)
    error = np.abs(flat_product(A[:, 1:].copy(), B[1:]) - gemm.product(A, B))
    assert (error > gemm.forward_bound(A, B)).any()


def test_gamma_grows_a_little_faster_than_n():
    u = gemm.UNIT_ROUNDOFF
    assert gemm.gamma(0) == 0
    assert 10 * u < gemm.gamma(10) < 10.001 * u


@pytest.mark.parametrize("n", [-1, 2**24])
def test_gamma_refuses_what_it_cannot_bound(n):
    with pytest.raises(ValueError, match="gamma"):
        gemm.gamma(n)


@pytest.mark.parametrize("model", [gemm.product, gemm.forward_bound])
def test_shapes_that_do_not_fit_are_refused(model):
    with pytest.raises(ValueError, match="shapes"):
        model(np.ones((2, 3), np.float32), np.ones((2, 3), np.float32))


def test_the_baseline_refuses_wrong_sizes_and_types():
    a, b, c = (np.zeros(size, np.float32) for size in (6, 12, 8))
    with pytest.raises(ValueError, match="negative"):
        gemm.matmul_flat(a, b, c, -2, -4, -3)
    with pytest.raises(ValueError, match="b is"):
        gemm.matmul_flat(a, b[1:], c, 2, 4, 3)
    with pytest.raises(ValueError, match="c is"):
        gemm.matmul_flat(a, b, c.astype(np.float64), 2, 4, 3)
