"""The roster: who is in which group, and every way it can be wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.engine.roster import Person, in_groups, read_roster
from grader.errors import UsageError


def write(folder: Path, text: str, encoding: str = "utf-8") -> Path:
    (folder / "roster.csv").write_bytes(text.encode(encoding))
    return folder


def test_no_roster_names_nobody(tmp_path: Path) -> None:
    assert read_roster(tmp_path) == {}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_names_may_hold_commas_and_chinese(tmp_path: Path, encoding: str) -> None:
    text = 'student,name,group\ns1,"Doe, Jane",A\ns2,张三,B\ns3,,\n'
    assert read_roster(write(tmp_path, text, encoding)) == {
        "s1": Person("s1", "Doe, Jane", "A"),
        "s2": Person("s2", "张三", "B"),
        "s3": Person("s3"),
    }


def test_a_roster_of_ids_alone_is_enough(tmp_path: Path) -> None:
    assert read_roster(write(tmp_path, "student\ns1\n")) == {"s1": Person("s1")}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("student,name\ns1,a\ns1,b\n", "line 3"),
        ("student,name\n,a\n", "line 2"),
        ("name\nJane\n", "line 2"),
        ('student\n"s1\n', "no CSV file"),
    ],
)
def test_a_bad_roster_says_where(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        read_roster(write(tmp_path, text))


def test_another_encoding_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="UTF-8"):
        read_roster(write(tmp_path, "student,name\ns1,张三\n", "gbk"))


def test_groups_select_their_students(tmp_path: Path) -> None:
    people = read_roster(write(tmp_path, "student,group\na,1\nb,2\nc,1\n"))
    assert in_groups(people, ("1",)) == ("a", "c")
    assert in_groups(people, ("1", "2")) == ("a", "b", "c")
    with pytest.raises(UsageError, match="no group named 3"):
        in_groups(people, ("3",))
