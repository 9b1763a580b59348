"""The hidden checks of q21: the nest run through, addresses that differ, and the claim."""

import numpy as np

from assignments.b6_loops_tiles_kernels.q21_ikj_semantics.inputs import (
    CHANGES,
    ORDERS,
    cells,
    nests,
    orders,
    rewrites,
    sizes,
    steps,
)
from grader import check, claims, exact, expects, given, scenario, sequence
from reference.models import loops
from reference.models.indexing import gemm_index

CELL = {"order": "ikj", "i": 1, "j": 2, "M": 2, "N": 3, "K": 4}
NEST = {"order": "ikj", "M": 2, "N": 3, "K": 4}
BAD_ORDERS = ("ijj", "ij", "ijkk", "", "IJK", "ijl")
BAD_SIZES = ({"M": 0}, {"N": 0}, {"K": 0}, {"M": -2}, {"N": -3}, {"K": -4})
HARMLESS = tuple(name for name in CHANGES if name not in loops.CHANGES_BITS)
# The rewrite of c01, with every other key denied.
TO_IKJ = dict.fromkeys(CHANGES, False) | {"a_hoisted": True}
NUMERIC = {"accumulator_precision_changed", "fma_contraction_changed", "fastmath"}
ONE_CELL = (
    "固定 i 和 j，只看落在这一个输出上的各步：k 排在第几层，对它们有影响吗？",
    "Look at the steps of this one output, i and j fixed: does it matter where the k loop stands?",
)
INNERMOST = (
    "最内层是 order 的最后一个字母；它不出现在哪个矩阵的下标里，哪个矩阵就不动。",
    "The innermost loop is the last letter of order; a matrix stays if its subscripts lack it.",
)
ROW_MAJOR = (
    "A 的一行有 K 个元素，B 和 C 的一行有 N 个。",
    "A row of A has K elements, a row of B or C has N.",
)
PLACES = {"A": "ik", "B": "kj", "C": "ij"}


def address_of(which, at, sizes):
    """Return the element index of A[i, k], B[k, j] or C[i, j] for a place (i, j, k)."""
    row, column = (at[letter] for letter in PLACES[which])
    return gemm_index(which, row, column, **sizes)


def listed(numbers):
    """Return a row of a student's numbers as a list; where a list is due, an array is one."""
    return sequence(numbers.tolist() if isinstance(numbers, np.ndarray) else numbers)


def situation_of(change):
    """Return a rewrite as a situation of the claim, with the rule that it tests."""
    told = {name for name, is_so in change.items() if is_so}
    harmful = told & set(loops.CHANGES_BITS)
    if not harmful:
        rule = "求和原样，动的是别处 / the sums untouched, something else changed"
    elif harmful <= NUMERIC:
        rule = "动了舍入的方式 / the way of rounding changed"
    elif harmful & NUMERIC:
        rule = "几处一起动 / several changes at once"
    else:
        rule = "动了求和的起点、先后或分段 / start, order or parts of a sum changed"
    return scenario(rule, change=change)


def harmless_or_any():
    """Return rewrites, as many that leave the sums alone as others."""
    return rewrites() | rewrites(among=HARMLESS)


@check("ex", of="k_sequence")
def test_other_orders(student):
    """C[1, 2] 在另外五种顺序里各累加哪些 k；K = 1 时只有一个。

    The k that C[1, 2] adds up in the other five orders; with K = 1 there is one.
    """
    for order in ORDERS[1:]:
        got = student.call("k_sequence", **CELL | {"order": order})
        exact(got, [0, 1, 2, 3], hint=ONE_CELL)
    exact(student.call("k_sequence", **CELL | {"K": 1}), [0], hint=ONE_CELL)


@check("ex", of="inner_strides")
def test_strides_of_other_orders(student):
    """M = 2、N = 3、K = 5：i-k-j、k-i-j、j-k-i、k-j-i 与 j-i-k。

    M = 2, N = 3, K = 5: i-k-j, k-i-j, j-k-i, k-j-i and j-i-k.
    """
    for order, want in (
        ("ikj", {"A": 0, "B": 1, "C": 1}),
        ("kij", {"A": 0, "B": 1, "C": 1}),
        ("jki", {"A": 5, "B": 0, "C": 3}),
        ("kji", {"A": 5, "B": 0, "C": 3}),
        ("jik", {"A": 1, "B": 3, "C": 0}),
    ):
        exact(student.call("inner_strides", order=order, M=2, N=3, K=5), want, hint=ROW_MAJOR)


