# %%
import grader

# 没有 GPU 也能运行核函数：模拟 numba.cuda。自己有 GPU 时删掉下一行。
# Runs kernels without a GPU, in place of numba.cuda. With a GPU of your own, leave it out.
grader.simulate_cuda()

import numpy as np
from numba import cuda, float32

# %%
TILE = 4  # 线程块是 TILE × TILE，检查也会换成别的数 / blocks are TILE × TILE; checks set others


# %%
@cuda.jit
def gemm_naive(A, B, C):
    """直接读 A、B；最简单的写法是每个线程算 C 的一个元素。

    Reads A and B directly; in the simplest form each thread computes one element of C.
    """
    raise NotImplementedError


# %%
@cuda.jit
def gemm_shared(A, B, C):
    """A、B 的块先放进共享内存（cuda.shared.array），整个线程块一起用。

    Tiles of A and B go through shared memory (cuda.shared.array), for the whole block to use.
    """
    raise NotImplementedError


# %%
def launch_config(M: int, N: int, tile: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """返回 ((grid_x, grid_y), (block_x, block_y))，x 是列，y 是行；
    tile < 1 或 M、N 为负时抛出 ValueError。

    Return ((grid_x, grid_y), (block_x, block_y)), x along columns, y along rows.

    ValueError if tile < 1 or M or N is negative.
    """
    raise NotImplementedError


# %%
def gemm_gpu(A: np.ndarray, B: np.ndarray) -> np.ndarray:
    """用 gemm_shared 算 AB，返回主机上新的 float32 数组；A、B 不合要求时抛出 ValueError。

    Return AB, a new float32 array on the host, by launching gemm_shared.

    ValueError for A, B that do not fit.
    """
    raise NotImplementedError
