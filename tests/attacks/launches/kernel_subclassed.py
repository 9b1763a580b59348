"""Expect: values=FORBIDDEN rules=FORBIDDEN host=WRONG

A kernel of its own class computes without threads.
"""

import numpy as np


class Own(type(gemm)):
    def __getitem__(self, configuration):
        return self.product

    @staticmethod
    def product(A, B, C):
        products = np.asarray(A)[:, :, None] * np.asarray(B)[None]
        np.asarray(C)[...] = products.sum(1)


gemm = Own(honest)
