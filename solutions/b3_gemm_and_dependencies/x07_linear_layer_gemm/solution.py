# %%
import numpy as np


def _demand_flat(a: np.ndarray, b: np.ndarray, c: np.ndarray, M: int, N: int, K: int) -> None:
    # The sizes apart from the products: -2 times -3 is the size of a real matrix.
    if M < 0 or N < 0 or K < 0:
        raise ValueError("sizes must not be negative")
    if a.size != M * K or b.size != K * N or c.size != M * N:
        raise ValueError("a, b and c need M·K, K·N and M·N elements")


# %%
def matmul_flat(a: np.ndarray, b: np.ndarray, c: np.ndarray, M: int, N: int, K: int) -> None:
    _demand_flat(a, b, c, M, N, K)
    for i in range(M):
        for j in range(N):
            total = np.float32(0)
            for k in range(K):
                total += a[i * K + k] * b[k * N + j]
            c[i * N + j] = total


# %%
def _demand_layer(x: np.ndarray, weight: np.ndarray, bias: np.ndarray | None) -> None:
    if x.shape[1] != weight.shape[1]:
        raise ValueError("x[M, K] and weight[N, K] must share K")
    if bias is not None and bias.shape != weight.shape[:1]:
        raise ValueError("bias needs one number per neuron")


def linear(x: np.ndarray, weight: np.ndarray, bias: np.ndarray | None = None) -> np.ndarray:
    _demand_layer(x, weight, bias)
    (M, K), N = x.shape, weight.shape[0]
    y = np.empty(M * N, np.float32)
    # Row j of the weight is column j of what the product wants on its right.
    matmul_flat(x.reshape(-1), weight.T.reshape(-1), y, M, N, K)
    rows = y.reshape(M, N)
    return rows if bias is None else rows + bias
