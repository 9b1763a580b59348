"""Inputs of q15, drawn inside its domain; how close two versions are is drawn as well.

Most numbers are binary: whole milliseconds, fractions s in 64ths, factors that are powers of two.
Then both versions are computed without rounding, and a tie is a tie however it is counted. Some
are decimal: there a tie shows a difference of rounding, as the prompt tells.
"""

from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

INF = float("inf")
MARGINS = (0.0, 0.0, 0.0, 0.0, 2**-13, -(2**-13), 1 / 64, -1 / 64, 1 / 8, -1 / 8)
"""By how much of T1 the faster version's overhead misses the break-even: 4 of 10 are ties."""


def binary_factors() -> SearchStrategy[float]:
    """Return factors that are powers of two, slowdowns and infinity among them."""
    return st.sampled_from((0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, INF))


def factors() -> SearchStrategy[float]:
    """Return factors: powers of two, infinity, tenths."""
    return binary_factors() | st.integers(1, 500).map(lambda n: n / 10)


def baselines() -> SearchStrategy[float]:
    """Return baseline times in ms."""
    return st.integers(1, 4000).map(lambda n: n / 4)


def fractions() -> SearchStrategy[float]:
    """Return fractions of the time, the ends 0 and 1 among them."""
    ends = st.sampled_from((0.0, 1.0))
    return ends | st.integers(0, 64).map(lambda n: n / 64) | st.integers(0, 100).map(_hundredths)


def overheads() -> SearchStrategy[float]:
    """Return overheads in ms, none among them."""
    return st.just(0.0) | st.integers(1, 400).map(lambda n: n / 8)


def runs() -> SearchStrategy[dict[str, Any]]:
    """Return the arguments of `amdahl_ms`."""
    return st.fixed_dictionaries(
        {"t1_ms": baselines(), "s": fractions(), "p": factors(), "overhead_ms": overheads()}
    )


def changes() -> SearchStrategy[dict[str, Any]]:
    """Return the arguments of `break_even_overhead_ms`, in binary and in decimal numbers."""
    hundredths = st.integers(0, 100).map(_hundredths)
    tenths = st.integers(5, 500).map(lambda n: n / 10)
    decimals = _changes(baselines(), hundredths, tenths, overheads())
    binaries = _changes(
        st.integers(1, 1000).map(float),
        st.integers(0, 64).map(lambda n: n / 64),
        binary_factors(),
        overheads(),
    )
    return binaries | decimals | near_zero_changes()


def near_zero_changes() -> SearchStrategy[dict[str, Any]]:
    """Return arguments of `break_even_overhead_ms` whose answer is 0 but for rounding."""
    return st.builds(
        lambda t1_ms, s, p_new, times: {
            "t1_ms": t1_ms,
            "s": s,
            "p_old": p_new * times,
            "p_new": p_new,
            "overhead_old_ms": (1 - s) * t1_ms / p_new - (1 - s) * t1_ms / (p_new * times),
        },
        st.integers(10, 9999).map(lambda n: n / 10),
        st.integers(1, 99).map(_hundredths),
        st.integers(10, 200).map(lambda n: n / 10),
        st.integers(2, 9),
    )


def margins() -> SearchStrategy[float]:
    """Return by how much of T1 an overhead misses the break-even."""
    return st.sampled_from(MARGINS)


def two_versions() -> SearchStrategy[dict[str, Any]]:
    """Return two versions of one program, p_low < p_high, and by how much the second misses a tie.

    overhead_low_ms belongs to the version with p_low; the other's overhead follows from the margin.
    """
    return _binary_versions() | _binary_versions() | _decimal_versions()


def equal_parts() -> SearchStrategy[dict[str, Any]]:
    """Return two versions that differ in nothing but overhead: s = 1, or the same factor."""
    same_factor = binary_factors().map(lambda p: (p, p))
    nothing = st.tuples(binary_factors(), binary_factors())
    return _versions(
        st.integers(8, 1000).map(float), st.integers(1, 63).map(lambda n: n / 64), same_factor
    ) | _versions(st.integers(8, 1000).map(float), st.just(1.0), nothing)


def _hundredths(n: int) -> float:
    return n / 100


def _changes(
    times: SearchStrategy[float],
    s: SearchStrategy[float],
    factor: SearchStrategy[float],
    overhead: SearchStrategy[float],
) -> SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries(
        {
            "t1_ms": times,
            "s": s,
            "p_old": factor,
            "p_new": factor,
            "overhead_old_ms": overhead,
        }
    )


def _versions(
    times: SearchStrategy[float],
    s: SearchStrategy[float],
    pairs: SearchStrategy[tuple[float, float]],
    least_overhead: int = 0,
) -> SearchStrategy[dict[str, Any]]:
    return st.builds(
        lambda t1_ms, s, pair, overhead, margin: {
            "t1_ms": t1_ms,
            "s": s,
            "p_low": pair[0],
            "p_high": pair[1],
            "overhead_low_ms": overhead,
            "margin": margin,
        },
        times,
        s,
        pairs,
        st.just(least_overhead / 8) | st.integers(least_overhead, 160).map(lambda n: n / 8),
        margins(),
    )


def _binary_versions() -> SearchStrategy[dict[str, Any]]:
    pairs = st.lists(binary_factors(), min_size=2, max_size=2, unique=True)
    return _versions(
        st.integers(8, 1000).map(float),
        st.integers(1, 63).map(lambda n: n / 64),
        pairs.map(sorted).map(tuple),
    )


def _decimal_versions() -> SearchStrategy[dict[str, Any]]:
    # Factors at least 1.5 apart and an overhead of at least 1 ms in 100: no break-even is so small
    # that its rounding shows.
    pairs = st.tuples(st.integers(5, 90), st.integers(15, 90))
    return _versions(
        st.integers(80, 1000).map(lambda n: n / 10),
        st.integers(1, 90).map(_hundredths),
        pairs.map(lambda pair: (pair[0] / 10, (pair[0] + pair[1]) / 10)),
        least_overhead=8,
    )
