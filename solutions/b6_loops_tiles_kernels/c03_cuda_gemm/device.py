"""How c03's kernels run on a real GPU, where there is one: report only, see `grader gpu`.

The grader's simulator judges tiles of 2 to 4 on small matrices. Here are tiles as people use them,
sizes beside the multiples of 16 and 32, and one where a block of 1024 threads has work to do.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

KERNELS = ("gemm_naive", "gemm_shared")
CONSTANTS = ({"TILE": 16}, {"TILE": 32})
SIZES = ((1, 1, 1), (33, 17, 65), (127, 128, 129), (1000, 1000, 1000), (2000, 1999, 2001))
"""M, N, K."""
TIMED = SIZES[-1]
OUTPUTS = ("C",)
LARGEST = 8
"""Of the inputs, which are integers: Σ|a||b| ≤ 64 · 2001 < 2^24, so every order of adding is exact
in float32, fused or not, and results are compared with ==."""


def label(size: tuple[int, int, int]) -> str:
    """Return a size as people write it."""
    return "M = {}, N = {}, K = {}".format(*size)


def arguments(size: tuple[int, int, int], rng: np.random.Generator) -> dict[str, Any]:
    """Return A, B and an unfilled C."""
    M, N, K = size

    def drawn(rows: int, columns: int) -> Any:
        values = rng.integers(-LARGEST, LARGEST, (rows, columns), np.int8, endpoint=True)
        return values.astype(np.float32)

    return {"A": drawn(M, K), "B": drawn(K, N), "C": np.zeros((M, N), np.float32)}


def expected(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return C, which has one value whoever computes it."""
    return {"C": arguments["A"] @ arguments["B"]}


def launch(
    size: tuple[int, int, int], constants: Mapping[str, int]
) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return ((grid x, grid y), (block x, block y)): x counts columns, y rows."""
    M, N, _ = size
    tile = constants["TILE"]
    return (-(-N // tile), -(-M // tile)), (tile, tile)
