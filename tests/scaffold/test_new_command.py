"""`grader new` as an author types it: what it prints, in which language, and the exit code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from grader.cli import USAGE, main
from grader.cli.new import TRACKS
from grader.course import load_course
from grader.scaffold import MARK
from grader.scaffold.unit import DEFAULT_POINTS


def run(root: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["new", *arguments, "--course", str(root)])


def test_it_lists_the_files_and_says_what_comes_next(tiny_root: Path) -> None:
    result = run(tiny_root, "u03_default")
    assert result.exit_code == 0
    for name in ("assignments/b1_rooms/u03_default/stub.py", "wrong/constant.py", "bundle.toml"):
        assert name in result.stdout
    assert "grader validate u03_default --jobs 1" in result.stdout
    assert f"grep -rn '{MARK}' assignments/b1_rooms/u03_default" in result.stdout
    assert load_course(tiny_root).unit("u03").track == "core"


def test_it_speaks_chinese(tiny_root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRADER_LANG", "zh")
    assert "接下来" in run(tiny_root, "u03_default").stdout
    refused = run(tiny_root, "u03_default")
    assert refused.exit_code == USAGE
    assert "已有单元 u03_default" in refused.stderr
    assert "请换一个编号" in refused.stderr


def test_every_option_reaches_the_unit(tiny_root: Path) -> None:
    options = ["--function", "f(a: int) -> int", "--function", "g(b: float) -> bool"]
    options += ["--points", "ex=1,wr=2", "--track", "stretch", "--minutes", "15"]
    result = run(tiny_root, "u03_default", "--bundle", "b1", "--json", *options)
    assert result.exit_code == 0
    made = json.loads(result.stdout)
    unit = load_course(tiny_root).unit("u03_default")
    assert made["unit"] == unit.id
    assert {Path(path).name for path in made["files"]} >= {"stub.py", "rubric.md"}
    assert (unit.entry_points, unit.track, unit.minutes) == (("f", "g"), "stretch", 15)
    assert {key: int(points) for key, points in unit.points.items()} == {"ex": 1, "wr": 2}


def test_a_bad_name_ends_with_what_to_do(tiny_root: Path) -> None:
    result = run(tiny_root, "planner")
    assert result.exit_code == USAGE
    assert "x09_message_planner" in result.stderr
    assert result.stdout == ""


def test_the_options_are_those_of_the_scaffold() -> None:
    """They are written in the command, too, so that --help imports nothing."""
    from typing import get_args

    from grader.course import Track

    assert get_args(Track) == TRACKS
    (points,) = [p for p in main.commands["new"].params if p.name == "points"]
    assert points.default == DEFAULT_POINTS
