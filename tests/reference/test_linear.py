"""The linear layer of x07: its example, its algebra and its float32 bound."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.models.gemm import matmul_flat
from reference.models.linear import linear, linear_bound, linear_product

few = settings(max_examples=50, deadline=None)
seeds = st.integers(0, 2**32 - 1)
sizes = st.integers(0, 6)


def f32(values: object) -> np.ndarray:
    return np.array(values, np.float32)


def small_integers(seed: int, *shape: int) -> np.ndarray:
    """Return integers so small that every float32 sum of them is exact."""
    return f32(np.random.default_rng(seed).integers(-9, 10, shape))


X = f32([[1, 2, 3], [4, 5, 6]])
COLUMNS = f32([[7, 8], [9, 10], [11, 12]])


def test_the_lecture_example() -> None:
    assert linear(X, COLUMNS.T.copy()).tolist() == [[58, 64], [139, 154]]
    assert linear(X, COLUMNS.T).tolist() == [[58, 64], [139, 154]]
    assert linear_product(X, COLUMNS.T).tolist() == [[58, 64], [139, 154]]


@few
@given(sizes, sizes, sizes, seeds)
def test_it_is_the_product_with_the_transposed_weight(M: int, N: int, K: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    x, weight = f32(rng.uniform(-1, 1, (M, K))), f32(rng.uniform(-1, 1, (N, K)))
    flat = np.full(M * N, np.nan, np.float32)
    matmul_flat(x.reshape(-1), weight.T.reshape(-1), flat, M, N, K)
    y = linear(x, weight)
    assert y.dtype == np.float32
    assert y.tobytes() == flat.tobytes()


@few
@given(sizes, sizes, sizes, seeds)
def test_it_is_linear_in_x(M: int, N: int, K: int, seed: int) -> None:
    x, other, weight = (small_integers(seed + i, *s) for i, s in enumerate([(M, K)] * 2 + [(N, K)]))
    together = linear(2 * x + other, weight)
    assert (together == 2 * linear(x, weight) + linear(other, weight)).all()


@few
@given(sizes, sizes, seeds)
def test_the_identity_weight_changes_nothing(M: int, K: int, seed: int) -> None:
    x = small_integers(seed, M, K)
    assert (linear(x, np.eye(K, dtype=np.float32)) == x).all()


@few
@given(sizes, sizes, sizes, seeds)
def test_rows_of_x_are_rows_of_y(M: int, N: int, K: int, seed: int) -> None:
    x, weight = small_integers(seed, M, K), small_integers(seed + 1, N, K)
    order = np.random.default_rng(seed).permutation(M)
    assert (linear(x[order], weight) == linear(x, weight)[order]).all()


@few
@given(sizes, sizes, sizes, seeds)
def test_the_bias_is_added_to_each_column(M: int, N: int, K: int, seed: int) -> None:
    x, weight, bias = (small_integers(seed + i, *s) for i, s in enumerate([(M, K), (N, K), (N,)]))
    y, plain = linear(x, weight, bias), linear(x, weight)
    for j in range(N):
        assert (y[:, j] == plain[:, j] + bias[j]).all()


def test_without_inputs_the_bias_is_all() -> None:
    x, weight = np.empty((2, 0), np.float32), np.empty((3, 0), np.float32)
    assert linear(x, weight).tolist() == [[0, 0, 0]] * 2
    assert linear(x, weight, f32([1, 2, 3])).tolist() == [[1, 2, 3]] * 2


def test_the_result_is_new_and_the_inputs_stay() -> None:
    x, weight, bias = X.copy(), COLUMNS.T.copy(), f32([1, 2])
    y = linear(x, weight, bias)
    y[:] = 0
    assert (x == X).all()
    assert (weight == COLUMNS.T).all()
    assert (bias == [1, 2]).all()


@few
@given(sizes, sizes, st.integers(0, 200), seeds)
def test_float32_stays_within_the_bound(M: int, N: int, K: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    x, weight, bias = (f32(rng.uniform(-1, 1, shape)) for shape in [(M, K), (N, K), (N,)])
    for b in (None, bias):
        error = np.abs(linear(x, weight, b) - linear_product(x, weight, b))
        assert (error <= linear_bound(x, weight, b)).all()


def test_a_forgotten_bias_breaks_the_bound() -> None:
    bias = f32([1, 2])
    error = np.abs(linear(X, COLUMNS.T) - linear_product(X, COLUMNS.T, bias))
    assert (error > linear_bound(X, COLUMNS.T, bias)).all()


@pytest.mark.parametrize(
    ("x", "weight", "bias"),
    [
        (X, COLUMNS, None),  # not transposed
        (X[0], COLUMNS.T, None),
        (X, COLUMNS.T, f32([1, 2, 3])),  # one a column of x
        (X, COLUMNS.T, f32([[1, 2]])),
        (X.astype(np.float64), COLUMNS.T, None),
        (X, COLUMNS.T, np.array([1.0, 2.0])),
    ],
)
def test_what_does_not_fit_is_refused(x: np.ndarray, weight: np.ndarray, bias: np.ndarray) -> None:
    for model in (linear, linear_product, linear_bound):
        with pytest.raises(ValueError, match="must"):
            model(x, weight, bias)
