# %%
from collections.abc import Mapping

CHANGES_A_SUM = (
    "k_order_changed",
    "k_split_into_partials",
    "accumulator_precision_changed",
    "fma_contraction_changed",
    "c_not_zeroed",
    "fastmath",
)


def _demand_nest(order: str, *sizes: int) -> None:
    if sorted(order) != ["i", "j", "k"]:
        raise ValueError("an order holds each of i, j, k once")
    if min(sizes) < 1:
        raise ValueError("sizes are at least 1")


# %%
def k_sequence(order: str, i: int, j: int, M: int, N: int, K: int) -> list[int]:
    _demand_nest(order, M, N, K)
    if not (0 <= i < M and 0 <= j < N):
        raise ValueError("C[i, j] lies outside C")
    # With i and j fixed only the k loop is left, and it runs upwards wherever it stands.
    return list(range(K))


# %%
def inner_strides(order: str, M: int, N: int, K: int) -> dict[str, int]:
    _demand_nest(order, M, N, K)
    inner = order[-1]
    # Row-major: the second index of a matrix steps by 1, the first by the length of a row.
    return {
        "A": {"i": K, "k": 1}.get(inner, 0),
        "B": {"k": N, "j": 1}.get(inner, 0),
        "C": {"i": N, "j": 1}.get(inner, 0),
    }


# %%
def same_bits_guaranteed(change: Mapping[str, bool]) -> bool:
    return not any(change.get(name, False) for name in CHANGES_A_SUM)
