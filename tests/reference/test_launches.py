"""Grids that cover a matrix, and what the kernels read, against walks over the threads."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.models import launches, operators

SIZES = st.integers(0, 30)
TILES = st.integers(1, 9)
QUICK = settings(max_examples=50, deadline=None)


def test_the_launch_of_the_unit():
    assert launches.launch_config(33, 17, 16) == ((2, 3), (16, 16))
    assert launches.launch_config(0, 17, 16) == ((2, 0), (16, 16))


@given(SIZES, SIZES, TILES)
@QUICK
def test_the_grid_covers_c_and_wastes_less_than_a_tile(M, N, tile):
    (grid_x, grid_y), block = launches.launch_config(M, N, tile)
    assert block == (tile, tile)
    assert 0 <= grid_x * tile - N < tile
    assert 0 <= grid_y * tile - M < tile
    threads = grid_x * tile * grid_y * tile
    assert launches.idle_threads(M, N, tile) == threads - M * N


@given(st.integers(1, 12), st.integers(1, 12), st.integers(0, 12), st.integers(1, 5))
@QUICK
def test_the_shared_kernel_reads_what_its_threads_load(M, N, K, tile):
    (grid_x, grid_y), _ = launches.launch_config(M, N, tile)
    reads = barriers = 0
    for block_y in range(grid_y):
        for block_x in range(grid_x):
            barriers = 0
            for k0 in range(0, K, tile):
                for y in range(tile):
                    for x in range(tile):
                        i, j = block_y * tile + y, block_x * tile + x
                        reads += i < M and k0 + x < K
                        reads += k0 + y < K and j < N
                barriers += 2
    assert launches.shared_accesses(M, N, K, tile) == {
        "reads": reads,
        "writes": M * N,
        "barriers": barriers,
    }


@given(SIZES, SIZES, SIZES)
@QUICK
def test_without_tiles_both_kernels_read_the_same(M, N, K):
    naive = launches.naive_accesses(M, N, K)
    shared = launches.shared_accesses(M, N, K, 1)
    assert (shared["reads"], shared["writes"]) == (naive["reads"], naive["writes"])
    _, elems = operators.op_cost("gemm_no_reuse", {"M": M, "N": N, "K": K}, 1)
    assert naive["reads"] + naive["writes"] == elems


@pytest.mark.parametrize("bad", [{"M": -1}, {"N": -1}, {"tile": 0}])
def test_a_launch_refuses_what_lies_outside(bad):
    with pytest.raises(ValueError, match=f"{next(iter(bad))} must"):
        launches.launch_config(**{"M": 1, "N": 1, "tile": 1} | bad)


def test_accesses_refuse_what_lies_outside():
    with pytest.raises(ValueError, match="K must"):
        launches.naive_accesses(1, 1, -1)
    with pytest.raises(ValueError, match="tile must"):
        launches.shared_accesses(1, 1, 1, 0)
