"""Commands that a course adds, and plugins that are wrong."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from grader.engine.plugins import plugin_commands
from grader.errors import CourseError

PLUGIN = """
import click


@click.command()
@click.argument("name")
def greet(name):
    click.echo(f"hello {name}")


COMMANDS = {"greet": greet}
"""


def with_plugin(root: Path, name: str, text: str | None) -> Path:
    course = root / "assignments" / "course.toml"
    course.write_text(f'plugins = ["{name}"]\n' + course.read_text("utf-8"), "utf-8")
    if text is not None:
        (root / f"{name}.py").write_text(text)
    return root


def grader(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "grader", *arguments],
        cwd=root,
        env=os.environ | {"GRADER_LANG": "en"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_course_without_plugins_adds_nothing(tiny_root: Path) -> None:
    assert plugin_commands(tiny_root) == {}


def test_a_command_of_the_course_is_there_inside_it_only(tiny_root: Path, tmp_path: Path) -> None:
    with_plugin(tiny_root, "tiny_greeting", PLUGIN)
    assert "greet" in grader(tiny_root, "--help").stdout
    assert grader(tiny_root, "greet", "Ada").stdout == "hello Ada\n"
    outside = grader(tmp_path, "greet", "Ada")
    assert outside.returncode == 2
    assert "inside its folder" in outside.stderr
    assert "inside its folder" not in grader(tiny_root, "gret").stderr


@pytest.mark.parametrize(
    ("name", "text"), [("tiny_missing", None), ("tiny_without", "x = 1"), ("tiny_bad", "import no")]
)
def test_a_plugin_that_is_wrong_is_named(name: str, text: str | None, tiny_root: Path) -> None:
    with_plugin(tiny_root, name, text)
    with pytest.raises(CourseError, match=name):
        plugin_commands(tiny_root)
    shown = grader(tiny_root, "--help")
    assert shown.returncode == 0
    assert name in shown.stderr
    assert "validate" in shown.stdout
