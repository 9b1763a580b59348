"""Many calls in one exchange: each answer as if its call had come by itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from grader.box import Box, BoxDied, wire
from grader.box.requests import call_request
from grader.outcome import Status
from tests.attacks.hijack import HIJACK

CPU_S = 1.0


def call(
    name: str,
    *args: Any,
    kind: wire.Kind = wire.Kind.CALL,
    watched: tuple[str, ...] = (),
    **where: int,
) -> bytes:
    request = call_request(name, where, args, {}, watched)
    return b"".join(wire.pack(kind, 0, request, keep_layout=True))


def new(name: str, *args: Any) -> bytes:
    return call(name, *args, kind=wire.Kind.NEW)


def method(number: int, name: str, *args: Any) -> bytes:
    return call(name, *args, kind=wire.Kind.METHOD, handle=number)


def answers(box: Box, *calls: bytes, first: int = 0) -> list[tuple[str, Any]]:
    frames = [wire.loads(came) for came in box.batch(wire.batch(calls, first), CPU_S)]
    return [(frame.kind.name, _said(frame.value)) for frame in frames]


def _said(payload: object) -> Any:
    if isinstance(payload, Mapping):
        return payload.get("value", payload.get("type_name"))
    return payload


def test_each_call_has_its_answer(open_any: Any) -> None:
    box = open_any("def f(x):\n    return 1 / x\ndef g(x):\n    raise SystemExit(x)")
    assert answers(box, call("f", 2), call("f", 0), call("h"), call("g", 1), call("f", 4)) == [
        ("RETURNED", 0.5),
        ("RAISED", "ZeroDivisionError"),
        ("MISSING", None),
        ("RAISED", "SystemExit"),
        ("RETURNED", 0.25),
    ]
    assert box.call("f", (8,), {}).value == 0.125


def test_an_answer_is_packed_before_the_next_call(open_box: Any) -> None:
    box = open_box("items = []\ndef f(x):\n    items.append(x)\n    return items")
    came = answers(box, call("f", 1), call("f", 2))
    assert came == [("RETURNED", [1]), ("RETURNED", [1, 2])]


@pytest.mark.parametrize("value", ["f", "[0] * 100_000", "type('I', (int,), {})(3)"])
def test_what_cannot_be_sent_is_an_answer(open_box: Any, value: str) -> None:
    box = open_box(f"def f(x):\n    return {value} if x else 0")
    kinds = [("RAISED", "UnsupportedReturnType"), ("RETURNED", 0)]
    assert answers(box, call("f", 1), call("f", 0)) == kinds


def test_arrays_come_back_as_from_a_call(open_box: Any) -> None:
    box = open_box("def f(x):\n    x += 1\n    return x * 2")
    x = np.arange(6.0)[::2]
    (came,) = box.batch(wire.batch([call("f", x, watched=("0",))]), CPU_S)
    alone = box.call("f", (x,), {}, out=("0",))
    payload: Any = wire.loads(came).value
    np.testing.assert_array_equal(payload["value"], alone.value)
    np.testing.assert_array_equal(payload["buffers"]["0"], alone.buffers["0"])


STACK = """
class Stack:
    def __init__(self, fails=False):
        if fails:
            raise ValueError
        self.items = []
    def push(self, x):
        self.items.append(x)
        return len(self.items)
