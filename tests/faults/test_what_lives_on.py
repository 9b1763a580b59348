"""What lives on when a part of it is killed: it judges the same, and holds nothing it held before.

The process that grades and each keeper live as long as a class takes; a descriptor lost with each
zygote would end them after a thousand.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.box import Rung, doctor
from grader.box.keeper import Box
from grader.engine.classroom import Classroom
from grader.engine.grade import Grader, Selection, read_bundle
from grader.engine.plan import Job
from grader.engine.store import ResultStore
from grader.errors import BoxError
from grader.messages import say
from grader.outcome import UnitResult
from tests.engine.tiny_class import BUNDLE
from tests.faults.processes import Process, Role, below

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")


@pytest.fixture
def job(whole: Path, tiny_grader: Grader) -> Job:
    bundle = tiny_grader.course.bundle(BUNDLE)
    (found,) = (
        graded.job
        for graded in read_bundle(Classroom(whole), bundle, tiny_grader, Selection(("right",)))
        if graded.unit.id == "u1_rooms"
    )
    assert found is not None
    return found


@pytest.fixture
def grader(tiny_grader: Grader, best_rung: str) -> Iterator[Grader]:
    """Return a grader with processes of its own: these are killed."""
    with Grader(tiny_grader.course, best_rung, jobs=1) as own:
        yield own


def ours(before: set[int], role: Role) -> list[Process]:
    return [p for p in below(os.getpid()) if p.pid not in before and p.role == role]


def descriptors(pid: int) -> int:
    return len(os.listdir(f"/proc/{pid}/fd"))


def judged(grader: Grader, job: Job) -> UnitResult:
    ((_, reply),) = grader.judge([job])
    assert reply.result is not None, reply
    return reply.result


def test_no_descriptor_is_lost_with_a_zygote_or_a_keeper(grader: Grader, job: Job) -> None:
    before = {process.pid for process in below(os.getpid())}
    right = judged(grader, job)
    own = descriptors(os.getpid())
    (keeper,) = ours(before, "keeper")
    held = descriptors(keeper.pid)
    for _ in range(2):
        for zygote in ours(before, "zygote"):
            os.kill(zygote.pid, signal.SIGKILL)
        assert judged(grader, job) == right
        assert ours(before, "keeper") == [keeper]
        assert descriptors(keeper.pid) == held
    os.kill(keeper.pid, signal.SIGKILL)
    assert judged(grader, job) == right
    assert descriptors(os.getpid()) == own


def test_a_proof_that_was_killed_is_made_again(
    best_rung: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Out of memory, or by hand: a class is not graded behind weaker walls for that."""
    attempt, killed = doctor._attempt, []

    def once(box: Box, name: str, target: dict[str, object]) -> doctor.Attack:
        if not killed:
            killed.append(name)
            box._process.kill()
            raise BoxError(say("box.killed_outside"))
        return attempt(box, name, target)

    monkeypatch.setattr(doctor, "_attempt", once)
    assert doctor.probe_rung(Rung(best_rung)).holds
    assert killed == [doctor.ATTACKS[0]]


def test_a_rung_that_cannot_be_built_is_tried_twice_and_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tries = []

    def none(rung: Rung, target: object) -> tuple[doctor.Attack, ...]:
        tries.append(rung)
        raise BoxError(say("box.killed_outside"))

    monkeypatch.setattr(doctor, "_attack", none)
    report = doctor.probe_rung(Rung.B)
    assert not report.holds
    assert report.why_not is not None
    assert tries == [Rung.B, Rung.B]


def test_the_log_of_an_earlier_try_goes_with_a_verdict(tmp_path: Path) -> None:
    store = ResultStore(tmp_path)
    store.put_log("key", "a box was killed")
    assert [path.name for path in tmp_path.iterdir()] == ["key.log"]
    store.put_log("key", "")
    store.put_log("other", "")
    assert list(tmp_path.iterdir()) == []


def test_parts_of_killed_runs_go_from_all_of_the_class_but_what_was_handed_in(
    graded: Path,
) -> None:
    from grader.files import part_of

    dead = f"-{os.getpid()}.part"  # a process of our number, before us
    folders = (".", "results", "releases", f"feedback/right/{BUNDLE}", f"autograded/right/{BUNDLE}")
    parts = [part_of(graded / name / "file") for name in folders]
    journal = part_of(graded / "gradebook.db").with_name(
        f"{part_of(graded / 'gradebook.db').name}-journal"
    )
    theirs = part_of(graded / "submitted" / "right" / BUNDLE / "file")
    for path in (*parts, part_of(graded / "gradebook.db"), journal, theirs):
        path.write_bytes(b"half")
    assert all(part.name.endswith(dead) for part in parts)
    Classroom(graded).clean()
    assert not any(path.exists() for path in (*parts, journal))
    assert theirs.exists()
