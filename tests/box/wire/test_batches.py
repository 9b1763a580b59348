"""Many frames as one value: what was joined comes apart again, and nothing else does."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.box import wire
from grader.box.wire.batches import joined, parted


@given(st.lists(st.binary(max_size=20)))
def test_what_was_joined_comes_apart_again(frames: list[bytes]) -> None:
    through = wire.loads(b"".join(wire.pack(wire.Kind.BATCH, 1, joined(frames), keep_layout=True)))
    assert parted(through.value, len(frames)) == tuple(frames)


NINE = np.zeros(9, np.uint8)
REFUSED: dict[str, Any] = {
    "nothing": None,
    "a list": [NINE, (3, 9)],
    "a field too few": {"calls": NINE},
    "a field too many": {"calls": NINE, "ends": (3, 9), "first": 0},
    "no array": {"calls": b"123456789", "ends": (3, 9)},
    "wider numbers": {"calls": NINE.astype(np.int16), "ends": (3, 9)},
    "two dimensions": {"calls": np.zeros((9, 1), np.uint8), "ends": (3, 9)},
    "ends in a list": {"calls": NINE, "ends": [3, 9]},
    "a frame too few": {"calls": NINE, "ends": (9,)},
    "a frame too many": {"calls": NINE, "ends": (3, 6, 9)},
    "bytes left over": {"calls": NINE, "ends": (3, 8)},
    "ends beyond": {"calls": NINE, "ends": (3, 10**30)},
    "ends that go back": {"calls": NINE, "ends": (12, 9)},
    "ends before the beginning": {"calls": NINE, "ends": (-3, 9)},
    "ends that are no integers": {"calls": NINE, "ends": (3.0, 9)},
    "ends that are bools": {"calls": NINE[:1], "ends": (False, True)},
}


@pytest.mark.parametrize("value", REFUSED.values(), ids=REFUSED)
def test_anything_else_is_refused(value: Any) -> None:
    with pytest.raises(wire.ProtocolError):
        parted(value, 2)
