"""A linear layer as a matrix product: neurons are the rows of its weight, samples the rows of x.

Layers store one row of weights for each output, the transpose of what C = AB wants. `linear` is
one float32 result, `linear_product` the meaning in float64, and `linear_bound` how far a float32
result may lie from it.

Source: PyTorch 2.x, `torch.nn.Linear`; the bound as in `gemm`.
"""

from __future__ import annotations

import numpy as np

from reference.models import gemm
from reference.models.gemm import Float32s, Float64s


def linear(x: Float32s, weight: Float32s, bias: Float32s | None = None) -> Float32s:
    """Return y = x weightᵀ + bias in float32, as a new array of shape (M, N).

    y[i, j] = Σ_k x[i, k] · weight[j, k] + bias[j]; the sum is that of `gemm.matmul_flat`, k in
    order with a float32 accumulator, and the bias is added last.

    Parameters
    ----------
    x : float32, shape (M, K)
        One sample a row.
    weight : float32, shape (N, K)
        One neuron a row.
    bias : float32, shape (N,), optional
        One number a neuron. With K = 0 it is all there is.

    Raises
    ------
    ValueError
        The shapes do not fit, or an array is not float32.
    """
    _demand_layer(x, weight, bias)
    (M, K), N = x.shape, weight.shape[0]
    y = np.empty(M * N, np.float32)
    gemm.matmul_flat(x.reshape(-1), weight.T.reshape(-1), y, M, N, K)
    rows = y.reshape(M, N)
    return rows if bias is None else rows + bias


def linear_product(x: Float32s, weight: Float32s, bias: Float32s | None = None) -> Float64s:
    """Return x weightᵀ + bias in float64; arguments and errors as in `linear`."""
    _demand_layer(x, weight, bias)
    y = gemm.product(x, weight.T)
    return y if bias is None else y + bias.astype(np.float64)


def linear_bound(x: Float32s, weight: Float32s, bias: Float32s | None = None) -> Float64s:
    """Return the largest error of a correct float32 layer, γ_n · (|x||weight|ᵀ + |bias|).

    n is K + 1, as for `gemm.forward_bound`, and one more with a bias: one more sum is rounded.
    Arguments and errors as in `linear`; shape (M, N).
    """
    magnitude = linear_product(np.abs(x), np.abs(weight), None if bias is None else np.abs(bias))
    return gemm.gamma(x.shape[1] + 1 + (bias is not None)) * magnitude


def _demand_layer(x: Float32s, weight: Float32s, bias: Float32s | None) -> None:
    if x.ndim != 2 or weight.ndim != 2 or x.shape[1] != weight.shape[1]:
        raise ValueError(f"x (M, K) and weight (N, K) must share K, not {x.shape}, {weight.shape}")
    if bias is not None and bias.shape != weight.shape[:1]:
        raise ValueError(f"bias must have shape {weight.shape[:1]}, not {bias.shape}")
    for name, array in (("x", x), ("weight", weight), ("bias", bias)):
        if array is not None and array.dtype != np.float32:
            raise ValueError(f"{name} must be float32, not {array.dtype}")
