"""Many packed frames as one value: what a batch of calls and its answers travel as.

A frame holds a thousand arrays at most, and a batch may have more; as bytes of one array they are
one. Each is read by itself, under the limits of a frame.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Any

import numpy as np

from .limits import ProtocolError


def joined(frames: Sequence[bytes]) -> dict[str, Any]:
    """Return packed frames as one array and where each of them ends."""
    return {
        "calls": np.frombuffer(b"".join(frames), np.uint8),
        "ends": tuple(accumulate(map(len, frames))),
    }


def parted(value: object, count: int) -> tuple[bytes, ...]:
    """Return the frames that `joined` joined.

    Raises
    ------
    ProtocolError
        It is no such value, or not of so many frames.
    """
    if type(value) is not dict or value.keys() != {"calls", "ends"}:
        raise ProtocolError("no batch")
    data, ends = value["calls"], value["ends"]
    plain = type(data) is np.ndarray and data.dtype == np.uint8 and data.ndim == 1
    if not plain or type(ends) is not tuple or len(ends) != count:
        raise ProtocolError("no batch")
    begins = (0, *ends)[:-1]
    whole = (ends[-1] if ends else 0) == len(data)
    ordered = all(type(e) is int and b <= e for b, e in zip(begins, ends, strict=True))
    if not (ordered and whole):
        raise ProtocolError("the lengths in a batch disagree")
    return tuple(data[b:e].tobytes() for b, e in zip(begins, ends, strict=True))
