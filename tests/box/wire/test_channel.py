from __future__ import annotations

import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from grader.box import wire

Pair = tuple[socket.socket, socket.socket]


@pytest.fixture
def pair() -> Iterator[Pair]:
    one, other = socket.socketpair()
    with one, other:
        yield one, other


class Enough(Exception):
    pass


def test_a_frame_larger_than_any_socket_buffer_arrives(pair: Pair) -> None:
    arrays = [np.arange(1_000_000) + i for i in range(3)] + [np.arange(i) for i in range(100)]
    sender = threading.Thread(
        target=wire.send,
        args=(pair[0], wire.Kind.RETURNED, 9, arrays),
        kwargs={"keep_layout": False},
    )
    sender.start()
    frame = wire.receive(pair[1], expect=((wire.Kind.RETURNED,), 9))
    sender.join()
    assert frame.kind is wire.Kind.RETURNED
    assert isinstance(frame.value, list)
    for sent, came in zip(arrays, frame.value, strict=True):
        assert np.array_equal(sent, came)


def test_frames_do_not_run_into_each_other(pair: Pair) -> None:
    for i in range(3):
        wire.send(pair[0], wire.Kind.CALL, i, ["call", i], keep_layout=True)
    frames = [wire.receive(pair[1], allow_layout=True) for _ in range(3)]
    assert [(f.nonce, f.value) for f in frames] == [(i, ["call", i]) for i in range(3)]


def test_a_reply_with_another_call_id_is_refused_unread(pair: Pair) -> None:
    wire.send(pair[0], wire.Kind.RETURNED, 1, "forged", keep_layout=False)
    with pytest.raises(wire.ProtocolError, match="nobody asked"):
        wire.receive(pair[1], expect=((wire.Kind.RETURNED,), 2))
    assert b"forged" in pair[1].recv(100)


def test_nothing_is_sent_of_a_refused_value(pair: Pair) -> None:
    with pytest.raises(wire.Unsendable):
        wire.send(pair[0], wire.Kind.RETURNED, 1, ["a", object()], keep_layout=False)
    pair[0].close()
    assert pair[1].recv(1) == b""


def test_a_closed_channel_is_an_end_of_file(pair: Pair) -> None:
    pair[0].close()
    with pytest.raises(EOFError):
        wire.receive(pair[1])
    with pytest.raises(EOFError):
        wire.send(pair[1], wire.Kind.CALL, 1, None, keep_layout=True)


def test_a_channel_closed_inside_a_frame_is_an_end_of_file(pair: Pair) -> None:
    data = b"".join(wire.pack(wire.Kind.RETURNED, 1, "text", keep_layout=False))
    pair[0].send(data[:-1])
    pair[0].close()
    with pytest.raises(EOFError):
        wire.receive(pair[1])


def test_a_peer_that_dies_with_unread_bytes_is_an_end_of_file(pair: Pair) -> None:
    pair[1].send(b"unread")
    pair[0].close()
    with pytest.raises(EOFError):
        wire.receive(pair[1])


def test_a_passed_deadline_ends_both_directions(pair: Pair) -> None:
    with pytest.raises(wire.WireTimeout):
        wire.receive(pair[1], deadline=time.monotonic())
    with pytest.raises(wire.WireTimeout):
        wire.send(pair[0], wire.Kind.CALL, 1, None, keep_layout=True, deadline=time.monotonic())


def test_a_silent_peer_does_not_outlast_the_deadline(pair: Pair) -> None:
    with pytest.raises(wire.WireTimeout):
        wire.receive(pair[1], deadline=time.monotonic() + 0.02)


def test_poll_is_called_while_the_peer_is_silent(pair: Pair) -> None:
    calls: list[int] = []

    def poll() -> None:
        calls.append(1)
        if len(calls) == 3:
            raise Enough

    with pytest.raises(Enough):
        wire.receive(pair[1], poll=poll, poll_s=0.0)
    assert len(calls) == 3


def test_poll_is_called_while_bytes_drip(pair: Pair) -> None:
    data = b"".join(wire.pack(wire.Kind.RETURNED, 1, "x" * 20, keep_layout=False))
    dripped = iter(range(len(data)))

    def poll() -> None:
        at = next(dripped)
        pair[0].send(data[at : at + 1])

    # Every byte is there when it is waited for, so no wait ever runs out.
    assert wire.receive(pair[1], poll=poll, poll_s=0.0).value == "x" * 20
    assert next(dripped, None) is None


def test_poll_is_called_while_nobody_reads(pair: Pair) -> None:
    def poll() -> None:
        raise Enough

    huge = np.zeros(10_000_000, np.uint8)
    with pytest.raises(Enough):
        wire.send(pair[0], wire.Kind.CALL, 1, huge, keep_layout=True, poll=poll, poll_s=0.01)


LOADED_BY_PATH = """
import importlib.util, sys
spec = importlib.util.spec_from_file_location("_wire", sys.argv[1])
sys.modules["_wire"] = wire = importlib.util.module_from_spec(spec)
spec.loader.exec_module(wire)
data = b"".join(wire.pack(wire.Kind.CALL, 1, {"a": [1.5]}, keep_layout=True))
print(wire.loads(data).value, [name for name in sys.modules if name.startswith("grader")])
"""


def test_it_loads_by_path_without_grader() -> None:
    command = [sys.executable, "-I", "-c", LOADED_BY_PATH, str(Path(wire.__file__))]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == "{'a': [1.5]} []\n"
