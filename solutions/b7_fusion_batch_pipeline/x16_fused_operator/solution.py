# %%
from collections.abc import Sequence

import numpy as np


# %%
def _demand_one_length(x: np.ndarray, y: np.ndarray, w: np.ndarray, z: np.ndarray) -> None:
    if not x.shape == y.shape == w.shape == z.shape:
        raise ValueError("x, y, w and z must have one length")


def fused_add_mul(x: np.ndarray, y: np.ndarray, w: np.ndarray, z: np.ndarray) -> None:
    _demand_one_length(x, y, w, z)
    for i in range(len(z)):
        # The sum is a float32 as its terms are, so that it is rounded before it is multiplied.
        z[i] = (x[i] + y[i]) * w[i]


# %%
Operator = tuple[str, tuple[str, ...], str]


def _demand_chain(n: int, ops: Sequence[Operator], itemsize: int, outputs: set[str]) -> None:
    results = [result for _, _, result in ops]
    if n < 0 or itemsize < 1:
        raise ValueError("n is at least 0 and itemsize at least 1")
    if not results or len(set(results)) < len(results):
        raise ValueError("there is an operator, and each produces a name of its own")
    if not outputs <= set(results) or results[-1] not in outputs:
        raise ValueError("outputs are results, the last one among them")
    for i, (_, inputs, _) in enumerate(ops):
        if not set(inputs).isdisjoint(results[i:]):
            raise ValueError("a result is read only by later operators")


def _external(ops: Sequence[Operator]) -> set[str]:
    results = {result for _, _, result in ops}
    return {name for _, inputs, _ in ops for name in inputs} - results


def _fused_arrays(ops: Sequence[Operator], outputs: set[str]) -> int:
    return len(_external(ops)) + len(outputs)


def _unfused_arrays(ops: Sequence[Operator]) -> int:
    return sum(len(set(inputs)) + 1 for _, inputs, _ in ops)


def chain_traffic_bytes(
    n: int, ops: Sequence[Operator], itemsize: int, outputs: set[str], fused: bool
) -> int:
    _demand_chain(n, ops, itemsize, outputs)
    arrays = _fused_arrays(ops, outputs) if fused else _unfused_arrays(ops)
    return n * itemsize * arrays
