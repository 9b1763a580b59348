"""The visible examples of q22."""

import numpy as np

from grader import check, exact

ROW = np.array([[1, 2, 3]])
COLUMN = np.array([[1], [10], [100]])


@check("ex", of="tile_loads")
def test_four_outputs_together(student):
    """2×2 的块、K = 8：一起算搬入 32 个元素。

    A block of 2×2 with K = 8: 32 elements are fetched together.
    """
    exact(
        student.call("tile_loads", tm=2, tn=2, K=8),
        32,
        hint=(
            "一步搬入几个元素？一共几步？C 不算。",
            "How many elements come in at a step, and how many steps are there? C is not counted.",
        ),
    )


@check("ex", of="per_output_loads")
def test_one_output(student):
    """1×1 的块只有一个输出：K = 8 时搬入 16 个元素。

    A block of 1×1 has one output: with K = 8 it fetches 16 elements.
    """
    exact(
        student.call("per_output_loads", tm=1, tn=1, K=8),
        16,
        hint=(
            "一个乘积有两个因子，都要搬入。",
            "A product has two factors, and both are fetched.",
        ),
    )


@check("ex", of="tile_steps")
def test_worked_steps(student):
    """题目里的小例子：第一步之后 21，第二步之后 321。

    The small example of the prompt: 21 after the first step, 321 after the second.
    """
    exact(
        student.call("tile_steps", A=ROW, B=COLUMN, i0=0, j0=0, tm=1, tn=1, tk=2),
        [np.array([[21]]), np.array([[321]])],
        hint=(
            "每一项都是到这一步为止的和；最后一步可以不满。",
            "Each item is the sum up to that step; the last step may be shorter.",
        ),
    )
