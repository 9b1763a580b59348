# %%
import numpy as np


def _demand_at_least(low: int, *values: int) -> None:
    if any(value < low for value in values):
        raise ValueError(f"at least {low} is needed")


# %%
def tile_loads(tm: int, tn: int, K: int) -> int:
    _demand_at_least(1, tm, tn)
    _demand_at_least(0, K)
    return (tm + tn) * K


# %%
def per_output_loads(tm: int, tn: int, K: int) -> int:
    _demand_at_least(1, tm, tn)
    _demand_at_least(0, K)
    return 2 * tm * tn * K


# %%
def _demand_block(
    A: np.ndarray, B: np.ndarray, i0: int, j0: int, tm: int, tn: int, tk: int
) -> None:
    if A.shape[1] != B.shape[0]:
        raise ValueError("A needs as many columns as B has rows")
    if not (0 <= i0 < A.shape[0] and 0 <= j0 < B.shape[1]):
        raise ValueError("the block starts outside C")
    _demand_at_least(1, tm, tn, tk)


def tile_steps(
    A: np.ndarray, B: np.ndarray, i0: int, j0: int, tm: int, tn: int, tk: int
) -> list[np.ndarray]:
    _demand_block(A, B, i0, j0, tm, tn, tk)
    # Slices end at the edge of the array by themselves.
    rows = A[i0 : i0 + tm].astype(np.int64)
    columns = B[:, j0 : j0 + tn].astype(np.int64)
    block = np.zeros((rows.shape[0], columns.shape[1]), np.int64)
    steps = []
    for k0 in range(0, A.shape[1], tk):
        block = block + rows[:, k0 : k0 + tk] @ columns[k0 : k0 + tk]
        steps.append(block)
    return steps
