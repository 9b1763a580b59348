"""The visible examples of x14."""

from grader import check, close, exact

WORKED = {"M": 4, "N": 4, "K": 8, "Tm": 2, "Tn": 2}


@check("ex", of="tiled_traffic_elems")
def test_worked_elements(student):
    """题目里的例子：4×8 乘 8×4，2×2 的块，搬入 64 + 64 个，写出 16 个。

    The example of the prompt: 4×8 times 8×4 in 2×2 blocks fetches 64 + 64 elements and writes 16.
    """
    exact(
        student.call("tiled_traffic_elems", **WORKED),
        {"a": 64, "b": 64, "c": 16},
        hint=(
            "一块要 A 的几行、B 的几列？这样的块有几个？",
            "How many rows of A and columns of B does a block need, and how many blocks are there?",
        ),
    )


@check("ex", of="tiled_traffic_bytes")
def test_worked_bytes(student):
    """同一个例子，FP32 共 576 B。

    The same example in FP32: 576 B.
    """
    exact(
        student.call("tiled_traffic_bytes", **WORKED, itemsize=4),
        576,
        hint=("写出的 C 也要搬。", "C is written, and that moves as well."),
    )


@check("ex", of="tiled_intensity")
def test_worked_intensity(student):
    """N = 4、T = 2、FP32：强度 0.4 FLOP/B。

    N = 4, T = 2 in FP32: an intensity of 0.4 FLOP/B.
    """
    close(
        student.call("tiled_intensity", N=4, T=2, itemsize=4),
        0.4,
        hint=("乘加算 2 FLOP；分母是字节。", "A multiply-add is 2 FLOP; divide by bytes."),
    )
