"""The hidden checks of x14: numbers by hand, the model, a walk over the blocks, both ends."""

from assignments.b6_loops_tiles_kernels.x14_tile_traffic.inputs import (
    divided_squares,
    growths,
    itemsizes,
    products,
    small_products,
    squares,
)
from grader import check, close, exact, expects, given, holds, integer, mapping, real
from reference.models import tiles, traffic

CUBE = {"M": 1024, "N": 1024, "K": 1024}
GOOD = {"M": 4, "N": 4, "K": 8, "Tm": 2, "Tn": 2}
BAD_SIZES = ({"M": -1}, {"N": -4}, {"K": -1}, {"Tm": 0}, {"Tn": 0}, {"Tm": -2}, {"Tn": -2})
EDGES = (
    "边上不满的块也是一块，但只搬真正存在的元素。",
    "A block at the edge is a block, too, but moves only what exists.",
)
WHICH = (
    "A 的一行要为几块重新搬入？是横着数还是竖着数？",
    "For how many blocks is a row of A fetched again: do you count across or down?",
)
ONCE = (
    "C 写几次？旧值要读吗？不要漏了 itemsize。",
    "How often is C written, and are its old values read? Do not forget itemsize.",
)
PER_BYTE = (
    "强度是 2N³ 除以实际搬运的字节数；N 不是 T 的倍数时，块数要取整。",
    "Intensity is 2N³ over the bytes really moved; the number of blocks is whole.",
)


@check("ex", of="tiled_traffic_elems")
def test_blocks_at_the_edges(student):
    """块除不尽的尺寸 (5, 7, 3)，长方形的块，比矩阵大的块。

    The sizes (5, 7, 3), which leave a remainder, blocks that are not square, blocks larger than the
    matrix.
    """
    for M, N, K, Tm, Tn, a, b, c in (
        (5, 7, 3, 2, 4, 30, 63, 35),
        (6, 6, 2, 3, 2, 36, 24, 36),
        (2, 3, 4, 10, 20, 8, 12, 6),
    ):
        got = student.call("tiled_traffic_elems", M=M, N=N, K=K, Tm=Tm, Tn=Tn)
        exact(got, {"a": a, "b": b, "c": c}, hint=EDGES)


@check("ex", of="tiled_traffic_elems")
def test_empty_products(student):
    """K = 0 时 C 仍要写出；没有行或没有列时什么都不搬。

    With K = 0 C is still written; without rows or columns nothing moves.
    """
    for M, N, K, c in ((3, 2, 0, 6), (0, 5, 3, 0), (5, 0, 3, 0)):
        got = student.call("tiled_traffic_elems", M=M, N=N, K=K, Tm=2, Tn=2)
        exact(got, {"a": 0, "b": 0, "c": c})


@check("ex", of="tiled_traffic_bytes")
def test_bytes_of_the_large_product(student):
    """除不尽的小矩阵，和 N = 1024、FP32 的几种块。

    A small product that leaves a remainder, and several block sizes for N = 1024 in FP32.
    """
    small = student.call("tiled_traffic_bytes", M=5, N=7, K=3, Tm=2, Tn=4, itemsize=4)
    exact(small, 512, hint=EDGES)
    for T, n_bytes in (
        (1, 8_594_128_896),
        (16, 541_065_216),
        (32, 272_629_760),
        (64, 138_412_032),
        (128, 71_303_168),
        (1024, 12_582_912),
    ):
        got = student.call("tiled_traffic_bytes", **CUBE, Tm=T, Tn=T, itemsize=4)
        exact(got, n_bytes, hint=ONCE)


