"""The sum of n float32 numbers in three groupings: one chain, a balanced tree, k partial sums.

Predicts: n - 1 additions and 4 n bytes in all three, 1/4 FLOP/B; what differs is which addition
waits for which. The chain has span n - 1: an addition takes about 4 cycles, so at 3 GHz it adds
0.75 numbers a nanosecond, 3 GB/s, whatever the memory could deliver. The tree has span ⌈log2 n⌉ and
an error bound of ⌈log2 n⌉ · u · Σ|x| instead of (n - 1) · u · Σ|x|, but copies x first and halves
it in memory. k partial sums have chains of n / k: with k = 64, eight vectors of 8, additions no
longer wait and memory decides; the bound is (n / k + log2 k) · u · Σ|x|.

Measured (one core of a Xeon with AVX-512, shared; n = 2**24, medians of 5), ns a number: chain
0.87, faster than predicted, so an addition takes 3 cycles or less there; tree 1.7, twice the chain,
its passes over memory cost more than the waiting they save; k = 8, 64, 256, 1024: 0.7, 0.3, 0.2,
0.2. So 64 is not enough: the sums live in the first cache, and a chain probably waits for its own
store. Errors for normal numbers: 1.7e-1, 8e-5, and 2e-3 at k = 64.

`reference.models.floats_trees` has the same groupings with every rounding shown,
`reference.models.reduction` their rounds on p processors.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from reference.kernels.cpu import Float32s
from reference.kernels.cpu.triad import demand_vectors


def sequential_sum(x: Float32s) -> float:
    """Return ((x₀ + x₁) + x₂) + …, rounded to float32 each time; 0 for an empty vector.

    Raises
    ------
    ValueError
        x is not a float32 vector.
    """
    demand_vectors({"x": x}, {})
    return float(_chain(x)) if len(x) else 0.0


def tree_sum(x: Float32s) -> float:
    """Return the sum level by level: neighbours are added, an odd one out moves up unchanged.

    Errors and the empty vector as in `sequential_sum`.
    """
    demand_vectors({"x": x}, {})
    return float(_tree(x.copy())) if len(x) else 0.0


def partial_sums(x: Float32s, k: int) -> float:
    """Return the tree sum of k chains, of which chain j adds x[j], x[j + k] and so on.

    Parameters
    ----------
    x : float32 vector
        Empty gives 0.
    k : int
        Chains, >= 1; more than elements is as many as elements.

    Raises
    ------
    ValueError
        x is not a float32 vector, or k is below 1.
    """
    demand_vectors({"x": x}, {})
    if k < 1:
        raise ValueError(f"k must be at least 1, not {k}")
    if len(x) == 0:
        return 0.0
    # Starting from the first elements, not from zeros: 0 + (-0.0) would lose a sign.
    chains = x[:k].copy()
    _add_to_chains(x, chains)
    return float(_tree(chains))


@njit()
def _chain(x: Float32s) -> np.float32:
    total = np.float32(x[0])
    for i in range(1, len(x)):
        total += x[i]
    return total


@njit()
def _tree(values: Float32s) -> np.float32:
    """Add up `values` in place."""
    left = len(values)
    while left > 1:
        pairs = left // 2
        for i in range(pairs):
            values[i] = values[2 * i] + values[2 * i + 1]
        if left % 2:
            values[pairs] = values[left - 1]
        left -= pairs
    return np.float32(values[0])


@njit()
def _add_to_chains(x: Float32s, chains: Float32s) -> None:
    k = len(chains)
    for start in range(k, len(x), k):
        row = x[start : start + k]
        for j in range(len(row)):
            chains[j] += row[j]
