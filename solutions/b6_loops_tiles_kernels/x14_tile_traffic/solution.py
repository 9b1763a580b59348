# %%
def _demand_at_least(low: int, *values: int) -> None:
    if any(value < low for value in values):
        raise ValueError(f"at least {low} is needed")


def _ceil(size: int, tile: int) -> int:
    return -(-size // tile)


# %%
def tiled_traffic_elems(M: int, N: int, K: int, Tm: int, Tn: int) -> dict[str, int]:
    _demand_at_least(0, M, N, K)
    _demand_at_least(1, Tm, Tn)
    # Every column of blocks fetches all of A once, every row of blocks all of B.
    return {"a": M * K * _ceil(N, Tn), "b": K * N * _ceil(M, Tm), "c": M * N}


# %%
def tiled_traffic_bytes(M: int, N: int, K: int, Tm: int, Tn: int, itemsize: int) -> int:
    _demand_at_least(1, itemsize)
    return sum(tiled_traffic_elems(M, N, K, Tm, Tn).values()) * itemsize


# %%
def tiled_intensity(N: int, T: int, itemsize: int) -> float:
    _demand_at_least(1, N)
    return 2 * N**3 / tiled_traffic_bytes(N, N, N, T, T, itemsize)
