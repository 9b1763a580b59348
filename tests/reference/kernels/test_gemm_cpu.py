"""Every rung against the product in float64: integers exactly, reals within float32's bound."""

import functools

import numpy as np
import pytest

from reference.kernels.cpu import gemm_1_naive as naive
from reference.kernels.cpu import gemm_2_ikj as ikj
from reference.kernels.cpu import gemm_3_tiled as tiled
from reference.kernels.cpu import gemm_4_register_blocked as blocked
from reference.kernels.cpu import gemm_5_packed as packed
from reference.models.gemm import forward_bound, product

T = 8
RUNGS = {
    "i-j-k": naive.gemm,
    "i-k-j": ikj.gemm,
    "tiled": functools.partial(tiled.gemm, T=T),
    "textbook": functools.partial(tiled.textbook, T=T),
    "register-blocked": blocked.gemm,
    "packed": packed.gemm,
}
SMALL = [
    (1, 2, 3),
    (0, 3, 2),
    (2, 0, 3),
    (2, 3, 0),
    (T - 1, T, T + 1),
    (T, T + 1, T - 1),
    (T + 1, T - 1, T),
    (3 * T, 2 * T, 1),
    (17, 29, 5),  # primes, and K < T
    (5, 37, 67),
]
"""Each M, N, K, all three different."""
EDGES = [
    (9, 37, blocked.KC + 6),
    (blocked.MC + 5, blocked.NC + 3, blocked.KP + 1),
    (packed.MC + 1, packed.NR - 1, packed.KC + 1),
    (packed.MR + 1, packed.NC + packed.NR + 1, 3),
    (2 * packed.MR, packed.NR, packed.KC),
]
"""Around the sizes of blocks and panels."""
CANARY, GUARD = np.float32(-12345), 32


def call(gemm, A, B):
    """Return the C that `gemm` leaves in a buffer full of NaN, after looking around it."""
    rows, columns = A.shape[0], B.shape[1]
    buffer = np.full(rows * columns + 2 * GUARD, CANARY, np.float32)
    C = buffer[GUARD : GUARD + rows * columns].reshape(rows, columns)
    C[:] = np.nan
    before = A.tobytes(), B.tobytes()
    A.setflags(write=False)
    B.setflags(write=False)
    gemm(A, B, C)
    assert (buffer[:GUARD] == CANARY).all()
    assert (buffer[buffer.size - GUARD :] == CANARY).all()
    assert (A.tobytes(), B.tobytes()) == before
    return C


def integers(M, N, K, seed=0):
    """Return matrices whose product float32 holds exactly, in whatever order it is summed."""
    rng = np.random.default_rng(seed)
    A, B = rng.integers(1, 9, (M, K)), rng.integers(-8, 9, (K, N))
    assert K * 8 * 8 < 2**24
    return A.astype(np.float32), B.astype(np.float32)


def reals(M, N, K, seed=0):
    rng = np.random.default_rng(seed)
    A, B = rng.uniform(-1, 1, (M, K)), rng.uniform(-1, 1, (K, N))
    return A.astype(np.float32), B.astype(np.float32)


@pytest.fixture(params=RUNGS)
def gemm(request):
    return RUNGS[request.param]


@pytest.mark.parametrize("shape", SMALL + EDGES, ids=str)
def test_integers_are_multiplied_exactly(gemm, shape):
    A, B = integers(*shape)
    np.testing.assert_array_equal(call(gemm, A, B), product(A, B))


@pytest.mark.parametrize("shape", [(9, 7, 64), (67, 65, 33), (50, 129, 17)], ids=str)
def test_reals_stay_within_the_bound(gemm, shape):
    A, B = reals(*shape)
    assert (np.abs(call(gemm, A, B) - product(A, B)) <= forward_bound(A, B)).all()


@pytest.mark.parametrize("T", [1, 7, 16, 100])
def test_any_tile_will_do(T):
    A, B = integers(19, 23, 17)
    for gemm in (tiled.gemm, tiled.textbook):
        np.testing.assert_array_equal(call(functools.partial(gemm, T=T), A, B), product(A, B))


