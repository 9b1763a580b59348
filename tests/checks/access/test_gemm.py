"""Loops of a product are known by what they touch; any right method is explained."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from grader.checks import access
from grader.checks.access import AccessLog, gemm
from tests.checks.access.tape import Tape, add, clear, failure, nest, product, tiled

LOOPS = ["".join(letters) for letters in permutations("ijk")]
SHAPE = (3, 4, 2)
EDGES = [(3, 4, 2), (1, 4, 2), (3, 1, 2), (3, 4, 1), (1, 1, 1), (0, 4, 2), (3, 0, 2), (3, 4, 0)]


def flat(tape: Tape, loops: str) -> AccessLog:
    """Return the log of a product of flat arrays a, b, c of SHAPE."""
    M, N, K = SHAPE
    ones = Tape(out=("c",), a=np.ones(M * K), b=np.ones(K * N), c=np.zeros(M * N))
    for code, value in zip(tape.codes, tape.values, strict=True):
        name, place = "abc"[code >> 8 & 255], code >> 16
        if code & 1:
            ones.write(name, place, value)
        else:
            ones.read(name, place)
    return ones.log()


# --- order of the loops ---------------------------------------------------------------------------


@pytest.mark.parametrize("loops", LOOPS)
def test_the_order_of_the_loops_is_found(loops: str) -> None:
    assert gemm.loop_order(nest(product(*SHAPE), loops)) == loops
    assert gemm.loop_order(nest(product(*SHAPE), loops, hoist=True)) == loops
    tape = product(*SHAPE)
    nest(tape, loops)
    assert gemm.loop_order(flat(tape, loops), "a", "b", "c", sizes=SHAPE) == loops


def test_tiles_are_no_order_of_three_loops() -> None:
    assert gemm.loop_order(tiled(product(4, 4, 4), 2)) == ""


@pytest.mark.parametrize("shape", EDGES)
@pytest.mark.parametrize("loops", LOOPS)
def test_the_demanded_order_passes_in_every_shape(loops: str, shape: tuple[int, int, int]) -> None:
    gemm.order(nest(product(*shape), loops), loops)
    gemm.order(nest(product(*shape), "ikj", hoist=True), "ikj")


@pytest.mark.parametrize(("ran", "want"), [(a, b) for a in LOOPS for b in LOOPS if a != b])
def test_every_other_order_is_named(ran: str, want: str) -> None:
    found = failure(lambda: gemm.order(nest(product(*SHAPE), ran), want))
    assert found.why.id == "access.loops"
    assert "-".join(ran) in found.why.text("zh")
    assert f"your loops run {'-'.join(ran)} (outermost first), but should run" in (
        found.why.text("en")
    )


def test_a_wrong_order_names_the_first_read() -> None:
    found = failure(lambda: gemm.order(nest(product(*SHAPE), "ijk"), "ikj"))
    assert (found.got, found.expected) == ("B[1, 0]", "B[0, 1]")


def test_an_order_that_is_none_is_told_without_a_name_for_it() -> None:
    found = failure(lambda: gemm.order(tiled(product(4, 4, 4), 2), "ikj"))
    assert found.why.id == "access.order"


def test_an_author_who_asks_for_no_order_is_told() -> None:
    with pytest.raises(ValueError, match="loops are one of"):
        gemm.order(nest(product(1, 1, 1), "ijk"), "ikk")


def test_shapes_that_do_not_fit_are_an_authors_mistake() -> None:
    log = Tape(out=(), A=np.ones((2, 3)), B=np.ones((2, 3)), C=np.ones((2, 3))).log()
    with pytest.raises(ValueError, match="no shapes of a product"):
        gemm.loop_order(log)
    log = Tape(out=(), A=np.ones(2), B=np.ones(2), C=np.ones(1)).log()
    with pytest.raises(ValueError, match="flat arrays need sizes"):
        gemm.loop_order(log)


# --- explained ------------------------------------------------------------------------------------


def copied_first(shape: tuple[int, int, int]) -> AccessLog:
    """Read all of both inputs, backwards, then write C once."""
    M, N, K = shape
    tape = product(*shape)
    a = {(i, k): tape.read("A", i, k) for i in reversed(range(M)) for k in range(K)}
    b = {(k, j): tape.read("B", k, j) for k in reversed(range(K)) for j in range(N)}
    for i in range(M):
        for j in range(N):
            tape.write("C", i, j, sum(a[i, k] * b[k, j] for k in range(K)))
    return tape.log()


@pytest.mark.parametrize("shape", EDGES)
def test_every_right_method_is_explained(shape: tuple[int, int, int]) -> None:
    methods = [nest(product(*shape), loops) for loops in LOOPS]
    methods += [nest(product(*shape), "ikj", hoist=True), copied_first(shape)]
    methods += [tiled(product(*shape), 2, inner, copies=c) for inner in LOOPS for c in (0, 1)]
    for log in methods:
        gemm.explained(log)
        gemm.pairs(log)


def test_of_flat_arrays_too() -> None:
    tape = product(*SHAPE)
    nest(tape, "jki")
    gemm.explained(flat(tape, "jki"), "a", "b", "c", sizes=SHAPE)
    gemm.pairs(flat(tape, "jki"), "a", "b", "c", sizes=SHAPE)


def test_an_input_that_was_never_read() -> None:
    tape = product(2, 2, 2)
    for k in range(2):
        tape.read("A", 0, k), tape.read("A", 1, k)
        tape.read("B", k, 0)
    tape.read("B", 0, 1)
    clear(tape, 2, 2)
    found = failure(lambda: gemm.explained(tape.log()))
    assert "writes C[0, 1] for the last time, but B[1, 1], which it needs, was never read" in (
        found.why.text("en")
    )
    assert "Index the arrays you were given" in found.why.text("en")
    assert (found.where, found.expected) == ("C[0, 1]", "B[1, 1]")
    found = failure(lambda: gemm.pairs(tape.log()))
    assert "takes 8 multiplications, but what was read allows only 6" in found.why.text("en")
    assert found.where == "A[0, 1] · B[1, 1]"


def test_a_result_that_came_before_its_inputs() -> None:
    tape = product(2, 1, 1)
    tape.read("B", 0, 0)
    clear(tape, 2, 1)
    tape.read("A", 0, 0)
    tape.read("A", 1, 0)
    found = failure(lambda: gemm.explained(tape.log()))
    assert found.why.id == "access.too_early"
    assert "access 2 writes C[0, 0] for the last time, but A[0, 0]" in found.why.text("en")
    assert found.picture is not None
    assert [access.op for access in found.picture.accesses] == ["W", "W", "R", "R"]
    assert found.picture.broken == 0
    assert found.picture.expected == found.picture.accesses[2]


def test_an_element_that_was_never_written() -> None:
    tape = product(1, 2, 1)
    tape.write("C", 0, 0, tape.read("A", 0, 0) * tape.read("B", 0, 0))
    tape.read("B", 0, 1)
    found = failure(lambda: gemm.explained(tape.log()))
    assert (found.why.id, found.where) == ("access.unwritten", "C[0, 1]")


def test_a_result_in_a_new_array_is_told_to_write_the_given_one() -> None:
    tape = product(1, 2, 1)
    tape.read("A", 0, 0)
    found = failure(lambda: gemm.explained(tape.log()))
    assert found.why.id == "access.untouched"
    assert "请用下标写入传入的数组" in found.why.text("zh")


def test_the_last_block_of_k_left_out() -> None:
    M, N, K = 2, 2, 3
    tape = product(M, N, K)
    clear(tape, M, N)
    for i in range(M):
        for j in range(N):
            for k in range(K - 1):
                add(tape, i, j, tape.read("A", i, k) * tape.read("B", k, j))
    assert failure(lambda: gemm.explained(tape.log())).expected == "A[0, 2]"
    assert failure(lambda: gemm.pairs(tape.log())).got == "8"


# --- element by element ---------------------------------------------------------------------------


def fused(order: str) -> AccessLog:
    """Return the log of z = x·y with reads (x, y) and writes (z) in the order of the letters."""
    tape = Tape(out=("z",), x=np.ones(3), y=np.ones(3), z=np.full(3, np.nan))
    for i in range(3):
        for name in order:
            if name == "z":
                tape.write("z", i, 1.0)
            else:
                tape.read(name, i)
    return tape.log()


def test_elements_are_explained_by_their_own_inputs() -> None:
    access.explained(fused("xyz"), "z", ("x", "y"))
    access.explained(fused("zyxz"), "z", ("x", "y"))


def test_an_element_that_is_not() -> None:
    found = failure(lambda: access.explained(fused("xzy"), "z", ("x", "y")))
    assert "access 2 writes z[0] for the last time, but y[0]" in found.why.text("en")
    found = failure(lambda: access.explained(fused("xz"), "z", ("x", "y")))
    assert found.why.id == "access.never_read"
    found = failure(lambda: access.explained(fused("xy"), "z", ("x", "y")))
    assert found.why.id == "access.untouched"


def test_inputs_of_another_size_are_an_authors_mistake() -> None:
    with pytest.raises(ValueError, match="different numbers of elements"):
        access.explained(nest(product(*SHAPE), "ijk"), "C", ["A"])
