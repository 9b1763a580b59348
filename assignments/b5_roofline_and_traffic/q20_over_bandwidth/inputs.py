"""What the functions of this unit may be given: kernels, limits, times."""

from hypothesis import strategies as st

# A reported time as a multiple of the bound: exactly on it, or at least 1 % away.
FACTORS_OF_BOUND = (0.5, 0.95, 0.99, 1, 1.01, 2)


def _rates(lowest_exponent, highest_exponent):
    """Two-digit rates, equally often of every magnitude; some int, some float."""
    digits = st.integers(10, 99)
    exponents = st.integers(lowest_exponent - 1, highest_exponent - 1)
    ints = st.builds(lambda d, e: d * 10**e, digits, exponents)
    return st.one_of(ints, ints.map(float))


def kernels():
    """Arguments n, itemsize, streams and flop_per_item."""
    return st.fixed_dictionaries(
        {
            "n": st.one_of(st.integers(1, 1000), st.integers(1, 10**10)),
            "itemsize": st.sampled_from((1, 2, 4, 8, 16)),
            "streams": st.integers(1, 6),
            # No arithmetic, little, and enough for the arithmetic to be the limit.
            "flop_per_item": st.one_of(st.just(0), st.integers(1, 8), st.integers(1, 5000)),
        }
    )


def limits():
    """Arguments flop_per_s and bytes_per_s, of a CPU core up to a large accelerator."""
    return st.fixed_dictionaries({"flop_per_s": _rates(10, 15), "bytes_per_s": _rates(9, 13)})


def times_s():
    """Argument time_s: 1 ns to 100 s."""
    return st.builds(lambda d, e: d / 10**e, st.integers(1, 999), st.integers(1, 9))


def factors_of_bound():
    """How the reported time relates to the bound."""
    return st.sampled_from(FACTORS_OF_BOUND)


def scales():
    """A factor by which n and time_s are both multiplied."""
    return st.integers(2, 1000)
