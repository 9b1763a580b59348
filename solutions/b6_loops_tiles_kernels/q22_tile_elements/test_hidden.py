"""The hidden checks of q22: numbers by hand, the model, and what the steps have to add up to."""

import numpy as np

from assignments.b6_loops_tiles_kernels.q22_tile_elements.inputs import (
    block_cases,
    blocks,
    depths,
    integer_matrices,
)
from grader import check, exact, expects, given, integer
from reference.models import tiles

A = np.arange(32).reshape(4, 8) % 7
B = np.arange(32).reshape(8, 4) % 5
BLOCK = {"tm": 2, "tn": 3, "K": 8}
STEPS = {"A": A, "B": B, "i0": 0, "j0": 0, "tm": 2, "tn": 2, "tk": 2}
BAD_BLOCKS = ({"tm": 0}, {"tn": 0}, {"K": -1}, {"tm": -2}, {"tn": -2})
SHARED = (
    "数行和列，不是数输出：一行 A、一列 B 各搬一次，长度是整个 K；C 不算。",
    "Count rows and columns, not outputs: each is fetched once, all K of it; C is not counted.",
)
ALONE = (
    "块里有几个输出？每个输出自己要搬几个元素？",
    "How many outputs has the block, and how many elements does each fetch for itself?",
)
PARTIAL = (
    "每一项是从 k = 0 起的部分和，定格在当时，类型是 int64，最后一步可以不满。",
    "Each item is the sum from k = 0 on, a snapshot, in int64; the last step may be shorter.",
)
CLIPPED = (
    "伸出 C 的行和列不存在：块要剪到边上，不补零。",
    "Rows and columns outside C do not exist: clip the block at the edge, do not pad it.",
)


def block_of_c(A, B, i0, j0, tm, tn):
    """Return the block of AB, all of which is computed in int64."""
    return (A.astype(np.int64) @ B.astype(np.int64))[i0 : i0 + tm, j0 : j0 + tn]


@check("ex", of="tile_loads")
def test_oblong_together(student):
    """长方形的块一起算：3×5、K = 7；一行宽的块；K = 0。

    Blocks that are not square together: 3×5 with K = 7, a block of one row, and K = 0.
    """
    for tm, tn, K, want in ((3, 5, 7, 56), (5, 3, 7, 56), (1, 10, 4, 44), (16, 16, 1024, 32_768)):
        exact(student.call("tile_loads", tm=tm, tn=tn, K=K), want, hint=SHARED)
    exact(student.call("tile_loads", tm=2, tn=2, K=0), 0, hint=SHARED)


@check("ex", of="per_output_loads")
def test_each_for_itself(student):
    """各算各的：题目里的 2×2 块，3×5、K = 7 的块，K = 0。

    Each output for itself: the 2×2 block of the prompt, 3×5 with K = 7, and K = 0.
    """
    for tm, tn, K, want in ((2, 2, 8, 64), (3, 5, 7, 210), (1, 10, 4, 80), (2, 2, 0, 0)):
        exact(student.call("per_output_loads", tm=tm, tn=tn, K=K), want, hint=ALONE)


@check("ex", of="tile_steps")
def test_four_steps(student):
    """4×8 乘 8×4 的左上角 2×2 块，四步各是什么。

    The upper left 2×2 block of 4×8 times 8×4 after each of four steps.
    """
    after = ([[4, 0], [8, 1]], [[16, 17], [25, 25]], [[20, 30], [30, 41]], [[44, 30], [33, 45]])
    want = [np.array(block) for block in after]
    exact(student.call("tile_steps", **STEPS), want, hint=PARTIAL)


@check("ex", of="tile_steps")
def test_block_that_sticks_out(student):
    """右下角伸出边界的块，每步 3，最后一步只剩 2。

    A block that sticks out at the lower right, in steps of 3, with 2 left for the last one.
    """
    got = student.call("tile_steps", **STEPS | {"i0": 3, "j0": 2, "tm": 3, "tn": 5, "tk": 3})
    want = [A[3:, :k] @ B[:k, 2:] for k in (3, 6, 8)]
    exact(got, want, hint=CLIPPED)


@check("ex", of="tile_steps")
def test_no_steps_and_narrow_integers(student):
    """K = 0 时没有任何一步；int8 的 300 个 100·100 加起来是 3 000 000。

    With K = 0 there is no step at all; 300 products 100·100 of int8 add up to 3,000,000.
    """
    empty = integer_matrices(4, 4, 0)
    exact(student.call("tile_steps", **STEPS | empty), [])
    ones = np.full((1, 300), 100, np.int8)
    wide = {"A": ones, "B": ones.T, "i0": 0, "j0": 0, "tm": 1, "tn": 1, "tk": 300}
    exact(student.call("tile_steps", **wide), [np.array([[3_000_000]])], hint=PARTIAL)