"""


def test_an_object_is_known_by_the_number_of_its_call(open_box: Any) -> None:
    box = open_box(STACK)
    made = answers(box, new("Stack"), new("Stack"), method(1, "push", 7), first=0)
    assert made == [("RETURNED", 0), ("RETURNED", 1), ("RETURNED", 1)]
    later = answers(box, method(1, "push", 7), method(0, "push", 7), new("Stack"), first=3)
    assert later == [("RETURNED", 2), ("RETURNED", 1), ("RETURNED", 5)]
    again = answers(box, new("Stack"), method(0, "push", 7), method(1, "push", 7), first=0)
    assert again == [("RETURNED", 0), ("RETURNED", 1), ("RAISED", "IndexError")]


def test_an_object_that_could_not_be_made_is_no_other(open_box: Any) -> None:
    box = open_box(STACK)
    came = answers(box, new("Stack"), new("Stack", True), method(1, "push", 7))
    assert came == [("RETURNED", 0), ("RAISED", "ValueError"), ("RAISED", "IndexError")]
    assert answers(box, new("Stack"), method(0, "push", 7))[1] == ("RETURNED", 1)


ENDS = {
    "exit": ("import os\ndef f(x):\n    return x and os._exit(x)", Status.CRASHED),
    "time": ("def f(x):\n    while x:\n        pass", Status.TIME_LIMIT),
    "output": ("def f(x):\n    print('x' * 100_000 * x)", Status.OUTPUT_LIMIT),
    "all answers together": ("def f(x):\n    return b'x' * 1000 * x", Status.FORBIDDEN),
}


@pytest.mark.parametrize(("source", "status"), ENDS.values(), ids=ENDS)
def test_a_batch_may_end_its_box(open_box: Any, source: str, status: Status) -> None:
    box = open_box(source, output_kb=64)
    if status is Status.FORBIDDEN:
        box.run_cell(
            "import sys\nlimits = sys.modules['_box.wire.limits'].DEFAULT_LIMITS\n"
            "object.__setattr__(limits, 'buffer_bytes', 500)",
            1,
        )
    with pytest.raises(BoxDied) as died:
        box.batch(wire.batch([call("f", 0), call("f", 1), call("f", 1)]), CPU_S)
    assert died.value.status is status
    assert not box.alive


@pytest.mark.parametrize(
    "payload", ["None", "{'calls': b'', 'ends': (0,)}", "wire.joined([b''] * 3)"]
)
def test_a_forged_batch_is_forbidden(open_box: Any, payload: str) -> None:
    box = open_box(f"{HIJACK}\ndef f(x):\n    reply(wire.Kind.RETURNED, {payload})")
    with pytest.raises(BoxDied) as died:
        box.batch(wire.batch([call("f", 1)]), CPU_S)
    assert died.value.status is Status.FORBIDDEN


def test_freed_memory_holds_no_earlier_answer(open_box: Any) -> None:
    """In a batch and live alike: an array that nobody filled is full of the same bytes."""
    source = "import numpy as np\ndef f():\n    return np.arange(4.0)\n"
    box = open_box(f"{source}def g():\n    return np.empty(4)")
    *_, last = answers(box, call("f"), call("f"), call("g"))
    assert box.call("f", (), {}).value.tolist() == [0, 1, 2, 3]
    alone = box.call("g", (), {}).value
    for unfilled in (last[1], alone):
        assert unfilled.tobytes() == b"\xff" * 32


def test_freed_memory_holds_nothing_of_the_batch_itself(open_box: Any) -> None:
    """Where the calls of a batch end travels as an array too: two calls, 16 bytes."""
    box = open_box("import numpy as np\ndef f(n):\n    return n\ndef g():\n    return np.empty(2)")
    answers(box, call("f", 1), call("f", 2))
    ((_, unfilled),) = answers(box, call("g"))
    assert unfilled.tobytes() == b"\xff" * 16
    assert box.call("g", (), {}).value.tobytes() == b"\xff" * 16


@pytest.mark.parametrize("size", [1, 2, 8, 16, 96, 1000])
def test_a_fresh_box_has_no_garbage_for_small_arrays(open_box: Any, size: int) -> None:
    box = open_box(f"import numpy as np\ndef g():\n    return np.empty({size}, np.uint8)")
    assert box.call("g", (), {}).value.tobytes() == b"\xff" * size


def test_no_more_is_answered_than_somebody_looks_at(open_box: Any) -> None:
    """Too much: the rest is not called. Nobody looks: all is called, nothing comes."""
    box = open_box(
        "seen = []\ndef f(n):\n    seen.append(n)\n    return b'x' * 1000\n"
        "def g():\n    return list(seen)"
    )
    calls = wire.batch([call("f", n) for n in range(5)])
    assert len(box.batch(calls, CPU_S, 1500)) == 2
    assert box.call("g", (), {}).value == [0, 1]
    assert box.batch(calls, CPU_S, None) == ()
    assert box.call("g", (), {}).value == [0, 1, 0, 1, 2, 3, 4]
