"""Expect: ex=PASSED prop=PASSED err=PASSED

Walks from block to block and adds up what each of them moves.
"""


def tiled_traffic_elems(M, N, K, Tm, Tn):
    if min(M, N, K) < 0 or min(Tm, Tn) < 1:
        raise ValueError("out of range")
    a = b = c = 0
    for i0 in range(0, M, Tm):
        rows = min(i0 + Tm, M) - i0
        for j0 in range(0, N, Tn):
            columns = min(j0 + Tn, N) - j0
            a += rows * K
            b += K * columns
            c += rows * columns
    return {"a": a, "b": b, "c": c}