@pytest.mark.parametrize("name", ["i-k-j", "register-blocked", "packed"])
def test_strides_are_respected(name):
    A, B = integers(13, packed.NR + 11, 9)
    around = np.full((16, 2 * B.shape[1] + 3), CANARY)
    C = around[2:15, 1:-2:2]
    C[:] = np.nan
    RUNGS[name](np.asfortranarray(A), np.ascontiguousarray(B[:, ::-1])[:, ::-1], C)
    np.testing.assert_array_equal(C, product(A, B))
    C[:] = CANARY
    assert (around == CANARY).all()


def test_a_block_inside_a_larger_matrix_is_written_and_nothing_else():
    A, B = integers(2 * packed.MR + 1, 2 * packed.NR + 1, 5)
    around = np.full((A.shape[0] + 2, B.shape[1] + 7), CANARY)
    C = around[1:-1, 3:-4]
    C[:] = np.nan
    packed.gemm(A, B, C)
    np.testing.assert_array_equal(C, product(A, B))
    C[:] = CANARY
    assert (around == CANARY).all()


def without_last_rows(A, B, C):
    C[:] = product(A, B)
    C[A.shape[0] - A.shape[0] % 4 :] = 0


def without_last_columns(A, B, C):
    C[:] = product(A, B)
    C[:, B.shape[1] - B.shape[1] % 4 :] = np.nan


def without_last_depth(A, B, C):
    whole = A.shape[1] - A.shape[1] % 4
    C[:] = product(A[:, :whole], B[:whole])


def added_to_what_was_there(A, B, C):
    C += product(A, B).astype(np.float32)


@pytest.mark.parametrize(
    "wrong", [without_last_rows, without_last_columns, without_last_depth, added_to_what_was_there]
)
def test_the_oracle_sees_what_a_wrong_kernel_drops(wrong):
    A, B = integers(21, 22, 23)
    assert not np.array_equal(call(wrong, A, B), product(A, B))


def test_one_dropped_product_is_seen_by_the_exact_oracle_and_not_by_the_bound():
    A, B = integers(3, 5, 4099)
    short = product(A[:, :-1], B[:-1])
    assert not np.array_equal(short, product(A, B))
    A, B = reals(3, 5, 4099)
    A[:, -1] *= np.float32(0.25)
    assert (np.abs(product(A[:, :-1], B[:-1]) - product(A, B)) <= forward_bound(A, B)).all()


def test_the_check_sees_a_store_outside_c():
    def beyond(A, B, C):
        C[:] = product(A, B)
        C.base[GUARD - 1] = 0

    with pytest.raises(AssertionError):
        call(beyond, *integers(3, 4, 5))


@pytest.mark.parametrize(
    ("shapes", "says"),
    [
        (((2, 3), (4, 5), (2, 5)), "no product"),
        (((2, 3), (3, 5), (5, 2)), "no product"),
        (((2,), (2, 5), (2, 5)), "float32 matrix"),
    ],
)
def test_shapes_that_do_not_fit_are_refused(gemm, shapes, says):
    with pytest.raises(ValueError, match=says):
        gemm(*(np.zeros(shape, np.float32) for shape in shapes))


def test_other_dtypes_and_a_read_only_c_are_refused(gemm):
    A, B = integers(2, 3, 4)
    with pytest.raises(ValueError, match="float64"):
        gemm(A.astype(float), B, np.zeros((2, 3), np.float32))
    C = np.zeros((2, 3), np.float32)
    C.setflags(write=False)
    with pytest.raises(ValueError, match="read-only"):
        gemm(A, B, C)


@pytest.mark.parametrize("gemm", [tiled.gemm, tiled.textbook])
def test_a_tile_has_at_least_one_row(gemm):
    A, B = integers(2, 3, 4)
    with pytest.raises(ValueError, match="T >= 1"):
        gemm(A, B, np.zeros((2, 3), np.float32), 0)
