"""Turns, and what a course has to offer for timing."""

from __future__ import annotations

import itertools
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from grader.course import Course
from grader.engine.contender import Round
from grader.engine.timeable import course_timing, submission_cells, unit_timing
from grader.engine.timing import _order
from grader.errors import SubmissionError, UsageError

PLUGIN = """
COMMANDS = {}
def timing():
    class Course:
        TIMINGS = {"u1_rooms": "how"}
    return Course
"""


@pytest.mark.parametrize(("count", "neighbours"), [(1, 0), (2, 2), (3, 6), (4, 8)])
def test_everyone_takes_every_place_and_follows_either_neighbour(
    count: int, neighbours: int
) -> None:
    everyone: list[Any] = list("abcd"[:count])
    orders = [_order(everyone, number) for number in range(2 * count)]
    assert all(sorted(order) == everyone for order in orders)
    for place in range(count):
        assert {order[place] for order in orders} == set(everyone)
    follows = {pair for order in orders for pair in itertools.pairwise(order)}
    assert len(follows) == neighbours


def test_one_round_has_one_content_and_names_the_first_mistake() -> None:
    np = pytest.importorskip("numpy")
    kwargs = {"x": np.zeros(5, np.float32), "n": 3, "out": np.zeros(5, np.float32)}
    case: Any = SimpleNamespace(kwargs=kwargs, outputs=("out",))
    timing: Any = SimpleNamespace(expected=lambda given: {"out": given["x"] + given["n"]})
    round_ = Round(timing, case, 1)
    want = np.array([round_._expected["out"]])[0]
    assert round_.mistake({"out": want}) is None
    for wrong in (np.nan, want[2] + 1):
        got = want.copy()
        got[2:] = wrong
        found = round_.mistake({"out": got})
        assert found is not None
        assert (found["array"], found["where"], found["got"]) == ("out", "[2]", f"{wrong:g}")
    assert not kwargs["x"].any()


# --- what a course offers -------------------------------------------------------------------------


def with_plugin(root: Path, name: str, text: str) -> Path:
    course = root / "assignments" / "course.toml"
    course.write_text(f'plugins = ["{name}"]\n' + course.read_text("utf-8"), "utf-8")
    (root / f"{name}.py").write_text(text)
    return root


def test_a_plugin_with_timing_is_found(tiny_root: Path) -> None:
    found = course_timing(with_plugin(tiny_root, "tiny_timing", PLUGIN))
    assert list(found.TIMINGS) == ["u1_rooms"]


def test_a_plugin_without_is_not_enough(tiny_root: Path) -> None:
    with pytest.raises(UsageError, match="how to time"):
        course_timing(with_plugin(tiny_root, "tiny_untimed", "COMMANDS = {}"))


def test_a_unit_by_its_first_word_or_the_list_of_all(tiny: Course) -> None:
    known: Any = {"u1_rooms": "how", "x9_not_in_this_course": "how"}
    assert unit_timing(tiny, "u1", known).id == "u1_rooms"
    for name in ("u2", "x9"):
        with pytest.raises(UsageError) as refused:
            unit_timing(tiny, name, known)
        assert refused.value.hint is not None
        assert refused.value.hint.args == {"units": "u1_rooms"}


def test_a_file_of_the_course_follows_the_solution_and_another_stands_alone(
    tiny: Course, tmp_path: Path
) -> None:
    unit = tiny.unit("u1")
    right = unit.right[0]
    solution = (unit.secret / "solution.py").read_text("utf-8")
    source = right.read_text("utf-8")
    assert submission_cells(right, unit, tiny) == ((0, solution), (1, source))
    for name in ("solution.py", "mine.py"):
        path = tmp_path / name
        path.write_text(f"\ufeff{source}", "utf-8")
        assert submission_cells(path, unit, tiny) == ((0, source),)


def test_a_notebook_has_to_be_of_the_unit(tiny: Course, tmp_path: Path) -> None:
    import json

    cell = {"cell_type": "code", "metadata": {}, "source": "x = 1", "outputs": []}
    notebook = {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [cell]}
    path = tmp_path / "u1_rooms.ipynb"
    path.write_text(json.dumps(notebook))
    assert submission_cells(path, tiny.unit("u1"), tiny) == ((0, "x = 1"),)
    with pytest.raises(UsageError, match="u1_rooms, not of u2_counter"):
        submission_cells(path, tiny.unit("u2"), tiny)


def test_a_link_is_not_followed(tiny: Course, tmp_path: Path) -> None:
    (tmp_path / "elsewhere.py").write_text("x = 1")
    (tmp_path / "mine.py").symlink_to(tmp_path / "elsewhere.py")
    with pytest.raises(SubmissionError):
        submission_cells(tmp_path / "mine.py", tiny.unit("u1"), tiny)