@check("ex", of="same_bits_guaranteed")
def test_the_rewrite_to_ikj(student):
    """把 i-j-k 写成 i-k-j 的改写，写全的和漏了一步的；以及什么都没改。

    i-j-k rewritten as i-k-j, in full and with a step forgotten; and a rewrite of nothing.
    """
    exact(student.call("same_bits_guaranteed", change=TO_IKJ), True)
    exact(student.call("same_bits_guaranteed", change=TO_IKJ | {"c_not_zeroed": True}), False)
    exact(student.call("same_bits_guaranteed", change={}), True)


@check("prop", of="k_sequence", weight=2)
@given(cells())
def test_the_nest_run_through(student, cell):
    """把三重循环真的跑一遍，记下落在这个 C[i, j] 上的 k。

    The nest is run through and every k that falls on this C[i, j] is noted.
    """
    nest = {name: cell[name] for name in ("order", "M", "N", "K")}
    want = [k for i, j, k in loops.visits(**nest) if (i, j) == (cell["i"], cell["j"])]
    exact(student.call("k_sequence", **cell), want, hint=ONE_CELL)


@check("prop", of="k_sequence")
@given(nests(), orders())
def test_all_products(student, nest, order):
    """C 四个角上的答案放在一起看，乘积的总数也要对。

    The answers for the four corners of C, taken together, fit the number of products.
    """
    corners = sorted({(i, j) for i in (0, nest["M"] - 1) for j in (0, nest["N"] - 1)})
    seen = [listed(student.call("k_sequence", **nest, order=order, i=i, j=j)) for i, j in corners]
    for other in seen[1:]:
        exact(other, seen[0], hint=ONE_CELL)
    products = nest["M"] * nest["N"] * len(seen[0])
    exact(products, nest["M"] * nest["N"] * nest["K"], hint=ONE_CELL)


@check("prop", of="inner_strides", weight=2)
@given(orders(), sizes())
def test_strides(student, order, sizes):
    """任何顺序、任何尺寸的三个步长；尺寸是 1 时也一样。

    The three strides for every order and all sizes, 1 among them.
    """
    want = loops.inner_strides(order, **sizes)
    exact(student.call("inner_strides", order=order, **sizes), want, hint=INNERMOST)


@check("prop", of="inner_strides")
@given(steps())
def test_differences_of_addresses(student, step):
    """步长就是最内层下标加 1 前后，两个元素下标之差（Q08 的一维下标）。

    A stride is the difference between two element indices (those of Q08), before and after the
    innermost index grows by 1.
    """
    order, sizes, at = step["order"], step["sizes"], step["at"]
    after = at | {order[-1]: at[order[-1]] + 1}
    want = {m: address_of(m, after, sizes) - address_of(m, at, sizes) for m in PLACES}
    exact(student.call("inner_strides", order=order, **sizes), want, hint=ROW_MAJOR)


@check("prop", of="inner_strides")
@given(orders(), sizes())
def test_outer_loops_do_not_matter(student, order, sizes):
    """外面两层对调，步长不变。

    Exchanging the two outer loops leaves the strides.
    """
    other = order[1] + order[0] + order[2]
    got = student.call("inner_strides", order=other, **sizes)
    exact(got, loops.inner_strides(order, **sizes), hint=INNERMOST)


@check("claim", of="same_bits_guaranteed")
@claims(harmless_or_any().map(situation_of), answers=(True, False))
def test_claim(scenario):
    """任何一种改写，都要判断对：保证每一位都不变吗？

    The judgement is right for every rewrite: is each bit guaranteed to stay?
    """
    return loops.same_bits_guaranteed(**scenario.args)


@check("err", of="k_sequence", valid=CELL)
def test_sequence_refuses(student):
    """order 不是 i、j、k 的排列，尺寸小于 1，(i, j) 不在 C 里，要抛出 ValueError。

    An order that is no permutation of i, j, k, sizes below 1 and (i, j) outside C raise ValueError.
    """
    outside = ({"i": -1}, {"i": 2}, {"j": -1}, {"j": 3})
    for bad in (*({"order": order} for order in BAD_ORDERS), *BAD_SIZES, *outside):
        with expects(ValueError):
            student.call("k_sequence", **CELL | bad)


@check("err", of="inner_strides", valid=NEST)
def test_strides_refuse(student):
    """order 不是 i、j、k 的排列，尺寸小于 1，要抛出 ValueError。

    An order that is no permutation of i, j, k and sizes below 1 raise ValueError.
    """
    for bad in (*({"order": order} for order in BAD_ORDERS), *BAD_SIZES):
        with expects(ValueError):
            student.call("inner_strides", **NEST | bad)