@check("prop", of="tile_loads", weight=2)
@given(blocks())
def test_loads_together(student, block):
    """一起算搬入的元素。

    The elements fetched together.
    """
    exact(student.call("tile_loads", **block), tiles.tile_loads(**block), hint=SHARED)


@check("prop", of="tile_loads")
@given(blocks(), depths())
def test_parts_of_k_add_up(student, block, more):
    """K 拆成两段，两段搬入的元素加起来就是整段的；所以每步走多深不影响总数。

    What two parts of K fetch adds up to what the whole does, so that the depth of a step does not
    matter.
    """
    parts = [block["K"], more]
    first, second, whole = (
        integer(student.call("tile_loads", **block | {"K": K})) for K in (*parts, sum(parts))
    )
    exact(first + second, whole, hint=SHARED)
    exact(whole, tiles.tile_loads(**block | {"K": sum(parts)}), hint=SHARED)


@check("prop", of="per_output_loads", weight=2)
@given(blocks())
def test_loads_of_each_output(student, block):
    """各算各的，搬入的元素。

    The elements fetched when each output works for itself.
    """
    exact(student.call("per_output_loads", **block), tiles.per_output_loads(**block), hint=ALONE)


@check("prop", of="per_output_loads")
@given(blocks())
def test_what_sharing_gains(student, block):
    """各算各的与一起算之比只由块的形状决定，与 K 无关；K 加倍，搬入的也加倍。

    The ratio of each for itself to together depends on the shape of the block only, not on K; twice
    the K fetches twice as much.
    """
    tm, tn = block["tm"], block["tn"]
    alone = integer(student.call("per_output_loads", **block))
    exact(alone * (tm + tn), 2 * tm * tn * tiles.tile_loads(**block), hint=ALONE)
    twice = student.call("per_output_loads", **block | {"K": 2 * block["K"]})
    exact(twice, 2 * alone, hint=ALONE)


@check("prop", of="tile_steps", weight=2)
@given(block_cases())
def test_partial_sums(student, case):
    """随机的矩阵、块和步长，每一步之后的部分和。

    The partial sums after each step, for matrices, blocks and depths drawn at random.
    """
    exact(student.call("tile_steps", **case), tiles.tile_steps(**case), hint=PARTIAL)


@check("prop", of="tile_steps")
@given(block_cases(least=1))
def test_depth_does_not_change_the_end(student, case):
    """一步走完与一次走一个 k，最后都是 AB 的这一块；后者有 K 步。

    One step for all of K and one step for each k both end with this block of AB; the latter takes K
    steps.
    """
    K = case["A"].shape[1]
    corner = {name: case[name] for name in ("A", "B", "i0", "j0", "tm", "tn")}
    exact(student.call("tile_steps", **corner, tk=K), [block_of_c(**corner)], hint=CLIPPED)
    want = [
        block_of_c(**corner | {"A": case["A"][:, :k], "B": case["B"][:k]}) for k in range(1, K + 1)
    ]
    exact(student.call("tile_steps", **corner, tk=1), want, hint=PARTIAL)


@check("err", of="tile_loads", valid=BLOCK)
def test_together_refuses(student):
    """块小于 1、K 为负要抛出 ValueError。

    Blocks below 1 and a negative K raise ValueError.
    """
    for bad in BAD_BLOCKS:
        with expects(ValueError):
            student.call("tile_loads", **BLOCK | bad)


@check("err", of="per_output_loads", valid=BLOCK)
def test_alone_refuses(student):
    """块小于 1、K 为负要抛出 ValueError。

    Blocks below 1 and a negative K raise ValueError.
    """
    for bad in BAD_BLOCKS:
        with expects(ValueError):
            student.call("per_output_loads", **BLOCK | bad)


@check("err", of="tile_steps", valid=STEPS)
def test_steps_refuse(student):
    """形状配不上、左上角不在 C 里、块或步长小于 1 要抛出 ValueError。

    Sizes that do not fit, a corner outside C, and blocks or steps below 1 raise ValueError.
    """
    for bad in (
        {"B": B[:7]},
        # Every step of so few columns finds rows of B.
        {"A": A[:, :6]},
        {"A": A[:0]},
        {"B": B[:, :0]},
        {"i0": 4},
        {"j0": 4},
        {"i0": -1},
        {"j0": -1},
        {"tm": 0},
        {"tn": 0},
        {"tk": 0},
    ):
        with expects(ValueError):
            student.call("tile_steps", **STEPS | bad)
