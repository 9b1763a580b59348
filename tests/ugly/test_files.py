"""Which file of a student's folder counts for a unit, told without running any of it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from grader.course import Bundle, load_course
from grader.engine.handed_in import MAX_DEPTH, MAX_FILES, list_files
from grader.engine.submissions import Work, read_works
from grader.errors import SubmissionError
from tests.ugly.case import COST, ROOM, code
from tests.ugly.ugly_class import BUNDLE, TINY

UNITS = ("u2_counter", "u1_rooms")
RUNNING = "def running_sum(x, total):\n    return 1\n"


@pytest.fixture(scope="module")
def bundle() -> Bundle:
    return load_course(TINY).bundle(BUNDLE)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "ada" / BUNDLE
    path.mkdir(parents=True)
    return path


def notebook(*cells: str, unit: str = "") -> bytes:
    """Return a notebook with these code cells, and metadata that names the unit if one is given."""
    metadata = {"rooflab": {"unit": unit}} if unit else {}
    return json.dumps({"cells": [code(c) for c in cells], "metadata": metadata}).encode()


@pytest.fixture
def works(folder: Path, bundle: Bundle) -> Callable[[dict[str, bytes]], dict[str, Work]]:
    """Hand in files by name and return the work for each unit."""

    def works(files: dict[str, bytes]) -> dict[str, Work]:
        for name, data in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)
        return {w.unit: w for w in read_works(folder, "ada", bundle, bundle.units)}

    return works


Works = Callable[[dict[str, bytes]], dict[str, Work]]
ANSWERED, EMPTY = notebook(ROOM, unit="u1_rooms"), notebook("x = 1", unit="u1_rooms")


@pytest.mark.parametrize(
    ("files", "counts"),
    [
        ({"u1_rooms.ipynb": ANSWERED, "a.ipynb": ANSWERED}, "u1_rooms.ipynb"),
        ({"u1_rooms.ipynb": EMPTY, "a.ipynb": ANSWERED}, "a.ipynb"),
        ({"u1_rooms.ipynb": EMPTY, "a.ipynb": EMPTY}, "u1_rooms.ipynb"),
        ({"u1_rooms.ipynb": b"", "u1 (1).ipynb": EMPTY}, "u1 (1).ipynb"),
        ({"u1_rooms.ipynb": b"", "u1 (1).ipynb": b""}, "u1_rooms.ipynb"),
        ({"u1 (2).ipynb": ANSWERED, "u1 (1).ipynb": ANSWERED}, "u1 (1).ipynb"),
        ({"a/u1_rooms.ipynb": ANSWERED, "z.ipynb": ANSWERED}, "z.ipynb"),
        ({"a/u1_rooms.ipynb": ANSWERED, "u1_rooms.ipynb": EMPTY}, "a/u1_rooms.ipynb"),
        ({"a/b/u1_rooms.ipynb": ANSWERED, "a/z.ipynb": ANSWERED}, "a/z.ipynb"),
        ({"u1_rooms.py": b"x = 1", "u1.pdf": b"%PDF"}, "u1.pdf"),
        ({"u1_rooms.zip": b"PK", "u1_rooms.ipynb": b""}, "u1_rooms.ipynb"),
    ],
)
def test_of_several_files_one_counts_and_the_others_are_named(
    works: Works, files: dict[str, bytes], counts: str
) -> None:
    work = works(files)["u1_rooms"]
    assert work.file == counts
    note = next(n for n in work.notes if n.id == "work.several")
    assert note.args["file"] == counts
    assert all(name in str(note.args["others"]) for name in files if name != counts)


def test_one_good_file_needs_no_note(works: Works) -> None:
    beside = {"u1_rooms.py": b"", "u1_rooms.pdf": b"", "notes.txt": b"", "timestamp.txt": b""}
    work = works({"u1_rooms.ipynb": ANSWERED, **beside})["u1_rooms"]
    assert (work.file, work.problem) == ("u1_rooms.ipynb", None)
    assert not {n.id for n in work.notes} & {"work.several", "work.renamed", "work.unmatched"}


def test_functions_tell_the_unit_where_nothing_else_does(works: Works) -> None:
    found = works({"a.ipynb": notebook(COST), "b.ipynb": notebook(RUNNING)})
    assert [found[unit].file for unit in UNITS] == ["b.ipynb", "a.ipynb"]
    ids = [note.id for note in found["u1_rooms"].notes]
    assert "work.by_functions" in ids
    assert "notebook.unknown_unit" not in ids
    assert "work.renamed" not in ids


def test_functions_of_two_units_tell_nothing(works: Works) -> None:
    found = works({"a.ipynb": notebook(COST, RUNNING)})
    for unit in UNITS:
        problem = found[unit].problem
        assert problem is not None
        assert problem.id == "work.unmatched"
        assert problem.args == {"file": f"{unit}.ipynb", "others": "a.ipynb"}


def test_the_functions_do_not_overrule_what_the_file_says(works: Works) -> None:
    found = works({"a.ipynb": notebook(COST, unit="u2_counter")})
    assert (found["u2_counter"].file, found["u1_rooms"].file) == ("a.ipynb", "")


def test_what_matches_nothing_is_named_only_where_a_unit_is_missing(works: Works) -> None:
    found = works({"u1_rooms.ipynb": ANSWERED, "scratch.ipynb": b"{}", "all.zip": b"PK"})
    assert found["u1_rooms"].problem is None
    problem = found["u2_counter"].problem
    assert problem is not None
    assert problem.args["others"] == "scratch.ipynb, all.zip"


@pytest.mark.parametrize(
    "name",
    [
        "._u1_rooms.ipynb",
        ".~u1_rooms.ipynb",
        ".ipynb_checkpoints/u1_rooms-checkpoint.ipynb",
        "__MACOSX/u1_rooms.ipynb",
        ".git/u1_rooms.ipynb",
        "/".join("a" * (MAX_DEPTH + 1)) + "/u1_rooms.ipynb",
    ],
)
def test_what_systems_leave_behind_is_not_the_students(works: Works, name: str) -> None:
    problem = works({name: ANSWERED})["u1_rooms"].problem
    assert problem is not None
    assert problem.id == "work.missing"


def test_a_flood_of_files_does_not_hide_the_one_that_counts(works: Works) -> None:
    files = {f"a{i}.ipynb": b"{}" for i in range(2 * MAX_FILES)}
    assert works({**files, "u1_rooms.ipynb": ANSWERED})["u1_rooms"].problem is None


def test_links_inside_the_folder_are_not_followed(works: Works, folder: Path) -> None:
    (folder.parent / "other").mkdir()
    (folder.parent / "other" / "u1_rooms.ipynb").write_bytes(ANSWERED)
    (folder / "deep").symlink_to("../other")
    (folder / "loop").symlink_to(".")
    problem = works({})["u1_rooms"].problem
    assert problem is not None
    assert problem.id == "work.missing"


def test_a_folder_that_cannot_be_read_costs_its_student_only(
    works: Works, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: object) -> object:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "scandir", refuse)
    work = works({})["u1_rooms"]
    assert work.problem is not None
    assert (work.problem.id, work.file) == ("intake.unreadable", BUNDLE)


def test_a_name_that_is_not_utf_8_is_read_as_windows_wrote_it(folder: Path) -> None:
    raw = os.fsdecode("作业.ipynb".encode("gb18030"))
    (folder / raw).touch()
    (found,) = list_files(folder, UNITS)
    assert (found.path, found.shown) == (raw, "作业.ipynb")


def test_a_folder_that_is_gone_is_said(tmp_path: Path) -> None:
    with pytest.raises(SubmissionError) as caught:
        list_files(tmp_path / "nobody" / BUNDLE, UNITS)
    assert caught.value.message.id == "intake.unreadable"
