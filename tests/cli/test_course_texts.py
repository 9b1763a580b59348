"""Prompts, stubs and solutions that an editor saved in another encoding: named, no traceback."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from grader.cli import USAGE, main
from grader.course import load_course, read_text
from grader.engine.demands import file_findings
from grader.errors import CourseError

PUBLIC, SECRET = "assignments/b1_rooms/u1_rooms", "solutions/b1_rooms/u1_rooms"
PROMPT = f"{PUBLIC}/prompt.en.md"
TEXTS = (
    f"{PUBLIC}/stub.py",
    f"{SECRET}/solution.py",
    f"{SECRET}/wrong/always_large.py",
)
NO_UTF8 = {
    "gbk": "第一行\n房间\n".encode("gbk"),
    "utf16": "第一行\n".encode("utf-16"),
    "null": b"# a\0\n",
}


def validate(root: Path, *more: str) -> Result:
    arguments = ["validate", "u1_rooms", "--course", str(root), *more]
    return CliRunner().invoke(main, arguments)


@pytest.mark.parametrize("kind", NO_UTF8)
def test_what_is_no_utf8_is_no_text_of_a_course(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "stub.py"
    path.write_bytes(NO_UTF8[kind])
    with pytest.raises(CourseError, match=r"stub\.py.*UTF-8"):
        read_text(path)


def save_as_gbk(path: Path) -> None:
    path.write_bytes(b"# fine\n" + NO_UTF8["gbk"])


@pytest.mark.parametrize("name", TEXTS)
def test_the_file_and_the_line_are_named(tiny_root: Path, name: str) -> None:
    save_as_gbk(tiny_root / name)
    came = validate(tiny_root, "--only", "wrong/always_large")
    assert came.exit_code == USAGE, came.output
    assert re.search(rf"{re.escape(Path(name).name)}: line 2 .*UTF-8", came.stderr)
    assert "Traceback" not in came.output


def test_marks_and_line_ends_of_windows_change_nothing(tiny_root: Path) -> None:
    for name in TEXTS:
        path = tiny_root / name
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    came = validate(tiny_root, "--only", "stub", "--only", "solution", "--only", "wrong/always_*")
    assert came.exit_code == 0, came.output


def test_a_prompt_is_named_as_well(tiny_root: Path) -> None:
    save_as_gbk(tiny_root / PROMPT)
    course = load_course(tiny_root)
    with pytest.raises(CourseError, match=r"prompt\.en\.md.*UTF-8"):
        list(file_findings(course, course.unit("u1_rooms")))
