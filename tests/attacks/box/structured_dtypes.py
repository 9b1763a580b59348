"""Expect: ex=ERROR err=ERROR claim=ERROR cell=PASSED

Types with fields that overlap, titles and metadata, raw voids, dates: they are not carried.
"""

import numpy as np


def room_for(people):
    fields = {"names": ["a", "b"], "formats": ["i8", "f8"], "offsets": [0, 0]}
    kind = np.dtype(fields, metadata={"x": 1})
    return np.zeros(2, kind)


def price(hours):
    return np.void(b"\x06" * 8) if hours else np.datetime64("NaT")
