"""Expect: ex=FORBIDDEN prop=FORBIDDEN err=FORBIDDEN trace=PASSED

Launches nothing and lets the library multiply on the host.
"""


def gemm_gpu(A, B):
    _demand_product(A, B)
    return A @ B
