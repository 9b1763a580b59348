"""A launch from the inside: poison, bands, inputs, and what an error does to the runner."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from grader.box import wire
from grader.engine import device_runner
from grader.engine.device_runner import BAND_BYTES, Runner, serve
from tests.engine.device_stub import HostDevice, compiled

A = np.arange(6, dtype=np.float32).reshape(2, 3)
B = np.arange(12, dtype=np.float32).reshape(3, 4)


def request(name: str, **changes: Any) -> dict[str, Any]:
    return {
        "code": compiled(name),
        "entry": name,
        "grid": (1, 1),
        "block": (4, 4),
        "arguments": (A, B, np.zeros((2, 4), np.float32)),
        "outputs": (2,),
        "keep": False,
    } | changes


@pytest.fixture
def launched() -> Callable[..., dict[str, Any]]:
    runner = Runner(HostDevice(lambda event: None))
    return lambda *args, **kwargs: dict(runner.answer(wire.Kind.CALL, request(*args, **kwargs)))


def test_a_product_comes_back(launched: Callable[..., dict[str, Any]]) -> None:
    came = launched("right")
    assert np.array_equal(came["outputs"][0], A @ B)
    assert (came["changed"], came["strayed"]) == ((), ())


def test_an_output_nobody_writes_is_poison(launched: Callable[..., dict[str, Any]]) -> None:
    assert np.isnan(launched("idle")["outputs"][0]).all()


def test_a_changed_input_and_a_write_beside_an_array_are_named(
    launched: Callable[..., dict[str, Any]],
) -> None:
    assert launched("input")["changed"] == (0,)
    assert launched("stray")["strayed"] == (2,)


def test_an_array_in_another_order_arrives_in_c_order(
    launched: Callable[..., dict[str, Any]],
) -> None:
    turned = (np.asfortranarray(A), B, np.zeros((2, 4), np.float32))
    came = launched("right", arguments=turned)
    assert np.array_equal(came["outputs"][0], A @ B)
    assert came["changed"] == ()


def test_arrays_lie_where_a_gpu_would_align_them() -> None:
    # CUDA aligns memory to 256 bytes, and vector loads rely on it.
    assert BAND_BYTES % 256 == 0


def test_kept_launches_are_timed_in_turns_and_memory_is_given_back() -> None:
    events: list[str] = []
    device = HostDevice(events.append)
    runner = Runner(device)
    for name in ("one", "two"):
        runner.answer(wire.Kind.CALL, request(name, keep=True))
    kept = len(device._memory)
    runner.answer(wire.Kind.CALL, request("other"))
    assert len(device._memory) == kept
    events.clear()
    ms = runner.answer(wire.Kind.RUN_HELD, {"rounds": 3})["ms"]
    assert ms.shape == (3, 2)
    assert [event.split()[1] for event in events] == ["one", "two"] * (device_runner.WARM_UPS + 3)


def test_the_first_error_is_the_answer_and_the_end() -> None:
    ours, theirs = socket.socketpair()
    codes: list[int] = []

    def run() -> None:
        codes.append(serve(theirs, HostDevice(lambda event: None)))

    thread = threading.Thread(target=run)
    with ours, theirs:
        thread.start()
        assert wire.receive(ours).kind is wire.Kind.READY
        wire.send(ours, wire.Kind.CALL, 7, request("illegal"), keep_layout=False)
        frame = wire.receive(ours, expect=((wire.Kind.RAISED,), 7))
        thread.join()
    assert "cudaErrorIllegalAddress" in str(frame.value)
    assert codes == [1]


def test_a_keeper_that_hangs_up_ends_it_too() -> None:
    ours, theirs = socket.socketpair()
    ours.close()
    with theirs:
        assert serve(theirs, HostDevice(lambda event: None)) == 0
