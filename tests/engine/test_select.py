"""Which part of a class is graded: students, groups, units, and since when."""

from __future__ import annotations

import datetime as dt
import os
from pathlib import Path

import pytest

from grader.course import Course
from grader.engine.classroom import Classroom
from grader.engine.select import select
from grader.engine.since import handed_in, parse_since
from grader.errors import UsageError

BUNDLE = "b1_rooms"
OLD, NEW = 1_000_000_000, 1_700_000_000
"""2001-09-09 and 2023-11-14."""


@pytest.fixture
def classroom(tmp_path: Path, tiny: Course) -> Classroom:
    made = Classroom.create(tmp_path / "class", tiny.root)
    for student, when in {"ada": OLD, "bo": NEW, "张三": NEW}.items():
        folder = made.folder / "submitted" / student / BUNDLE
        folder.mkdir(parents=True)
        (folder / "u1_rooms.ipynb").write_text("{}")
        for path in (folder / "u1_rooms.ipynb", folder):
            os.utime(path, (when, when))
    (made.folder / "roster.csv").write_text("student,group\nada,A\nbo,A\n张三,B\n", "utf-8")
    return made


def chosen(classroom: Classroom, course: Course, **parts: tuple[str, ...]) -> tuple[str, ...]:
    names = {"students": (), "units": (), "groups": ()} | parts
    return tuple(select(classroom, course, course.bundle(BUNDLE), since=None, **names).students)


def test_nothing_named_means_everybody(classroom: Classroom, tiny: Course) -> None:
    assert chosen(classroom, tiny) == ()


def test_a_group_and_a_student_narrow_each_other(classroom: Classroom, tiny: Course) -> None:
    assert chosen(classroom, tiny, groups=("A",)) == ("ada", "bo")
    assert chosen(classroom, tiny, groups=("A",), students=("bo", "张三")) == ("bo",)


@pytest.mark.parametrize(
    ("parts", "says"),
    [
        ({"students": ("nobody",)}, "nobody"),
        ({"groups": ("Z",)}, "no group named Z"),
        ({"groups": ("B",), "students": ("ada",)}, "nobody in B"),
        ({"units": ("u9",)}, "no unit named u9"),
    ],
)
def test_what_is_not_there_is_said(
    parts: dict[str, tuple[str, ...]], says: str, classroom: Classroom, tiny: Course
) -> None:
    with pytest.raises(UsageError, match=says):
        chosen(classroom, tiny, **parts)


def test_work_counts_from_its_newest_file_or_its_timestamp(classroom: Classroom) -> None:
    folder = classroom.folder / "submitted" / "ada" / BUNDLE
    assert handed_in(folder).timestamp() == OLD
    stamp = folder / "timestamp.txt"
    stamp.write_text("2020-02-03 04:05:06.789 UTC\n")
    for path in (stamp, folder):
        os.utime(path, (OLD, OLD))
    assert handed_in(folder) == dt.datetime(2020, 2, 3, 4, 5, 6, tzinfo=dt.UTC)
    os.utime(folder / "u1_rooms.ipynb", (NEW, NEW))
    assert handed_in(folder).timestamp() == NEW


def test_a_damaged_timestamp_is_passed_over(classroom: Classroom) -> None:
    folder = classroom.folder / "submitted" / "ada" / BUNDLE
    (folder / "timestamp.txt").write_text("2020-99-99 04:05:06\n")
    for path in (folder / "timestamp.txt", folder):
        os.utime(path, (OLD, OLD))
    assert handed_in(folder).timestamp() == OLD


def test_since_takes_a_date_or_a_time() -> None:
    assert parse_since("2026-11-30T18:00+00:00") == dt.datetime(2026, 11, 30, 18, tzinfo=dt.UTC)
    assert parse_since("2026-11-30").utcoffset() == dt.timedelta(0)
    with pytest.raises(UsageError, match="--since"):
        parse_since("yesterday")


def test_a_folder_whose_name_is_no_text_is_left_out_and_named(classroom: Classroom) -> None:
    """A zip packed on a Chinese Windows, unpacked elsewhere."""
    name = "李四".encode("gbk")
    os.makedirs(os.fsencode(classroom.folder / "submitted") + b"/" + name + b"/b1_rooms")
    assert classroom.students(BUNDLE) == ("ada", "bo", "张三")
    assert classroom.unusable_names(BUNDLE) == (r"\udcc0\udcee\udccb\udcc4",)
