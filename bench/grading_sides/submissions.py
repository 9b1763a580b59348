"""Who hands in what: a class of the right, and a class of mixed quality.

No two submissions have the same text, as nothing that was judged before is judged again. Which
functions are wrong follows from the number of the student, so every run has the same class.
"""

from __future__ import annotations

from collections.abc import Sequence

from grading_sides.functions import Function

RIGHT, MIXED = "right", "mixed"
WRONG_OF_FIVE = (0, 0, 1, 3, 2)
"""Of five students in a row in a mixed class: how many functions are wrong."""
RAISES = 4
"""Which of the five also has one that raises."""


def students(count: int) -> list[str]:
    """Return names that sort as they are numbered."""
    return [f"s{i:04d}" for i in range(count)]


def versions(functions: Sequence[Function], number: int, quality: str) -> list[str]:
    """Return which version of each function a student hands in; every second one writes others."""
    chosen = ["other" if number % 2 else "solution" for _ in functions]
    if quality == RIGHT:
        return chosen
    place = number % len(WRONG_OF_FIVE)
    spoilt = WRONG_OF_FIVE[place] + (place == RAISES)
    for nth in range(spoilt):
        at = (number // len(WRONG_OF_FIVE) + 3 * nth) % len(functions)
        chosen[at] = "raising" if place == RAISES and nth == 0 else "wrong"
    return chosen


def pieces(functions: Sequence[Function], number: int, quality: str) -> list[str]:
    """Return the code of each function as a student hands it in."""
    return [
        f"# by student {number}\n{function.source(version)}"
        for function, version in zip(functions, versions(functions, number, quality), strict=True)
    ]
