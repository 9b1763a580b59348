"""Inputs of the counter unit."""

import numpy as np
from hypothesis import strategies as st

from grader import poisoned


def keys():
    """Short lists of keys with repetitions."""
    return st.lists(st.sampled_from(["a", "b", "键"]), max_size=6)


@st.composite
def arrays(draw):
    """An integer-valued x and a poisoned output of the same length."""
    n, seed = draw(st.integers(0, 6)), draw(st.integers(0, 99))
    fill = draw(st.sampled_from([float("nan"), 7.0]))
    layout = draw(st.sampled_from(["C", "strided"]))
    x = np.random.default_rng(seed).integers(-9, 9, n).astype("float32")
    return {"x": x, "total": poisoned((n,), fill=fill, layout=layout)}
