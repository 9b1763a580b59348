"""Expect: values=PASSED trace=ERROR

Disarms the guard by hand and takes the elements from behind the record.
"""

import sys


def gemm_ikj(A, B, C):
    a, b = A, B
    if hasattr(A, "_recorder"):
        for name, module in list(sys.modules.items()):
            if name.endswith("no_library"):
                module._Armed.recorder = None
        a, b = A._elements, B._elements
    product = a @ b
    for i in range(A.shape[0]):
        for k in range(A.shape[1]):
            A[i, k]
            for j in range(B.shape[1]):
                B[k, j]
    C[...] = product
