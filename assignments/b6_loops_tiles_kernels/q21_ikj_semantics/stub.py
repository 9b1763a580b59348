# %%
from collections.abc import Mapping


# %%
def k_sequence(order: str, i: int, j: int, M: int, N: int, K: int) -> list[int]:
    """返回 C[i, j] 依次累加的是哪些 k，按它们发生的先后。

    Return the k whose products are added to C[i, j], in the order in which that happens. `order`
    holds the letters i, j, k, the outermost loop first.

    M, N, K >= 1; (i, j) 在 C 内 / inside C; 否则 / otherwise ValueError.
    """
    raise NotImplementedError


# %%
def inner_strides(order: str, M: int, N: int, K: int) -> dict[str, int]:
    """返回字典：最内层下标加 1 时，"A"、"B"、"C" 的地址各走多少个元素。

    Return a dictionary: by how many elements the accesses to "A", "B" and "C" advance when the
    index of the innermost loop grows by 1.

    M, N, K >= 1; 否则 / otherwise ValueError.
    """
    raise NotImplementedError


# %%
def same_bits_guaranteed(change: Mapping[str, bool]) -> bool:
    """若这样的改写保证 C 的每一位都不变，返回 True，否则返回 False。

    Return True if a rewrite of this kind is guaranteed to leave every bit of C, else False. A key
    of `change` that is missing counts as False.
    """
    raise NotImplementedError
