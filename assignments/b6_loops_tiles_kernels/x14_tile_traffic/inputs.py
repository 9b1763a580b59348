"""What the functions of this unit may be given: sizes, with blocks that seldom divide them.

A size has 40 blocks at most, so that an answer that walks from block to block stays cheap.
"""

from hypothesis import strategies as st

MOST_BLOCKS = 40


def itemsizes():
    """Argument itemsize."""
    return st.sampled_from((1, 2, 4, 8, 16))


def _cut(least):
    """A size from `least` on and a block length; often small, often one block or none to spare."""
    small = st.tuples(st.integers(least, MOST_BLOCKS), st.integers(1, MOST_BLOCKS + 10))
    large = st.integers(1, 300).flatmap(
        lambda T: st.tuples(st.integers(least, MOST_BLOCKS * T), st.just(T))
    )
    return st.one_of(small, large)


def products():
    """Arguments M, N, K, Tm and Tn; sizes may be 0."""
    depths = st.one_of(st.integers(0, 40), st.integers(0, 3000))
    return st.builds(
        lambda rows, columns, K: {
            "M": rows[0],
            "N": columns[0],
            "K": K,
            "Tm": rows[1],
            "Tn": columns[1],
        },
        _cut(0),
        _cut(0),
        depths,
    )


def small_products():
    """The same for products small enough for blocks of one element."""
    size, block = st.integers(1, MOST_BLOCKS), st.integers(1, MOST_BLOCKS + 10)
    return st.fixed_dictionaries({"M": size, "N": size, "K": size, "Tm": block, "Tn": block})


def squares():
    """Arguments N, T and itemsize."""
    return st.builds(
        lambda cut, itemsize: {"N": cut[0], "T": cut[1], "itemsize": itemsize},
        _cut(1),
        itemsizes(),
    )


def divided_squares():
    """The same for blocks that divide N."""
    return st.builds(
        lambda T, blocks, itemsize: {"N": T * blocks, "T": T, "itemsize": itemsize},
        st.integers(1, 300),
        st.integers(1, MOST_BLOCKS),
        itemsizes(),
    )


def growths():
    """How much longer a block becomes."""
    return st.one_of(st.integers(1, 5), st.integers(1, 100))