@check("ex", of="tiled_intensity")
def test_intensities_of_the_large_product(student):
    """N = 1024 的几种块，FP32 与 FP64；还有除不尽的 N = 10、T = 4。

    Several block sizes for N = 1024 in FP32 and FP64, and N = 10 with T = 4, which leaves a
    remainder.
    """
    for T, n_bytes in ((32, 272_629_760), (64, 138_412_032), (1024, 12_582_912)):
        for itemsize in (4, 8):
            got = student.call("tiled_intensity", N=1024, T=T, itemsize=itemsize)
            close(got, 2 * 1024**3 / (n_bytes * itemsize // 4), hint=PER_BYTE)
    close(student.call("tiled_intensity", N=10, T=4, itemsize=4), 2000 / 2800, hint=PER_BYTE)


@check("prop", of="tiled_traffic_elems", weight=2)
@given(products())
def test_elements(student, case):
    """搬入的 A、B 与写出的 C 各有多少元素。

    The elements of A and B that are fetched and of C that are written.
    """
    got = student.call("tiled_traffic_elems", **case)
    exact(got, tiles.tiled_traffic_elems(**case), hint=WHICH)


@check("prop", of="tiled_traffic_elems")
@given(products())
def test_walk_over_the_blocks(student, case):
    """逐块走一遍，记下每块的行、列和元素，加起来与你的计数一致。

    A walk from block to block that adds up rows, columns and elements arrives at your counts.
    """
    M, N, K, Tm, Tn = (case[name] for name in ("M", "N", "K", "Tm", "Tn"))
    counted = {"a": 0, "b": 0, "c": 0}
    for rows, columns in tiles.output_tiles(M, N, Tm, Tn):
        counted["a"] += len(rows) * K
        counted["b"] += K * len(columns)
        counted["c"] += len(rows) * len(columns)
    exact(student.call("tiled_traffic_elems", **case), counted, hint=EDGES)


@check("prop", of="tiled_traffic_elems")
@given(products(), growths())
def test_each_side_affects_one_matrix(student, case, growth):
    """块变高（Tm 变大）或变宽（Tn 变大），哪个矩阵的流量变小，哪些不变。

    Which traffic shrinks where blocks become taller (a larger Tm) or wider (a larger Tn), and which
    stays.
    """

    def elems(**changes):
        got = mapping(student.call("tiled_traffic_elems", **case | changes), "a", "b", "c")
        return {name: integer(got[name]) for name in "abc"}

    before = elems()
    for changes, spared in (
        ({"Tm": case["Tm"] + growth}, "b"),
        ({"Tn": case["Tn"] + growth}, "a"),
    ):
        after = elems(**changes)
        exact({**after, spared: 0}, {**before, spared: 0}, hint=WHICH)
        holds(
            after[spared] <= before[spared],
            zh="块变大，搬入的元素不会变多",
            en="larger blocks never fetch more",
            got=(before, after),
        )
        exact(after[spared], tiles.tiled_traffic_elems(**case | changes)[spared], hint=WHICH)


@check("prop", of="tiled_traffic_bytes", weight=2)
@given(products(), itemsizes())
def test_bytes(student, case, itemsize):
    """三个矩阵合计的字节数。

    The bytes of the three matrices together.
    """
    got = student.call("tiled_traffic_bytes", **case, itemsize=itemsize)
    exact(got, tiles.tiled_traffic_bytes(**case, itemsize=itemsize), hint=ONCE)


@check("prop", of="tiled_traffic_bytes")
@given(small_products(), itemsizes())
def test_between_no_reuse_and_ideal(student, case, itemsize):
    """1×1 的块就是不复用，不小于矩阵的块就是理想情形，其余在两者之间。

    Blocks of 1×1 are no reuse, blocks not smaller than the matrix the ideal; all others lie in
    between.
    """

    def n_bytes(**blocks):
        return integer(student.call("tiled_traffic_bytes", **case | blocks, itemsize=itemsize))

    sizes = {name: case[name] for name in "MNK"}
    no_reuse, ideal = (
        traffic.gemm_traffic_bytes(**sizes, itemsize=itemsize, model=model)
        for model in ("no_reuse", "ideal")
    )
    exact(n_bytes(Tm=1, Tn=1), no_reuse, hint=ONCE)
    exact(n_bytes(Tm=max(sizes.values()), Tn=max(sizes.values())), ideal, hint=EDGES)
    between = n_bytes()
    holds(
        ideal <= between <= no_reuse,
        zh="理想 ≤ 分块 ≤ 不复用",
        en="ideal <= tiled <= no reuse",
        got=between,
    )


@check("prop", of="tiled_intensity", weight=2)
@given(squares())
def test_intensity(student, case):
    """方阵乘的强度。

    The intensity of a square product.
    """
    close(student.call("tiled_intensity", **case), tiles.tiled_intensity(**case), hint=PER_BYTE)


@check("prop", of="tiled_intensity")
@given(divided_squares())
def test_blocks_that_divide(student, case):
    """T 整除 N 时，强度与不取整的公式一致。

    Where T divides N, the intensity is that of the formula without rounding.
    """
    N, T, itemsize = case["N"], case["T"], case["itemsize"]
    got = real(student.call("tiled_intensity", **case))
    close(got * itemsize * (1 / T + 1 / (2 * N)), 1, hint=PER_BYTE)


@check("prop", of="tiled_intensity")
@given(squares(), growths())
def test_larger_and_narrower(student, case, growth):
    """块变大，强度不会变小；元素宽度加倍，强度减半。

    The intensity never falls when blocks grow, and is halved by elements twice as wide.
    """
    before = real(student.call("tiled_intensity", **case))
    after = real(student.call("tiled_intensity", **case | {"T": case["T"] + growth}))
    holds(
        after >= before * (1 - 1e-9),
        zh="块变大，强度不会变小",
        en="the intensity never falls when blocks grow",
        got=(before, after),
    )
    wider = student.call("tiled_intensity", **case | {"itemsize": 2 * case["itemsize"]})
    close(wider, tiles.tiled_intensity(**case) / 2, hint=PER_BYTE)


@check("err", of="tiled_traffic_elems", valid=GOOD)
def test_elements_refuse(student):
    """负的尺寸、小于 1 的块要抛出 ValueError。

    Negative sizes and blocks below 1 raise ValueError.
    """
    for bad in BAD_SIZES:
        with expects(ValueError):
            student.call("tiled_traffic_elems", **GOOD | bad)


@check("err", of="tiled_traffic_bytes", valid=GOOD | {"itemsize": 4})
def test_bytes_refuse(student):
    """负的尺寸、小于 1 的块或元素宽度要抛出 ValueError。

    Negative sizes, and blocks or elements below 1, raise ValueError.
    """
    for bad in (*BAD_SIZES[:5], {"itemsize": 0}, {"itemsize": -4}):
        with expects(ValueError):
            student.call("tiled_traffic_bytes", **GOOD | {"itemsize": 4} | bad)


@check("err", of="tiled_intensity", valid={"N": 4, "T": 2, "itemsize": 4})
def test_intensity_refuses(student):
    """N、T 或元素宽度小于 1 要抛出 ValueError：空矩阵没有强度。

    N, T or an element width below 1 raise ValueError: an empty matrix has no intensity.
    """
    for bad in ({"N": 0}, {"N": -4}, {"T": 0}, {"T": -2}, {"itemsize": 0}, {"itemsize": -4}):
        with expects(ValueError):
            student.call("tiled_intensity", **{"N": 4, "T": 2, "itemsize": 4} | bad)
