"""What the functions of this unit may be given; how close to a boundary a situation is, drawn too.

An intensity is compared with a ridge that is this intensity itself or a factor of it. The factors
keep the ridge at least 1e-6 (relatively) away from the intensity of every other T up to N = 4096.
"""

from hypothesis import strategies as st

LARGEST_N = 4096
FACTORS_OF_INTENSITY = (0.25, 0.5, 0.99, 1, 1.01, 2, 4)
PERCENTS_OF_NEED = (50, 75, 150, 200, 1000)


def itemsizes():
    """Argument itemsize."""
    return st.sampled_from((1, 2, 4, 8, 16))


def tiles():
    """Argument T."""
    return st.one_of(st.integers(1, 16), st.integers(1, 2048))


def budgets():
    """Argument budget_bytes."""
    return st.one_of(st.integers(0, 200), st.integers(0, 10**9))


def spare_bytes():
    """By how many bytes a budget differs from what a T needs."""
    return st.sampled_from((-1, 0, 1))


def sizes_and_tiles():
    """N and a T from 1 to N; the blocks seldom divide N."""
    sizes = st.one_of(st.integers(1, 30), st.integers(1, LARGEST_N))
    return sizes.flatmap(lambda N: st.tuples(st.just(N), st.integers(1, N)))


def factors():
    """The ridge as a multiple of an intensity."""
    return st.sampled_from(FACTORS_OF_INTENSITY)


def rooms():
    """The budget as (percent of what the blocks need, bytes more or less)."""
    borderline = st.tuples(st.just(100), spare_bytes())
    clear = st.tuples(st.sampled_from(PERCENTS_OF_NEED), st.just(0))
    return st.one_of(borderline, clear, clear)


def settings():
    """N, T, itemsize, how the budget relates to the need and the ridge to the intensity."""
    return st.builds(
        lambda size_and_tile, beyond, itemsize, room, factor, scale: {
            "N": size_and_tile[0],
            "T": size_and_tile[1] + beyond,
            "itemsize": itemsize,
            "room": room,
            "factor": factor,
            "scale": scale,
        },
        sizes_and_tiles(),
        # Now and then T exceeds N.
        st.sampled_from((0, 0, 0, 0, LARGEST_N)),
        itemsizes(),
        rooms(),
        factors(),
        st.integers(1, 500),
    )
