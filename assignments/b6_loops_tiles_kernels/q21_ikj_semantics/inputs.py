"""What the functions of this unit may be given: loop orders, sizes, and rewrites of a program."""

from itertools import permutations

from hypothesis import strategies as st

ORDERS = tuple("".join(letters) for letters in permutations("ijk"))
LARGEST_NEST = 8
CHANGES = (
    "loop_order_ij_changed",
    "k_order_changed",
    "a_hoisted",
    "accumulator_precision_changed",
    "tile_size_changed",
    "c_not_zeroed",
    "k_split_into_partials",
    "more_threads_over_ij",
    "fma_contraction_changed",
    "fastmath",
)


def orders():
    """Argument order."""
    return st.sampled_from(ORDERS)


def _sizes(least, largest):
    size = st.integers(least, largest)
    return st.fixed_dictionaries({"M": size, "N": size, "K": size})


def sizes():
    """Arguments M, N and K of any size."""
    return st.one_of(_sizes(1, 9), _sizes(1, 10**6))


def nests():
    """Arguments M, N and K of a nest that a plain loop can run through."""
    return _sizes(1, LARGEST_NEST)


def cells():
    """Arguments of k_sequence."""

    def in_c(order, sizes, row, column):
        return {"order": order, "i": row % sizes["M"], "j": column % sizes["N"], **sizes}

    index = st.integers(0, LARGEST_NEST - 1)
    return st.builds(in_c, orders(), nests(), index, index)


def steps():
    """Order, sizes of 2 or more, and a place (i, j, k) from which each index can grow by 1."""

    def below(order, sizes, *indices):
        ends = (sizes["M"], sizes["N"], sizes["K"])
        at = {name: x % (end - 1) for name, x, end in zip("ijk", indices, ends, strict=True)}
        return {"order": order, "sizes": sizes, "at": at}

    index = st.integers(0, 10**3)
    return st.builds(below, orders(), _sizes(2, 10**3), index, index, index)


def _rewrite(told, left_out):
    return {name: name in told for name in CHANGES if name in told or name not in left_out}


def rewrites(among=CHANGES):
    """Argument change: up to four of `among` are true of it, others false or left out."""
    return st.builds(
        _rewrite,
        st.sets(st.sampled_from(among), max_size=4),
        st.sets(st.sampled_from(CHANGES), max_size=3),
    )
