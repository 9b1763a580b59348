"""The visible examples of q21."""

from grader import check, exact


@check("ex", of="k_sequence")
def test_plain_loops(student):
    """i-j-k，K = 3：C[0, 1] 依次累加 k = 0、1、2。

    i-j-k with K = 3: C[0, 1] adds up k = 0, 1, 2 in this order.
    """
    exact(
        student.call("k_sequence", order="ijk", i=0, j=1, M=2, N=4, K=3),
        [0, 1, 2],
        hint=(
            "只看落在这一个 C[i, j] 上的那些累加，按先后写出 k。",
            "Look at what is added to this one C[i, j] only, and list k as it happens.",
        ),
    )


@check("ex", of="inner_strides")
def test_strides_of_plain_loops(student):
    """i-j-k 的最内层是 k：A 走 1，B 走 N，C 不动。

    The innermost loop of i-j-k is k: A advances by 1, B by N, and C stays.
    """
    exact(
        student.call("inner_strides", order="ijk", M=2, N=7, K=3),
        {"A": 1, "B": 7, "C": 0},
        hint=(
            "行主序：往右一个是 1，往下一个是一整行的长度。",
            "Row-major: one to the right is 1, one down is the length of a row.",
        ),
    )


@check("ex", of="same_bits_guaranteed")
def test_one_of_each(student):
    """只把 A[i, k] 提到内层循环外面，保证不变；换了 k 的累加顺序，就不保证。

    Reading A[i, k] ahead of the innermost loop keeps every bit for sure; another order of k does
    not.
    """
    hint = (
        "对每个 C[i, j] 问：同样的数、同样的先后、同样的舍入吗？",
        "Ask of each C[i, j]: the same numbers, in the same order, rounded in the same way?",
    )
    exact(student.call("same_bits_guaranteed", change={"a_hoisted": True}), True, hint=hint)
    exact(student.call("same_bits_guaranteed", change={"k_order_changed": True}), False, hint=hint)
