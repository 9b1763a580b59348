"""The formulas and the loops know nothing of each other, and agree."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.models import counted_loops, operators

SIZES = st.integers(1, 6)


def test_every_operator_has_its_loops():
    assert counted_loops.LOOPS.keys() == operators.OPERATORS.keys()


@pytest.mark.parametrize("op", operators.OPERATORS)
@given(M=SIZES, N=SIZES, K=SIZES, T=st.integers(1, 8), itemsize=st.sampled_from((1, 2, 4, 8)))
@settings(max_examples=25, deadline=None)
def test_the_loops_count_what_the_formulas_say(op, M, N, K, T, itemsize):
    dims = {"M": M, "N": N, "K": K, "T": T}
    counted = counted_loops.counted_cost(op, dims, itemsize)
    assert counted == operators.op_cost(op, dims, itemsize)


def test_one_larger_tiled_product():
    dims = {"M": 20, "N": 17, "K": 11, "T": 6}
    assert counted_loops.counted_cost("gemm_tiled", dims, 4) == operators.op_cost(
        "gemm_tiled", dims, 4
    )


def test_an_empty_vector():
    for op, read_and_written in (("copy", 0), ("axpy", 0), ("sum", 1), ("dot", 1)):
        assert counted_loops.counted_cost(op, {"N": 0}, 4) == (0, 4 * read_and_written)


def test_an_empty_loop_touches_no_operand():
    dims = {"M": 2, "N": 0, "K": 3}
    assert counted_loops.counted_cost("gemm_ideal", dims, 1) == (0, 0)
    assert operators.op_cost("gemm_ideal", dims, 1) == (0, 6)  # A counts, though nobody needs it


def test_forgetting_makes_an_element_move_again():
    tally = counted_loops.Tally()
    x = counted_loops.Array("x", tally)
    for _ in range(3):
        x[0] = x[0] + x[0]
    tally.forget()
    assert (tally.flop, tally.moved_elems) == (3, 2)
    x[0] = x[0]
    tally.forget()
    assert (tally.flop, tally.moved_elems) == (3, 4)


def test_bad_calls_are_refused():
    with pytest.raises(ValueError, match="op must be one of"):
        counted_loops.counted_cost("conv", {}, 4)
    with pytest.raises(ValueError, match="add needs N"):
        counted_loops.counted_cost("add", {}, 4)
    with pytest.raises(ValueError, match="itemsize"):
        counted_loops.counted_cost("add", {"N": 1}, 0)
