"""Many frames as one value: what was joined comes apart again, and nothing else does."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import grader
from grader.box import wire
from grader.box.wire.batches import FRAME_BYTES, FRAME_CALLS, joined, parted, shortened
from tests.box.wire.exact import exact


@given(st.lists(st.binary(max_size=20)))
def test_what_was_joined_comes_apart_again(frames: list[bytes]) -> None:
    through = wire.loads(b"".join(wire.pack(wire.Kind.BATCH, 1, joined(frames), keep_layout=True)))
    assert parted(through.value, len(frames)) == tuple(frames)


NINE = np.zeros(9, np.uint8)


def ends(*numbers: int) -> Any:
    return np.array(numbers, np.int64)


REFUSED: dict[str, Any] = {
    "nothing": None,
    "a list": [NINE, ends(3, 9)],
    "a field too few": {"calls": NINE},
    "a field too many": {"calls": NINE, "ends": ends(3, 9), "first": 0},
    "no array": {"calls": b"123456789", "ends": ends(3, 9)},
    "wider numbers": {"calls": NINE.astype(np.int16), "ends": ends(3, 9)},
    "two dimensions": {"calls": np.zeros((9, 1), np.uint8), "ends": ends(3, 9)},
    "ends in a list": {"calls": NINE, "ends": [3, 9]},
    "ends in a tuple": {"calls": NINE, "ends": (3, 9)},
    "a frame too many": {"calls": NINE, "ends": ends(3, 6, 9)},
    "bytes left over": {"calls": NINE, "ends": ends(3, 8)},
    "ends beyond": {"calls": NINE, "ends": ends(3, 10**18)},
    "ends that go back": {"calls": NINE, "ends": ends(12, 9)},
    "ends before the beginning": {"calls": NINE, "ends": ends(-3, 9)},
    "ends that are no integers": {"calls": NINE, "ends": np.array([3.0, 9.0])},
    "ends that are bools": {"calls": NINE[:1], "ends": np.array([False, True])},
    "ends in two dimensions": {"calls": NINE, "ends": ends(3, 9).reshape(2, 1)},
}


@pytest.mark.parametrize("value", REFUSED.values(), ids=REFUSED)
def test_anything_else_is_refused(value: Any) -> None:
    with pytest.raises(wire.ProtocolError):
        parted(value, 2)


def test_fewer_frames_come_apart_too() -> None:
    """A box that has answered too much answers no more calls."""
    assert parted({"calls": NINE, "ends": ends(9)}, 2) == (bytes(9),)


# --- the short form -------------------------------------------------------------------------------

LEAVES = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(), st.binary(max_size=9)
)
PLAIN = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.lists(inner, max_size=4).map(tuple),
        st.dictionaries(st.text(max_size=5), inner, max_size=4),
    ),
    max_leaves=12,
)


def call(*args: Any, **kwargs: Any) -> bytes:
    request = {"name": "f", "args": args, "kwargs": kwargs, "buffers": ()}
    return b"".join(wire.pack(wire.Kind.CALL, 0, request, keep_layout=True))


@given(st.lists(PLAIN, max_size=3))
def test_a_call_arrives_alike_in_both_forms(args: list[Any]) -> None:
    packed = call(*args)
    plain, short = wire.read_call(packed), wire.read_call(shortened(packed))
    assert exact(plain.request) == exact(short.request)
    assert plain.kind is short.kind is wire.Kind.CALL
    assert (plain.plain, short.plain) == (False, True)


def test_no_two_parts_of_a_short_call_are_one_object() -> None:
    """As in a frame: who changes one argument does not change another."""
    inner = [1, 2]
    arrived = wire.read_call(shortened(call(inner, inner, {"a": inner}))).request["args"]
    assert len({id(arrived[0]), id(arrived[1]), id(arrived[2]["a"])}) == 3
    text = wire.read_call(shortened(call("unit GB", "unit GB"))).request["args"]
    assert text[0] is not text[1]


@pytest.mark.parametrize(
    "value",
    [np.arange(3.0), np.float32(1), {1, 2}, frozenset("ab"), Fraction(1, 3), Decimal("1.5")],
)
def test_what_marshal_would_change_or_refuse_stays_a_frame(value: Any) -> None:
    packed = call([value])
    assert shortened(packed) is packed
    assert not wire.read_call(packed).plain


@given(st.one_of(st.integers(), st.floats(), st.booleans(), st.none(), PLAIN))
def test_an_answer_has_the_same_bytes_by_the_quick_way(value: Any) -> None:
    payload = {"value": value, "buffers": {}}
    slow = wire.pack(wire.Kind.RETURNED, 0, payload, keep_layout=False)
    assert b"".join(wire.packed_answer(wire.Kind.RETURNED, payload)) == b"".join(slow)


@pytest.mark.parametrize("value", [-(1 << 63), (1 << 63) - 1, 1 << 63, -(1 << 63) - 1, 10**40])
def test_integers_at_the_edges_of_a_word(value: int) -> None:
    payload = {"value": value, "buffers": {}}
    slow = wire.pack(wire.Kind.RETURNED, 0, payload, keep_layout=False)
    assert b"".join(wire.packed_answer(wire.Kind.RETURNED, payload)) == b"".join(slow)


def test_a_subclass_of_float_is_refused_by_the_quick_way_too() -> None:
    lies = type("Lies", (float,), {})(1.0)
    with pytest.raises(wire.Unsendable):
        wire.packed_answer(wire.Kind.RETURNED, {"value": lies, "buffers": {}})


def test_a_series_is_cut_where_a_frame_is_full() -> None:
    calls = tuple(call(n) for n in range(2 * FRAME_CALLS + 1))
    cut = wire.batches(calls)
    assert [(b.first, b.calls) for b in cut] == [
        (0, FRAME_CALLS),
        (FRAME_CALLS, FRAME_CALLS),
        (2 * FRAME_CALLS, 1),
    ]
    large = tuple(call(np.zeros(FRAME_BYTES // 2)) for _ in range(3))
    assert [b.calls for b in wire.batches(large)] == [1, 1, 1]


def test_only_a_box_reads_calls_in_the_short_form() -> None:
    """It believes all it reads: what comes from a box must never get there."""
    package = Path(grader.__file__).parent
    readers = {
        file.relative_to(package).as_posix()
        for file in package.rglob("*.py")
        if "read_call" in file.read_text("utf-8") or "marshal.loads" in file.read_text("utf-8")
    }
    assert readers == {"box/wire/__init__.py", "box/wire/batches.py", "box/inside/serve.py"}
