"""The verdict for each way to die, as a pure function of what the kernel reported."""

from __future__ import annotations

import os
import signal

import pytest

from grader.box import limits
from grader.course import Limits
from grader.errors import BoxError
from grader.outcome import Status

MIB = 1 << 20


@pytest.mark.parametrize(
    ("wait_status", "memory", "status", "message_id"),
    [
        (3 << 8, False, Status.CRASHED, "box.exit"),
        (0, False, Status.CRASHED, "box.exit"),
        (signal.SIGSEGV, False, Status.CRASHED, "box.signal"),
        (signal.SIGSEGV, True, Status.MEMORY_LIMIT, "box.memory"),
        (signal.SIGSYS, False, Status.CRASHED, "box.forbidden_call"),
        (signal.SIGXCPU, False, Status.TIME_LIMIT, "box.time"),
        (limits.UNKNOWN_STATUS, False, Status.CRASHED, "box.channel_closed"),
    ],
)
def test_a_death_is_explained(
    wait_status: int, memory: bool, status: Status, message_id: str
) -> None:
    death = limits.explain(wait_status, Limits(), memory, immortal=True)
    assert (death.status, death.why.id) == (status, message_id)


def test_a_kill_from_outside_is_never_the_students_fault() -> None:
    death = limits.explain(signal.SIGKILL, Limits(), memory=False, immortal=True)
    assert (death.status, death.why.id) == (Status.NOT_JUDGED, "box.killed_outside")


def test_a_box_that_can_kill_itself_may_have_done_so() -> None:
    death = limits.explain(signal.SIGKILL, Limits(), memory=False, immortal=False)
    assert death.status is Status.CRASHED


@pytest.mark.parametrize(
    ("grown_mib", "requested_mib", "evidence"),
    [(10, 91, True), (10, 90, False), (33, 0, False), (34, 0, True), (0, 200, True)],
)
def test_a_memory_error_needs_evidence(
    monkeypatch: pytest.MonkeyPatch, grown_mib: int, requested_mib: int, evidence: bool
) -> None:
    meters = limits.Meters(pid=0, base_bytes=500 * MIB, memory_bytes=100 * MIB)
    monkeypatch.setattr(meters, "_told", lambda _name: (500 + grown_mib) * 1024)
    meters.note_peak()
    assert meters.request_was_beyond(requested_mib * MIB) == evidence


@pytest.mark.parametrize(("grown_mib", "evidence"), [(90, False), (91, True)])
def test_a_death_needs_more_evidence(
    monkeypatch: pytest.MonkeyPatch, grown_mib: int, evidence: bool
) -> None:
    meters = limits.Meters(pid=0, base_bytes=500 * MIB, memory_bytes=100 * MIB)
    monkeypatch.setattr(meters, "_told", lambda _name: 130 * 1024)
    meters.note_start()
    meters.note_resident_peak((130 + grown_mib) * MIB)
    assert meters.died_at_memory_limit() == evidence


def test_the_guard_is_never_short() -> None:
    assert limits.wall_guard_s(0.1, 120.0) == 20.0
    assert limits.wall_guard_s(10.0, 120.0) == 100.0


def test_one_wait_is_no_longer_than_all_waiting_of_a_submission() -> None:
    assert limits.wall_guard_s(60.0, 120.0) == 360.0
    assert limits.wall_guard_s(60.0, 1000.0) == 600.0
    assert limits.wall_guard_s(60.0, 0.5) == 20.0


def test_a_process_that_cannot_be_seen_is_our_failure() -> None:
    with open(os.devnull) as no_process, pytest.raises(BoxError) as caught:
        limits.visible_pid(no_process.fileno())
    assert caught.value.message.id == "box.unreadable"


@pytest.mark.parametrize(
    ("bases", "message", "requested", "status", "message_id"),
    [
        (("MemoryError", "Exception"), "x", 200 * MIB, Status.MEMORY_LIMIT, "box.memory_asked"),
        (("OSError",), "[Errno 28] No space left on device", 0, Status.OUTPUT_LIMIT, "box.disk"),
        (("OSError",), "[Errno 27] File too large", 0, Status.OUTPUT_LIMIT, "box.disk"),
        (("RuntimeError",), "can't start new thread", 0, Status.ERROR, "box.threads"),
    ],
)
def test_an_exception_that_came_of_a_limit_names_it(
    bases: tuple[str, ...], message: str, requested: int, status: Status, message_id: str
) -> None:
    meters = limits.Meters(pid=0, base_bytes=500 * MIB, memory_bytes=100 * MIB)
    allowed = Limits(memory_mb=100, disk_mb=7, threads=9)
    over = limits.refused(bases, message, requested, meters, allowed)
    assert over is not None
    assert (over.status, over.why.id) == (status, message_id)
    for lang in ("zh", "en"):
        assert any(number in over.why.text(lang) for number in ("100", "7", "9"))


@pytest.mark.parametrize(
    ("bases", "message"),
    [
        (("MemoryError", "Exception"), "out of nowhere"),
        (("FileNotFoundError", "OSError"), "[Errno 28] claims"),
        (("OSError",), "[Errno 5] Input/output error"),
        (("RuntimeError",), "can't start"),
        ((), "can't start new thread"),
    ],
)
def test_any_other_exception_is_the_students(bases: tuple[str, ...], message: str) -> None:
    meters = limits.Meters(pid=0, base_bytes=500 * MIB, memory_bytes=100 * MIB)
    assert limits.refused(bases, message, 0, meters, Limits()) is None
