"""The hidden checks of x16: every bit of z, every access, and the bytes of chains."""

import math

import numpy as np

from assignments.b7_fusion_batch_pipeline.x16_fused_operator.inputs import (
    LENGTHS,
    MEASURED_LENGTH,
    MOST_EXTRA_BYTES,
    TRACED_LENGTHS,
    VIEW_LENGTHS,
    backwards,
    chains,
    vectors,
    vectors_of,
    with_gaps,
)
from grader import access, check, exact, expects, given, holds, identical, integer, poisoned
from reference.models import fusion

POISONS = (math.nan, 7.0)
# For properties that the comparison with the model implies: they tell a student more, not us.
FEWER = 30
INPUTS = ("x", "y", "w")
ADD_MUL = [("add", ("x", "y"), "u"), ("mul", ("u", "w"), "z")]
# a is read twice, x by two operators.
DIAMOND = [("add", ("x", "y"), "a"), ("mul", ("a", "x"), "b"), ("add", ("b", "a"), "c")]
ROUNDING = (
    "每个元素恰好舍入两次：先是和，再是积，都舍入到 float32。",
    "Each element is rounded exactly twice, to float32: the sum, then the product.",
)
NEEDED = (
    "谁还要用的结果必须写出来；其余的中间结果留在寄存器里。",
    "A result that somebody needs has to be written; other intermediate results stay in registers.",
)
DISTINCT = (
    "同一个算子把同一个数组用两次，也只读一次。",
    "An array that one operator uses twice is read once.",
)


def add_mul(student, x, y, w, fill=math.nan, layout="C"):
    """Return what the student leaves in a poisoned z."""
    z = poisoned(x.shape, fill=fill, layout=layout)
    _, after = student.call("fused_add_mul", x=x, y=y, w=w, z=z, out=("z",))
    return after


def meaning(x, y, w):
    """Return fl32(fl32(x + y) · w)."""
    z = np.empty(x.shape, np.float32)
    fusion.fused_add_mul(x, y, w, z)
    return z


@check("ex", of="fused_add_mul")
def test_short_vectors(student):
    """没有元素的向量；结果是 −0.0 的元素。

    Vectors without elements, and an element whose result is -0.0.
    """
    for values, want in (([], []), ([(1.0, -1.0, -2.0)], [-0.0]), ([(0.5, 0.25, 0.0)], [0.0])):
        x, y, w = np.array(values, np.float32).reshape(-1, 3).T
        for fill in POISONS:
            identical(add_mul(student, x, y, w, fill), np.array(want, np.float32))


@check("ex", of="chain_traffic_bytes")
def test_fused_add_mul(student):
    """同一串算子融合以后；还有 u 另有用处的情形。

    The same chain when fused, and when somebody else needs u.
    """
    chain = {"ops": ADD_MUL, "itemsize": 4}
    for outputs, each in (({"z"}, 16), ({"u", "z"}, 20)):
        for n in (1, 10**6):
            got = student.call("chain_traffic_bytes", n=n, **chain, outputs=outputs, fused=True)
            exact(got, each * n, hint=NEEDED)


@check("ex", of="chain_traffic_bytes")
def test_result_with_two_readers(student):
    """a = x + y、b = a·x、c = b + a，FP16，一千个元素。

    a = x + y, b = a · x, c = b + a in FP16, a thousand elements.
    """
    chain = {"n": 1000, "ops": DIAMOND, "itemsize": 2}
    for outputs, fused, n_bytes in (
        ({"c"}, False, 18_000),
        ({"a", "c"}, False, 18_000),
        ({"c"}, True, 6000),
        ({"a", "b", "c"}, True, 10_000),
    ):
        got = student.call("chain_traffic_bytes", **chain, outputs=outputs, fused=fused)
        exact(got, n_bytes, hint=NEEDED)


@check("prop", of="fused_add_mul", weight=2)
@given(vectors())
def test_vectors(student, case):
    """随机的向量：每个元素逐位相等。

    Drawn vectors: every element is equal to the last bit.
    """
    identical(add_mul(student, **case), meaning(**case), hint=ROUNDING)


@check("prop", of="fused_add_mul")
@given(vectors(zeros=True))
def test_signs_of_zero(student, case):
    """许多 x + y 抵消成 0、许多 w 是 ±0：零的符号也要对。

    Many sums cancel and many w are ±0: the sign of zero counts as well.
    """
    identical(
        add_mul(student, **case, fill=7.0),
        meaning(**case),
        hint=("0 乘负数得 −0.0。", "0 times a negative number is -0.0."),
    )


@check("prop", of="fused_add_mul")
def test_lengths(student):
    """从 0 到 65 536 的各种长度，z 里原来填满 NaN 或 7.0。

    Lengths from 0 to 65,536; z arrives full of NaN, or of 7.0.
    """
    for n in (*LENGTHS, MEASURED_LENGTH):
        case = vectors_of(n, seed=n)
        for fill in POISONS:
            identical(
                add_mul(student, **case, fill=fill),
                meaning(**case),
                hint=("最后不满的一段有没有算？", "Is the last, shorter part computed?"),
            )


