"""A part of `grader validate`: the fixtures that were named, and nothing about the rest."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from grader.cli import USAGE, main
from grader.course import Course, load_course
from grader.engine.grade import Grader
from grader.engine.validate_only import validate_only
from grader.errors import UsageError

SALT = ("a test's salt",)
WRONG = Path("solutions/b1_rooms/u1_rooms/wrong")


def test_only_the_named_fixtures_are_judged(tiny: Course, tiny_grader: Grader) -> None:
    judged = []
    count, findings = validate_only(
        [tiny.unit("u1")],
        ["wrong/always_*", "solution"],
        tiny_grader,
        SALT,
        lambda done, all_, what: judged.append(what),
    )
    names = {"solution", "wrong/always_large", "wrong/always_valueerror"}
    assert {line.split()[1] for line in judged} == names
    assert (count, findings) == (3, ())


def test_a_verdict_that_is_not_announced_is_found(tiny_root: Path, best_rung: str) -> None:
    path = tiny_root / WRONG / "rate_written_in.py"
    path.write_text(path.read_text("utf-8").replace("claim=PASSED", "claim=WRONG"), "utf-8")
    course = load_course(tiny_root)
    with Grader(course, best_rung, jobs=1) as grader:
        unit = course.unit("u1")
        _, findings = validate_only([unit], ["wrong/rate_written_in"], grader, SALT)
        _, others = validate_only([unit], ["wrong/constant"], grader, SALT)
    assert [f.demand for f in findings] == ["wrong"]
    assert "claim announces WRONG but comes to PASSED" in findings[0].why.text("en")
    assert others == ()


def test_a_name_that_fits_nothing_says_which_ones_are_near(
    tiny: Course, tiny_grader: Grader
) -> None:
    with pytest.raises(UsageError, match="wrong/always_large"):
        validate_only([tiny.unit("u1")], ["wrong/always_larg"], tiny_grader, SALT)


def validated(*arguments: str) -> Result:
    root = Path(__file__).parents[1] / "tiny_course"
    command = ["validate", "u1", "--jobs", "1", "--course", str(root), *arguments]
    return CliRunner().invoke(main, command)


def test_the_command_says_that_it_was_only_a_part() -> None:
    result = validated("--only", "wrong/constant", "--salts", "1")
    assert result.exit_code == 0
    assert "1 fixture comes to what it announces" in result.stdout
    assert "every demand" not in result.stdout
    assert "(1 fixture, 1 of 3 salts)" in result.stderr


def test_the_command_says_that_it_was_not_under_every_salt() -> None:
    result = validated("--salts", "1")
    assert result.exit_code == 0
    assert "(all fixtures, 1 of 3 salts)" in result.stderr


def test_the_command_refuses_an_unknown_name() -> None:
    result = validated("--only", "wrong/nothing_of_the_kind")
    assert result.exit_code == USAGE
    assert "no fixture wrong/nothing_of_the_kind" in result.stderr
