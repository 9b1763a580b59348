"""Items, workers and overheads of x10: few items and small numbers, so that ties are common."""

from hypothesis import strategies as st

MOST_ITEMS = 24
"""Trying every chunk size has to stay cheap."""


def costs():
    """Return argument costs: items of similar size, or a few large ones among small ones."""
    even = st.integers(0, 6)
    skewed = st.sampled_from((0, 1, 1, 1, 2, 3, 20))
    return st.one_of(
        st.lists(even, min_size=1, max_size=8),
        st.lists(even, min_size=5, max_size=MOST_ITEMS),
        st.lists(skewed, min_size=5, max_size=MOST_ITEMS),
    )


def workers():
    """Return argument workers; now and then there are more of them than chunks."""
    return st.integers(1, 5) | st.integers(1, 12)


def overheads():
    """Return argument overhead, 0 among them."""
    return st.integers(0, 5)


def chunks():
    """Return argument chunk: mostly small, now and then more than there are items."""
    return st.integers(1, 5) | st.integers(1, MOST_ITEMS + 4)


def scales():
    """Return by how much all times are multiplied."""
    return st.integers(2, 9)


def pools():
    """Return arguments costs, workers and overhead."""
    return st.fixed_dictionaries(
        {"costs": costs(), "workers": workers(), "overhead": overheads()},
    )


def cases():
    """Return arguments costs, workers, chunk and overhead."""
    return st.fixed_dictionaries(
        {"costs": costs(), "workers": workers(), "chunk": chunks(), "overhead": overheads()},
    )