@check("prop", of="fused_add_mul")
def test_views_of_inputs(student):
    """x、y、w 是有间隔的切片，或者倒着排的视图。

    x, y and w are slices with gaps, or views that run backwards.
    """
    for n in VIEW_LENGTHS:
        case = vectors_of(n, seed=n)
        for view in (with_gaps, backwards):
            seen = {name: view(vector) for name, vector in case.items()}
            identical(add_mul(student, **seen), meaning(**case))


@check("prop", of="fused_add_mul")
def test_view_of_output(student):
    """四个数组都是有间隔的切片：z 的元素都写到，间隔不碰。

    All four arrays are slices with gaps: every element of z is written, no gap is touched.
    """
    # Never z alone: numba's @vectorize then writes as if z had no gaps.
    for n in VIEW_LENGTHS:
        case = vectors_of(n, seed=n)
        seen = {name: with_gaps(vector) for name, vector in case.items()}
        for fill in POISONS:
            identical(
                add_mul(student, **seen, fill=fill, layout="strided"),
                meaning(**case),
                hint=("写的是 z 本身，还是它的拷贝？", "Is it z itself you write to, or a copy?"),
            )


@check("prop", of="fused_add_mul")
def test_repeated_calls(student):
    """同样的输入再算一次，结果不变；中间算了别的也一样。

    The same inputs give the same result again, also with other ones in between.
    """
    first, other = vectors_of(100, seed=1), vectors_of(100, seed=2)
    for case in (first, first, other, first):
        for fill in POISONS:
            identical(add_mul(student, **case, fill=fill), meaning(**case))


@check("prop", of="chain_traffic_bytes", weight=2)
@given(chains())
def test_chains(student, case):
    """随机的一串算子，融合与不融合。

    Drawn chains, fused and unfused.
    """
    for fused in (False, True):
        want = fusion.chain_traffic_bytes(**case, fused=fused)
        exact(student.call("chain_traffic_bytes", **case, fused=fused), want, hint=DISTINCT)


@check("prop", of="chain_traffic_bytes")
@given(chains(), examples=FEWER)
def test_fusing_never_moves_more(student, case):
    """融合不会搬得更多；只有一个算子时一样多；总要读一个、写一个数组。

    Fusing never moves more, and the same for a single operator; an array at least is read and one
    written.
    """
    unfused = integer(student.call("chain_traffic_bytes", **case, fused=False))
    fused = integer(student.call("chain_traffic_bytes", **case, fused=True))
    holds(
        2 * case["n"] * case["itemsize"] <= fused <= unfused,
        zh="两个数组的字节数 ≤ 融合后 ≤ 融合前",
        en="bytes of two arrays <= fused <= unfused",
        got=(fused, unfused),
    )
    if len(case["ops"]) == 1:
        exact(fused, unfused, hint=DISTINCT)


@check("prop", of="chain_traffic_bytes")
@given(chains(), examples=FEWER)
def test_one_more_output(student, case):
    """多要一个中间结果：融合时多写一个数组，不融合时不变。

    One more intermediate result is needed: fused, one more array is written; unfused, nothing
    changes.
    """
    results = [result for _, _, result in case["ops"]]
    more = case | {"outputs": case["outputs"] | set(results[:1])}
    added = len(more["outputs"]) - len(case["outputs"])
    for fused, extra in ((True, added * case["n"] * case["itemsize"]), (False, 0)):
        before = integer(student.call("chain_traffic_bytes", **case, fused=fused))
        after = student.call("chain_traffic_bytes", **more, fused=fused)
        exact(after, before + extra, hint=NEEDED)


def record(student, x, y, w):
    """Return the record of one call."""
    z = poisoned(x.shape, fill=7.0)
    # As Python: to compile for a record takes longer than it saves here.
    return student.trace("fused_add_mul", x=x, y=y, w=w, z=z, out=("z",), native=False)


def demand_inputs_once(log):
    """Demand that each element of x, y and w is read exactly once."""
    hint = ("要再用的值，留在变量里。", "Keep a value that you need again in a variable.")
    for name in INPUTS:
        access.each(log, name, reads=1, hint=hint)


def demand_z_once(log):
    """Demand that z is never read and each element written once, after its inputs were read."""
    hint = ("中间的和该放在哪里？", "Where does the intermediate sum belong?")
    access.counts(log, "z", reads=0, hint=hint)
    access.each(log, "z", writes=1, hint=hint)
    access.explained(log, "z", INPUTS)


@check("trace", of="fused_add_mul")
def test_inputs_read_once(student):
    """从 0 到 4097 的各种长度：x、y、w 的每个元素恰好读一次。

    Lengths from 0 to 4097: each element of x, y and w is read exactly once.
    """
    for n in TRACED_LENGTHS:
        demand_inputs_once(record(student, **vectors_of(n, seed=n)))


