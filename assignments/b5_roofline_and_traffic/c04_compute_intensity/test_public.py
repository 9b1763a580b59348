"""The visible examples of c04."""

from grader import check, close, exact

ADD = {"op": "add", "dims": {"N": 1000}, "itemsize": 4}


@check("ex", of="op_cost")
def test_worked_counts(student):
    """题目里算过的两个例子：向量加法 (1000, 12000)，gemv (12, 88)。

    The two worked examples of the prompt: vector addition (1000, 12000), gemv (12, 88).
    """
    exact(student.call("op_cost", **ADD), (1000, 12_000))
    exact(student.call("op_cost", op="gemv", dims={"M": 2, "K": 3}, itemsize=8), (12, 88))


@check("ex", of="elementwise_cost")
def test_worked_kernel(student):
    """同一个向量加法：读 2 个、写 1 个，每项 1 FLOP。

    The same vector addition: 2 arrays read, 1 written, 1 FLOP per element.
    """
    got = student.call("elementwise_cost", n=1000, inputs=2, outputs=1, flop_per_elem=1, itemsize=4)
    exact(got, (1000, 12_000), hint=("写出的数组也要搬。", "What is written moves as well."))


@check("ex", of="intensity")
def test_worked_intensity(student):
    """FP32 向量加法的强度是 1/12 FLOP/B。

    The intensity of the FP32 vector addition is 1/12 FLOP/B.
    """
    close(student.call("intensity", flop=1000, n_bytes=12_000), 1 / 12)


@check("ex", of="roofline_row")
def test_worked_row(student):
    """题目里的机器：下界 120 ns，受带宽限制，屋顶高约 8.33 GFLOP/s。

    The machine of the prompt: the bound is 120 ns, set by the bandwidth; the roof is at about
    8.33 GFLOP/s.
    """
    want = {
        "flop": 1000,
        "bytes": 12_000,
        "intensity": 1 / 12,
        "compute_s": 1e-9,
        "memory_s": 120e-9,
        "bound_s": 120e-9,
        "limiter": "bandwidth",
        "attainable_flop_per_s": 1e11 / 12,
    }
    close(student.call("roofline_row", **ADD, flop_per_s=1e12, bytes_per_s=1e11), want)
