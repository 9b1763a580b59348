"""Tries to leave something behind, or to spoil the work of the student who comes next."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

import msgspec
import pytest

from grader.box import BoxDied, Returned, folders
from grader.engine import judge as judging
from grader.engine import worker
from grader.engine.plan import Job
from grader.errors import BoxError
from grader.messages import Message, say
from grader.outcome import Status
from tests.attacks.conftest import SALT, SMALL, Arena

FULL = {"ex": "1", "claim": "2", "err": "1"}
NESTED = "import os\nfor _ in range({}):\n    os.mkdir('d', 0o300)\n    os.chdir('d')\n"


def test_folders_nested_too_deep_to_remove(each_arena: Arena) -> None:
    """3000 folders inside each other: they go with their box, and the next student is PASSED."""
    with each_arena.zygote.open_box(SMALL) as box:
        folder = box._process.folder  # none of the host's on rung A
        # On B the keeper may look while they are being made, and end the box: OUTPUT_LIMIT.
        with suppress(BoxDied):
            box.run_cell(NESTED.format(3000), 1)
    assert not os.path.exists(folder)
    assert each_arena.judge(each_arena.solution()).points == FULL


def test_a_tree_of_closed_folders_is_removed(tmp_path: Path) -> None:
    """Folders that may not be read, names that are no text, files in all of them: gone."""
    top = tmp_path / "box"
    for branch in ("a", "b"):
        inner = os.fsencode(top / branch / "c") + b"\xff\n"
        os.makedirs(inner)
        Path(os.fsdecode(inner), "file").write_text("x")
        os.chmod(inner, 0o000)
        os.chmod(top / branch, 0o300)
    os.chmod(top, 0o000)
    folders.remove(str(top))
    assert list(tmp_path.iterdir()) == []


def test_removing_what_is_not_there_is_quiet(tmp_path: Path) -> None:
    """The control of the one above: a missing folder and a file in its place raise nothing."""
    folders.remove(str(tmp_path / "nothing"))
    (tmp_path / "file").write_text("x")
    folders.remove(str(tmp_path / "file"))
    assert (tmp_path / "file").exists()


@pytest.mark.parametrize(
    "flood",
    [
        "for i in range(10**6):\n        open(f'x{i}', 'w').close()",
        "for i in range(10**3):\n        open(f'x{i}', 'wb').write(bytes(1 << 20))",
        "for i in range(10**6):\n        os.mkdir(f'x{i}')",
    ],
    ids=["files", "bytes", "folders"],
)
def test_a_disk_filled_with_many_small_files(arena_b: Arena, flood: str) -> None:
    """Where no mount bounds the folder, the keeper counts: OUTPUT_LIMIT."""
    source = f"import os\ndef f():\n    {flood}"
    with pytest.raises(BoxDied) as died:
        arena_b.ask(source, cpu_s=60, disk_mb=8)
    assert (died.value.status, died.value.why.id) == (Status.OUTPUT_LIMIT, "box.disk")


def test_a_folder_within_its_limits_is_fine(arena_b: Arena) -> None:
    """The control: some files and folders, and a sparse one of a gigabyte that takes no space."""
    source = """
import os
def f():
    os.makedirs("a/b/c")
    for i in range(100):
        open(f"a/b/c/{i}", "wb").write(bytes(1 << 14))
    return sum(len(names) for _, _, names in os.walk("."))
"""
    assert arena_b.ask(source, disk_mb=8) == Returned(101)


@pytest.mark.parametrize("text", ["\ud800", "seen \udcff"])
def test_a_reply_that_cannot_be_written_does_not_end_the_worker(text: str) -> None:
    """It says that we are at fault, and the class goes on."""
    reply = msgspec.json.decode(worker.written(worker.Reply(log=text)), type=worker.Reply)
    assert reply.failed is not None
    assert "UnicodeEncodeError" in reply.log
    message = Message("box.memory", {"megabytes": 10**5000})
    reply = msgspec.json.decode(worker.written(worker.Reply(failed=message)), type=worker.Reply)
    assert reply.failed == say("check.unplayed")


def test_a_zygote_killed_in_the_middle_is_no_reason_to_judge_nothing(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Out of memory the kernel kills: what was not judged is judged once more, by a fresh one."""
    service = worker._Service(worker.Setup(str(arena.course.root), arena.rung.value))
    job = Job(unit="u1_rooms", salt=SALT, rung=arena.rung.value, cells=((0, arena.solution()),))
    tries = []

    def killed_once(*args: object, **options: object) -> judging.Judged:
        judged = judge(*args, **options)  # type: ignore[arg-type]
        tries.append(judged)
        if len(tries) == 1:
            service._zygote._host._program.kill()  # type: ignore[union-attr]
            service._zygote._host._program.wait()  # type: ignore[union-attr]
        return judged

    judge = judging.judge
    monkeypatch.setattr(judging, "judge", killed_once)
    try:
        after = service.answer(worker.Request(judge=job, scripts="none"))
        assert after.result is not None
        assert (after.result.status, len(tries)) == (Status.PASSED, 2)
    finally:
        service.close()


def test_a_zygote_broken_by_the_student_before(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever ended it, the next student is judged with a fresh one: PASSED."""
    service = worker._Service(worker.Setup(str(arena.course.root), arena.rung.value))
    job = Job(unit="u1_rooms", salt=SALT, rung=arena.rung.value, cells=((0, arena.solution()),))
    try:
        assert service.answer(worker.Request(judge=job)).failed is None
        service._zygote._host._program.kill()  # type: ignore[union-attr]
        after = service.answer(worker.Request(judge=job))
        assert after.result is not None
        assert after.result.status is Status.PASSED
    finally:
        service.close()


def test_a_box_that_can_never_be_opened_is_told_after_one_more_try(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: no endless retry, the job comes back as our failure."""
    tries: list[str] = []

    def broken(self: object, job: Job, *_: object) -> worker.Reply:
        tries.append(job.unit)
        raise BoxError(say("box.zygote_died", detail="x"))

    monkeypatch.setattr(worker._Service, "_judged", broken)
    service = worker._Service(worker.Setup(str(arena.course.root), arena.rung.value))
    job = Job(unit="u1_rooms", salt=SALT, rung=arena.rung.value, cells=())
    assert service.answer(worker.Request(judge=job)).failed is not None
    assert tries == ["u1_rooms", "u1_rooms"]


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel's choice is Linux's own")
def test_memory_that_runs_out_ends_a_box_first(each_arena: Arena) -> None:
    """Every box volunteers to be the one that the kernel ends: not the keeper, not the desktop."""
    with each_arena.zygote.open_box(SMALL) as box:
        score = Path(f"/proc/{box._process.visible_pid}/oom_score_adj").read_text("ascii")
    assert score.strip() == "1000"
