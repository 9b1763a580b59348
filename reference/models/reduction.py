"""In how many rounds p processors add n numbers, when each of them does one addition a round.

Two schedules and a lower bound. `level_rounds` works through the tree level by level and waits at
the end of each; `free_rounds` pairs any values that are there. Neither always reaches
max(⌈W/p⌉, D), and that is the lesson: work and span are bounds, not answers.

Source: Cormen, Leiserson, Rivest, Stein, *Introduction to Algorithms*, 4th ed., §26.1.
"""

from __future__ import annotations

from fractions import Fraction

from reference.models import domain


def level_rounds(n: int, p: int) -> int:
    """Return the rounds level by level: m values form ⌊m/2⌋ pairs, an odd one moves up unchanged.

    Σ over levels of ⌈⌊m/2⌋ / p⌉, with m = n, ⌈n/2⌉, … until one value is left.

    Parameters
    ----------
    n, p : int
        Values and processors, >= 1.

    Raises
    ------
    ValueError
        A number is below 1.
    """
    values, p = _sizes(n, p)
    rounds = 0
    while values > 1:
        rounds += -(-(values // 2) // p)
        values -= values // 2
    return rounds


def free_rounds(n: int, p: int) -> int:
    """Return the rounds when each adds min(p, ⌊m/2⌋) pairs of the m values left.

    Parameters and errors as in `level_rounds`.
    """
    values, p = _sizes(n, p)
    # As long as 2 p values are there, each round removes p of them: no need to count them singly.
    rounds = max(0, (values - 2 * p) // p + 1)
    values -= rounds * p
    while values > 1:
        values -= values // 2
        rounds += 1
    return rounds


def work_span(n: int) -> tuple[int, int]:
    """Return work and span of adding n values in a balanced tree, (n - 1, ⌈log2 n⌉).

    Parameters
    ----------
    n : int
        Values, >= 1.

    Raises
    ------
    ValueError
        n is below 1.
    """
    n, _ = _sizes(n, 1)
    return n - 1, (n - 1).bit_length()


def lower_bound(work: int, span: int, p: int) -> Fraction:
    """Return the time that no schedule on p processors beats, max(W/p, D).

    Parameters
    ----------
    work, span : int
        W and D, >= 0, in units of one task.
    p : int
        Processors, >= 1.

    Raises
    ------
    ValueError
        A number is out of range.
    """
    span = domain.integer("span", span, 0)
    share = Fraction(domain.integer("work", work, 0), domain.integer("p", p, 1))
    return max(share, Fraction(span))


def parallelism(work: int, span: int) -> Fraction:
    """Return W/D, the number of processors beyond which the span and not the work is the limit.

    Parameters
    ----------
    work : int
        W >= 0.
    span : int
        D >= 1.

    Raises
    ------
    ValueError
        A number is out of range.
    """
    return Fraction(domain.integer("work", work, 0), domain.integer("span", span, 1))


def _sizes(n: int, p: int) -> tuple[int, int]:
    return domain.integer("n", n, 1), domain.integer("p", p, 1)