@check("trace", of="fused_add_mul")
def test_z_written_once(student):
    """从 0 到 4097 的各种长度：z 从不读，每个元素在 x、y、w 的相应元素读过之后恰好写一次。

    Lengths from 0 to 4097: z is never read, and each element is written exactly once, after the
    elements of x, y and w with the same index were read.
    """
    for n in TRACED_LENGTHS:
        demand_z_once(record(student, **vectors_of(n, seed=n)))


@check("trace", of="fused_add_mul")
@given(vectors(zeros=True), examples=20)
def test_whatever_the_values_are(student, case):
    """许多 x + y 为 0、许多 w 为 0：访问还是一样。

    Many sums and many w are 0: the accesses are the same.
    """
    log = record(student, **case)
    demand_inputs_once(log)
    demand_z_once(log)


@check("trace", of="fused_add_mul")
def test_long_vectors(student):
    """n = 65 536 时也一样：x、y、w 读一次，z 写一次。

    The same for n = 65,536: x, y and w are read once, z is written once.
    """
    log = record(student, **vectors_of(MEASURED_LENGTH))
    demand_inputs_once(log)
    demand_z_once(log)


@check("trace", of="fused_add_mul", weight=4)
def test_extra_memory_of_views(student):
    """从 x、y、w 写出 z，n = 65 536、四个数组都是有间隔的切片时，额外内存的峰值仍不超过 64 KiB。

    z is written from x, y and w, still with a peak of extra memory of at most 64 KiB for n = 65,536
    and slices with gaps.
    """
    access.explained(record(student, **vectors_of(257)), "z", INPUTS)
    case = {name: with_gaps(v) for name, v in vectors_of(MEASURED_LENGTH).items()}
    z = poisoned((MEASURED_LENGTH,), layout="strided")
    peak = student.peak_bytes("fused_add_mul", **case, z=z)
    holds(
        peak <= MOST_EXTRA_BYTES,
        zh="额外内存的峰值 ≤ 65536 B",
        en="peak of extra memory <= 65536 B",
        got=peak,
        hint=("拷贝也要占内存。", "A copy takes memory, too."),
    )


FIVE = {**vectors_of(5), "z": poisoned((5,)), "out": ("z",)}
# Lengths of x, y, w, z: one too short, one too long, and where it would broadcast.
MISFITS = (
    (4, 5, 5, 5),
    (5, 6, 5, 5),
    (5, 5, 4, 5),
    (5, 5, 5, 4),
    (5, 5, 5, 6),
    (1, 5, 5, 5),
    (5, 1, 5, 5),
    (5, 5, 1, 5),
    (1, 1, 1, 5),
    (5, 5, 5, 0),
    (0, 0, 0, 1),
)
CHAIN = {"n": 10, "ops": ADD_MUL, "itemsize": 4, "outputs": {"z"}}
NO_CHAINS = (
    {"n": -1},
    {"itemsize": 0},
    {"itemsize": -4},
    {"ops": [], "outputs": set()},
    {"ops": [*ADD_MUL, ("add", ("x", "y"), "z")]},
    {"ops": [ADD_MUL[0], *ADD_MUL]},
    {"ops": ADD_MUL[::-1], "outputs": {"u", "z"}},
    {"ops": [("add", ("z", "x"), "z")]},
    # The first operator is in order, the second is not.
    {"ops": [ADD_MUL[0], ("mul", ("u", "z"), "z")]},
    {"ops": [ADD_MUL[0], ("mul", ("u", "z"), "v"), ("add", ("v", "x"), "z")]},
    {"outputs": {"u"}},
    {"outputs": set()},
    {"outputs": {"x", "z"}},
    {"outputs": {"v", "z"}},
)


@check("err", of="fused_add_mul", weight=2, valid=FIVE)
def test_refuses_misfits(student):
    """四个长度中任何一个不同，都抛出 ValueError；能广播也不行。

    ValueError wherever one of the four lengths differs, also where they would broadcast.
    """
    for *of_inputs, of_z in MISFITS:
        x, y, w = (np.ones(n, np.float32) for n in of_inputs)
        with expects(ValueError):
            student.call("fused_add_mul", x=x, y=y, w=w, z=poisoned((of_z,)), out=("z",))


@check("err", of="chain_traffic_bytes", valid=CHAIN | {"fused": True})
def test_refuses_chains(student):
    """超出范围的数、次序或名字不对的算子、不对的 outputs，都抛出 ValueError。

    Numbers out of range, operators in a wrong order or with wrong names, and wrong outputs raise
    ValueError.
    """
    for bad in NO_CHAINS:
        for fused in (False, True):
            with expects(ValueError):
                student.call("chain_traffic_bytes", **CHAIN | bad | {"fused": fused})
