"""A clock that is wrong, or jumps: no verdict, no release and no lock depends on it."""

from __future__ import annotations

import datetime as dt
import itertools
import os
import stat
import time
from pathlib import Path

import pytest

from grader.engine.classroom import Classroom, ReleaseEntry, ReleaseFile
from grader.engine.release import _release_id
from grader.engine.since import handed_in, parse_since
from grader.gradebook.nbgrader_book import readable_time
from grader.gradebook.pages import moment
from tests.engine.tiny_class import BUNDLE
from tests.faults.class_of_twenty import grades, verdicts, written
from tests.faults.conftest import grade
from tests.faults.test_disks import assert_same, forget

FUTURE, PAST = dt.datetime(2100, 1, 1, tzinfo=dt.UTC), dt.datetime(1940, 1, 1, tzinfo=dt.UTC)


def date(folder: Path, student: str, when: dt.datetime) -> None:
    """Give all of a student's files a time, as a clock that is wrong would."""
    bundle = folder / "submitted" / student / BUNDLE
    (bundle / "timestamp.txt").unlink(missing_ok=True)
    for path in (*bundle.iterdir(), bundle):
        os.utime(path, (when.timestamp(), when.timestamp()))


def test_files_from_the_future_and_the_past_are_graded_the_same(graded: Path, whole: Path) -> None:
    date(graded, "honest", FUTURE)
    date(graded, "wrong", PAST)
    done = grade(graded)
    assert done.exit_code == 0, done.output
    assert verdicts(graded) == verdicts(whole)
    assert grades(graded) == grades(whole)
    assert grade(graded).stderr.startswith("gradebook: 0 students written, 4 unchanged")


def test_since_goes_by_the_time_a_file_says(graded: Path) -> None:
    for student in ("right", "stub", "wrong"):
        date(graded, student, PAST)
    date(graded, "honest", FUTURE)
    done = grade(graded, "--since", "2090-01-01", "--json")
    assert done.exit_code == 0, done.output
    assert '"honest"' in done.stdout
    assert not any(f'"{name}"' in done.stdout for name in ("right", "stub", "wrong"))


@pytest.mark.parametrize("seconds", [2.0**50, 2.0**62, -(2.0**50), -1.0, float(1 << 34)])
def test_a_time_beyond_the_calendar_is_its_end(seconds: float) -> None:
    """Some disks hold 64 bits of seconds: the year 35 million."""
    when = moment(seconds)
    assert dt.datetime(1970, 1, 1, tzinfo=dt.UTC) <= when < dt.datetime(9999, 1, 2, tzinfo=dt.UTC)
    assert readable_time(f"{when:%Y-%m-%d %H:%M:%S.%f} UTC")
    assert when.timestamp() == seconds or not 0 <= seconds < 2.0**37


def test_a_folder_with_such_a_time_counts_as_handed_in_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fields = list(tmp_path.stat())
    fields[stat.ST_MTIME] = 2**50
    odd = os.stat_result(fields)
    monkeypatch.setattr(Path, "lstat", lambda path: odd)
    assert handed_in(tmp_path) >= parse_since("2100-01-01")


def test_a_release_gets_a_name_of_its_own_whatever_day_the_clock_says() -> None:
    days = [dt.date(2026, 11, 30), dt.date(2026, 11, 29), dt.date(2026, 11, 30)] * 2
    file = ReleaseFile(bundle=BUNDLE, salt="s")
    for day in days:
        entry = ReleaseEntry(_release_id(file, day), (), ("en",), "", {})
        file = ReleaseFile(file.bundle, file.salt, (*file.release, entry))
    names = [entry.id for entry in file.release]
    assert len(set(names)) == len(days)
    assert names[-1] == "2026.11.30.4"


def test_a_clock_that_runs_backwards_changes_nothing(
    graded: Path, whole: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hours = itertools.count(1)
    monkeypatch.setattr(time, "time", lambda: 2.0**31 - 3600.0 * next(hours))
    forget(graded, "gradebook", "autograded", "feedback")
    (graded / ".lock").write_text("")
    done = grade(graded)
    assert done.exit_code == 0, done.output
    assert_same(graded, whole)


def test_a_lock_from_the_future_is_no_lock(graded: Path) -> None:
    """Whether a run goes on is asked of the system, never of a file's time."""
    classroom = Classroom(graded)
    with classroom.locked():
        left = (graded / ".lock").read_text()
    (graded / ".lock").write_text(left)
    os.utime(graded / ".lock", (FUTURE.timestamp(), FUTURE.timestamp()))
    with classroom.locked() as told:
        assert told == ()
    assert written(graded)
