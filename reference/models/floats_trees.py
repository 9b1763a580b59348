"""Sums of FP32 numbers in a chosen grouping: floating-point addition is not associative.

A tree says which two partial sums are added when: a leaf is an index, a node a pair of trees.
Additions are numbered in post-order, left son first, from 0; leaves have no number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeAlias, Union

from reference.models import domain
from reference.models.floats_rounding import add, round_to

LARGEST = 2.0**100
"""No sum of such numbers overflows FP32 unless there are more than 2**27 of them."""

Tree: TypeAlias = Union[int, Sequence["Tree"]]  # noqa: UP007 - a quoted name allows no |


class Addition(NamedTuple):
    """One rounded addition of a tree."""

    left: float
    right: float
    total: float

    @property
    def lossy(self) -> bool:
        """Whether the exact sum of the two FP32 numbers is another number than `total`."""
        return Fraction(self.left) + Fraction(self.right) != Fraction(self.total)


def eval_tree(xs: Sequence[float], tree: Tree) -> float:
    """Return the sum of `xs` in the grouping of `tree`, every addition rounded to FP32.

    Parameters
    ----------
    xs : sequence of float, length n >= 1
        |x| <= 2**100; rounded to FP32 first.
    tree : int or pair of trees
        Uses each of the indices 0 ... n - 1 exactly once.

    Raises
    ------
    ValueError
        A number is out of range, a node has not two sons, or the leaves are other indices.
    """
    done = additions(xs, tree)
    return done[-1].total if done else round_to(xs[0], "fp32")


def first_lossy_add(xs: Sequence[float], tree: Tree) -> int | None:
    """Return the number of the first inexact addition, None if all are exact.

    Rounding the leaves does not count. Arguments and errors as in `eval_tree`.
    """
    lossy = (number for number, step in enumerate(additions(xs, tree)) if step.lossy)
    return next(lossy, None)


def additions(xs: Sequence[float], tree: Tree) -> list[Addition]:
    """Return every addition of a tree in post-order; arguments and errors as in `eval_tree`."""
    leaves = [round_to(x, "fp32") for x in domain.reals("xs", xs, low=-LARGEST, high=LARGEST)]
    visits = list(_post_order(tree))
    indices = sorted(visit for visit in visits if visit is not None)
    if indices != list(range(len(leaves))):
        raise ValueError(f"leaves must be 0 ... {len(leaves) - 1}, each once, not {indices}")
    waiting: list[float] = []
    done: list[Addition] = []
    for visit in visits:
        if visit is not None:
            waiting.append(leaves[visit])
            continue
        right, left = waiting.pop(), waiting.pop()
        done.append(Addition(left, right, add(left, right, "fp32")))
        waiting.append(done[-1].total)
    return done


def absorbs(big: float, small: float) -> bool:
    """Decide whether adding `small` != 0 leaves `big` as it is: fl32(big + small) = fl32(big).

    Parameters
    ----------
    big, small : float
        |x| <= 2**100; rounded to FP32 first, as leaves are.

    Raises
    ------
    ValueError
        A number is out of range.
    """
    big = round_to(domain.real("big", big, low=-LARGEST, high=LARGEST), "fp32")
    small = domain.real("small", small, low=-LARGEST, high=LARGEST)
    return small != 0 and add(big, round_to(small, "fp32"), "fp32") == big


def _post_order(tree: Tree) -> Iterator[int | None]:
    """Yield the index of each leaf, and None for each node after both its sons.

    With a stack of its own: a left fold of a thousand numbers is a thousand levels deep.
    """
    stack: list[tuple[Tree, bool]] = [(tree, False)]
    while stack:
        node, both_sons_done = stack.pop()
        if both_sons_done:
            yield None
        elif isinstance(node, Sequence):
            if len(node) != 2:
                raise ValueError(f"a node must have two sons, not {len(node)}")
            stack += [(node, True), (node[1], False), (node[0], False)]
        else:
            yield domain.integer("leaf", node)
