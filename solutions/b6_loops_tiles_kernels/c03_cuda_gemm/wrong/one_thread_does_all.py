"""Expect: ex=PASSED prop=PASSED err=PASSED trace=WRONG:15

gemm_naive as a loop on the CPU: the first thread computes all of C, the others do nothing.
"""


@cuda.jit
def gemm_naive(A, B, C):
    x, y = cuda.grid(2)
    if x == 0 and y == 0:
        for i in range(C.shape[0]):
            for j in range(C.shape[1]):
                total = float32(0)
                for k in range(A.shape[1]):
                    total += A[i, k] * B[k, j]
                C[i, j] = total
