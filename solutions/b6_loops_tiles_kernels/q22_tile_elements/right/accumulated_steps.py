"""Expect: ex=PASSED prop=PASSED err=PASSED

Accumulates the products of the steps; the first item is the first product itself, no copy.
"""

from itertools import accumulate


def per_output_loads(tm, tn, K):
    if tm < 1 or tn < 1:
        raise ValueError(f"{tm} x {tn} is no block")
    return tm * tn * tile_loads(1, 1, K)


def tile_steps(A, B, i0, j0, tm, tn, tk):
    if min(tm, tn, tk) < 1:
        raise ValueError("a block or a step below 1")
    if B.shape[0] != A.shape[1]:
        raise ValueError(f"{A.shape} x {B.shape} does not fit")
    if i0 not in range(A.shape[0]) or j0 not in range(B.shape[1]):
        raise ValueError(f"({i0}, {j0}) is outside C")
    a, b = A[i0 : i0 + tm].astype(np.int64), B[:, j0 : j0 + tn].astype(np.int64)
    products = (a[:, k : k + tk] @ b[k : k + tk] for k in range(0, A.shape[1], tk))
    return list(accumulate(products, np.add))
