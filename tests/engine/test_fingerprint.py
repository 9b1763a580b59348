"""A job's key changes with everything its verdict depends on, and with nothing else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from grader.course import load_course
from grader.engine.fingerprint import (
    VERDICT_PARTS,
    grader_fingerprint,
    hash_parts,
    imported_files,
    unit_fingerprint,
)
from grader.engine.plan import Job

PACKAGE = Path(__file__).parents[2] / "grader"
UNIT = "b1_rooms/u1_rooms"


def fingerprint(root: Path) -> str:
    return unit_fingerprint(load_course(root).unit("u1"), root)


def append(name: str) -> Callable[[Path], None]:
    def change(root: Path) -> None:
        path = root / name
        path.write_text(path.read_text("utf-8") + "\n# changed\n", "utf-8")

    return change


@pytest.mark.parametrize(
    "name",
    [
        f"assignments/{UNIT}/test_public.py",
        f"assignments/{UNIT}/inputs.py",
        f"assignments/{UNIT}/given.py",
        f"solutions/{UNIT}/test_hidden.py",
    ],
)
def test_a_file_that_checks_use_changes_it(name: str, tiny_root: Path) -> None:
    before = fingerprint(tiny_root)
    append(name)(tiny_root)
    assert fingerprint(tiny_root) != before


@pytest.mark.parametrize(
    "name",
    [
        f"assignments/{UNIT}/prompt.zh.md",
        f"assignments/{UNIT}/stub.py",
        f"solutions/{UNIT}/solution.py",
        f"solutions/{UNIT}/rubric.md",
        "assignments/b1_rooms/u2_counter/inputs.py",
    ],
)
def test_other_files_do_not(name: str, tiny_root: Path) -> None:
    before = fingerprint(tiny_root)
    append(name)(tiny_root)
    assert fingerprint(tiny_root) == before


def test_limits_and_points_change_it(tiny_root: Path) -> None:
    before = fingerprint(tiny_root)
    path = tiny_root / "assignments" / UNIT / "unit.toml"
    path.write_text(path.read_text("utf-8") + "\n[limits]\ncpu_s = 3\n", "utf-8")
    assert fingerprint(tiny_root) != before


def test_a_reference_file_is_followed_through_its_imports(tiny_root: Path) -> None:
    models = tiny_root / "reference" / "models"
    models.mkdir(parents=True)
    (models.parent / "__init__.py").write_text("")
    (models / "__init__.py").write_text("")
    (models / "deep.py").write_text("VALUE = 1\n")
    (models / "rooms.py").write_text("from reference.models.deep import VALUE\n")
    hidden = tiny_root / "solutions" / UNIT / "test_hidden.py"
    hidden.write_text("from reference.models import rooms\n" + hidden.read_text("utf-8"), "utf-8")
    found = {p.relative_to(tiny_root).as_posix() for p in imported_files([hidden], tiny_root)}
    assert {"reference/models/rooms.py", "reference/models/deep.py"} <= found
    before = fingerprint(tiny_root)
    append("reference/models/deep.py")(tiny_root)
    assert fingerprint(tiny_root) != before


def test_every_part_that_decides_a_verdict_exists() -> None:
    for part in VERDICT_PARTS:
        assert (PACKAGE / part).exists(), part
    assert len(grader_fingerprint()) == 64


def test_parts_cannot_run_together() -> None:
    assert hash_parts([b"ab", b"c"]) != hash_parts([b"a", b"bc"])


JOB = Job(unit="u", salt="s", rung="A", cells=((0, "x = 1"),))


@pytest.mark.parametrize(
    "other",
    [
        Job(unit="v", salt="s", rung="A", cells=((0, "x = 1"),)),
        Job(unit="u", salt="t", rung="A", cells=((0, "x = 1"),)),
        Job(unit="u", salt="s", rung="B", cells=((0, "x = 1"),)),
        Job(unit="u", salt="s", rung="A", cells=((1, "x = 1"),)),
        Job(unit="u", salt="s", rung="A", cells=((0, "x = 2"),)),
        Job(unit="u", salt="s", rung="A", cells=((0, "x = 1"),), unanswered=("f",)),
        Job(unit="u", salt="s", rung="A", cells=((0, "x = 1"),), defined_in={"f": 0}),
        Job(unit="u", salt="s", rung="A", cells=((0, "x = 1"),), scope="public"),
        Job(unit="u", salt="s", rung="A", cells=((0, "x = 1"),), fingerprint="f"),
    ],
)
def test_every_field_of_a_job_is_in_its_key(other: Job) -> None:
    assert other.key != JOB.key
    assert Job(unit="u", salt="s", rung="A", cells=((0, "x = 1"),)).key == JOB.key
