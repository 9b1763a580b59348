"""Scripts on disk are a cache: found again, made anew when anything changes, never trusted."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from grader.box import Rung, Zygote
from grader.course import Course, load_course
from grader.engine import rehearsals
from grader.engine.fingerprint import unit_fingerprint
from grader.engine.fixtures import unit_fixtures
from grader.engine.grade import Grader
from grader.engine.judge import Judged, judge
from grader.engine.plan import Job
from grader.engine.script_store import ScriptStore
from grader.outcome import Status
from tests.engine.tiny_class import BUNDLE, released_class

UNIT = "u1_rooms"


@pytest.fixture(scope="module")
def zygote(best_rung: str) -> Iterator[Zygote]:
    if Rung(best_rung) is Rung.D:
        pytest.skip("no walls can be raised on this machine")
    with Zygote(Rung(best_rung)) as made:
        yield made


class Session:
    """A worker's life: what it rehearses, and how often it had to write scripts."""

    def __init__(self, folder: Path, course: Course, zygote: Zygote) -> None:
        self.folder = folder
        self.course = course
        self.zygote = zygote
        self.written = 0

    def judged(self, salt: str = "salt", *, write: bool = True, fixture: str = "") -> Judged | None:
        """Judge a fixture in a fresh worker; None where there are no scripts."""
        unit = self.course.unit(UNIT)
        fixtures = {f.name: f for f in unit_fixtures(unit)}
        cells = fixtures[fixture or "solution"].cells
        print_of = unit_fingerprint(unit, self.course.root)
        job = Job(UNIT, salt, self.zygote._host.rung.value, tuple(enumerate(cells)))
        job = msgspec.structs.replace(job, fingerprint=print_of)
        known = rehearsals._written

        def counted(*args: object) -> object:
            self.written += 1
            return known(*args)  # type: ignore[arg-type]

        fresh = rehearsals.Rehearsals(ScriptStore(self.folder))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(rehearsals, "_written", counted)
            found = fresh.of(job, self.course, self.zygote, write=write)
        return None if found is None else judge(job, self.course, self.zygote, found)

    @property
    def files(self) -> list[Path]:
        return sorted(self.folder.glob("*"))


@pytest.fixture
def session(tmp_path: Path, tiny: Course, zygote: Zygote) -> Session:
    return Session(tmp_path / "kept", tiny, zygote)


def test_a_second_worker_finds_them(session: Session) -> None:
    one = session.judged()
    again = session.judged()
    assert session.written == 1
    assert one is not None
    assert again is not None
    assert one.result == again.result
    assert one.result.status is Status.PASSED


def test_a_single_late_submission_uses_what_is_kept_and_writes_nothing(session: Session) -> None:
    assert session.judged(write=False) is None
    assert session.files == []
    session.judged()
    late = session.judged(write=False, fixture="wrong/always_large")
    assert late is not None
    assert late.result.status is Status.WRONG
    assert session.written == 1


def test_another_salt_has_scripts_of_its_own(session: Session) -> None:
    session.judged("one")
    session.judged("two")
    session.judged("one")
    assert session.written == 2
    assert len(session.files) == 2


CHANGES = {
    "a check": ("solutions/b1_rooms/u1_rooms/test_hidden.py", "# changed"),
    "a strategy": ("assignments/b1_rooms/u1_rooms/inputs.py", "# changed"),
    "the solution": ("solutions/b1_rooms/u1_rooms/solution.py", "# changed"),
}


@pytest.mark.parametrize(("path", "line"), CHANGES.values(), ids=CHANGES)
def test_what_they_are_made_of_changes(
    tmp_path: Path, tiny_root: Path, zygote: Zygote, path: str, line: str
) -> None:
    session = Session(tmp_path / "kept", load_course(tiny_root), zygote)
    session.judged()
    file = tiny_root / path
    file.write_text(f"{file.read_text('utf-8')}\n{line}\n", "utf-8")
    session.judged()
    assert session.written == 2
    assert len(session.files) == 1  # the earlier ones are gone


def spoilt(data: bytes) -> bytes:
    return data[:-1] + bytes([data[-1] ^ 1])


DAMAGE = {
    "nothing in it": lambda data: b"",
    "cut off": lambda data: data[:-10],
    "a bit is another": spoilt,
    "of another kind": lambda data: b"x" * 100,
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_file_is_written_anew(session: Session, damage: object) -> None:
    session.judged()
    (path,) = session.files
    whole = path.read_bytes()
    path.write_bytes(damage(whole))  # type: ignore[operator]
    came = session.judged()
    assert came is not None
    assert came.result.status is Status.PASSED
    assert session.written == 2
    assert path.read_bytes() == whole  # the same cases again


def test_a_folder_that_others_may_write_to_is_neither_read_nor_written(session: Session) -> None:
    session.judged()
    assert session.folder.stat().st_mode & 0o777 == 0o700
    (path,) = session.files
    session.folder.chmod(0o770)
    path.unlink()
    session.judged()
    assert session.written == 2
    assert session.files == []


def test_a_link_to_a_folder_is_not_followed(session: Session, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    session.folder.symlink_to(tmp_path / "elsewhere")
    assert session.judged() is not None
    assert session.files == []


def test_nobody_waits_for_a_pipe(session: Session) -> None:
    session.judged()
    (path,) = session.files
    path.unlink()
    os.mkfifo(path)
    assert session.judged() is not None
    assert session.written == 2


def test_where_nothing_can_be_kept_judging_goes_on(session: Session) -> None:
    session.folder.write_text("no folder", "utf-8")
    came = session.judged()
    assert came is not None
    assert came.result.status is Status.PASSED


def test_no_bundle_holds_them(tmp_path: Path, tiny: Course, best_rung: str) -> None:
    """What is handed out is made of the course; the class folder keeps its scripts."""
    with Grader(tiny, best_rung, jobs=1) as grader:
        classroom = released_class(tmp_path, grader)
    hand_out = tmp_path / "handout"
    assert classroom.scripts.parent == classroom.folder
    assert not [p for p in hand_out.rglob("*") if ".scripts" in p.parts or p.suffix == ".msgpack"]
    assert [p for p in hand_out.rglob("*") if p.is_file() and BUNDLE in p.name]
