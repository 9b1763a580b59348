"""A submission that talks on the channel itself gains nothing and is FORBIDDEN."""

from __future__ import annotations

from typing import Any

import pytest

from grader.box import BoxDied, Returned
from grader.outcome import Status

# What the inside code knows is at hand for the student's code too: it runs in the same process.
HIJACK = """
import sys, socket, os
wire = sys.modules["_box.wire"]
channel = socket.socket(fileno=os.dup(3))
RETURNED = wire.Kind.RETURNED
def forge(nonce, payload, kind=RETURNED):
    wire.send(channel, kind, nonce, payload, keep_layout=False)
def server():
    frame = sys._getframe()
    while frame.f_code.co_name != "serve":
        frame = frame.f_back
    return frame.f_locals
"""
GOOD = '{"value": 42, "buffers": {}}'


def verdict(box: Any) -> BoxDied:
    with pytest.raises(BoxDied) as caught:
        box.call("f", (), {})
    return caught.value


@pytest.mark.parametrize(
    "body",
    [
        "os.write(3, b'garbage that is no frame at all, and long enough for a header')",
        f"forge(0, {GOOD})",
        f"forge(server()['frame'].nonce + 1, {GOOD})",
        "forge(server()['frame'].nonce, None, wire.Kind.READY)",
        "forge(server()['frame'].nonce, 42)",
        "forge(server()['frame'].nonce, {'value': 42})",
        "forge(server()['frame'].nonce, {'value': 42, 'buffers': {'0': 1}})",
        "forge(server()['frame'].nonce, {'type_name': 1}, wire.Kind.RAISED)",
    ],
)
def test_a_frame_that_was_not_asked_for_is_forbidden(open_any: Any, body: str) -> None:
    died = verdict(open_any(f"{HIJACK}\ndef f():\n    {body}\n    os._exit(0)"))
    assert (died.status, died.why.id) == (Status.FORBIDDEN, "box.protocol")


def test_a_second_answer_is_forbidden_at_the_next_call(open_any: Any) -> None:
    body = f"nonce = server()['frame'].nonce\n    forge(nonce, {GOOD})\n    return 7"
    box = open_any(f"{HIJACK}\ndef f():\n    {body}")
    # The first answer with the right number counts: the student's code answered, in its own way.
    assert box.call("f", (), {}) == Returned(42)
    assert verdict(box).status is Status.FORBIDDEN


def test_closing_the_channel_is_a_crash(open_any: Any) -> None:
    died = verdict(open_any("import os\ndef f():\n    os.close(3)\n    while True: pass", cpu_s=60))
    assert died.status is Status.CRASHED


def test_a_buffer_of_another_size_is_forbidden(open_any: Any) -> None:
    import numpy as np

    body = "forge(server()['frame'].nonce, {'value': 1, 'buffers': {'0': np.zeros(3, 'u1')}})"
    box = open_any(f"{HIJACK}\nimport numpy as np\ndef f(a):\n    {body}")
    with pytest.raises(BoxDied) as caught:
        box.call("f", (np.zeros(4),), {}, out=("0",))
    assert caught.value.status is Status.FORBIDDEN


def test_a_frame_over_the_limits_is_refused_before_it_is_read(open_box: Any) -> None:
    source = (
        HIJACK
        + """
def f():
    big = wire.WireLimits(meta_bytes=1 << 40, nodes=1 << 40, str_bytes=1 << 40)
    nonce = server()["frame"].nonce
    wire.send(channel, RETURNED, nonce, "x" * (8 << 20), keep_layout=False, limits=big)
"""
    )
    assert verdict(open_box(source)).status is Status.FORBIDDEN
