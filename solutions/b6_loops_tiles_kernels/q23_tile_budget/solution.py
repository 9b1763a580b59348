# %%
import math

REL_TOL = 1e-9


def _demand_at_least(low: int, *values: int) -> None:
    if any(value < low for value in values):
        raise ValueError(f"at least {low} is needed")


def _demand_positive(*values: float) -> None:
    if not all(math.isfinite(value) and value > 0 for value in values):
        raise ValueError("must be finite and above 0")


def _intensity(N: int, T: int, itemsize: int) -> float:
    blocks = -(-N // T)
    return 2 * N**3 / (itemsize * (2 * N**2 * blocks + N**2))


def _reaches(intensity: float, ridge: float) -> bool:
    return intensity >= ridge * (1 - REL_TOL)


# %%
def tile_bytes(T: int, itemsize: int) -> int:
    _demand_at_least(1, T, itemsize)
    return 3 * T**2 * itemsize


# %%
def largest_tile(budget_bytes: int, itemsize: int) -> int:
    _demand_at_least(0, budget_bytes)
    _demand_at_least(1, itemsize)
    return math.isqrt(budget_bytes // (3 * itemsize))


# %%
def smallest_tile_for(N: int, itemsize: int, ridge: float) -> int | None:
    _demand_at_least(1, N, itemsize)
    _demand_positive(ridge)
    for T in range(1, N + 1):
        if _reaches(_intensity(N, T, itemsize), ridge):
            return T
    return None


# %%
def tile_verdict(
    N: int, T: int, itemsize: int, budget_bytes: int, flop_per_s: float, bytes_per_s: float
) -> str:
    _demand_at_least(1, N, T, itemsize)
    _demand_at_least(0, budget_bytes)
    _demand_positive(flop_per_s, bytes_per_s)
    if 3 * T**2 * itemsize > budget_bytes:
        return "does_not_fit"
    reaches = _reaches(_intensity(N, T, itemsize), flop_per_s / bytes_per_s)
    return "compute_side" if reaches else "bandwidth_side"
