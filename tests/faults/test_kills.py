"""Killed at any moment, any part of it, a class ends as if nothing had happened.

The sample kills each part once; `long` does it a hundred times. What the moments hit depends on
the machine; no verdict may.
"""

from __future__ import annotations

import csv
import io
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path

import pytest
from click.testing import CliRunner

from grader.cli import main
from grader.engine.grade import Grader
from grader.files import PART
from grader.gradebook.marks import read_marks
from tests.engine.tiny_class import BUNDLE, released_class
from tests.faults import processes
from tests.faults.class_of_twenty import copy_of, grades, hand_in_twenty, verdicts, written
from tests.faults.kills import ROOT, TARGETS, Fault, Tally, drawn, grade_command, grade_through
from tests.faults.processes import adopting, below, identities, left_of

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
SEED = 20_261_130
KILLS = 100
AT_ONCE = 10
"""Faults for one class: with more there would be few results left to wait for."""
MOST_CLASSES = 30
"""A fault whose moment does not come before a class is done waits for the next one."""


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory, tiny_grader: Grader, best_rung: str) -> Path:
    """Return a class that was handed in, and not graded yet."""
    if best_rung != "A":
        pytest.skip("only rung A tells a box killed from outside from one that ends itself")
    classroom = released_class(tmp_path_factory.mktemp("fresh"), tiny_grader)
    hand_in_twenty(classroom, tiny_grader.course)
    return classroom.folder


@pytest.fixture(scope="module")
def undisturbed(fresh: Path) -> Path:
    """Return the same class, graded."""
    folder = copy_of(fresh, fresh.parent / "undisturbed")
    subprocess.run(
        grade_command(folder, "--quiet", "--jobs", "1"), cwd=ROOT, check=True, capture_output=True
    )
    return folder


def exported(folder: Path) -> str:
    return CliRunner().invoke(main, ["export", "b1", "--class", str(folder)]).stdout


def assert_nothing_happened(tally: Tally, folder: Path, undisturbed: Path) -> None:
    assert tally.lost == []
    assert tally.orphans == []
    assert not any("Traceback" in said for said in tally.said), tally.said
    assert set(tally.codes) <= {0, 3, -9}
    assert verdicts(folder) == verdicts(undisturbed)
    assert written(folder) == written(undisturbed)
    assert grades(folder) == grades(undisturbed)
    assert read_marks(folder, BUNDLE) == read_marks(undisturbed, BUNDLE)
    assert exported(folder) == exported(undisturbed)
    assert [path for path in folder.rglob(f".*{PART}*") if "submitted" not in path.parts] == []
    assert (folder / ".lock").read_text() == ""


def kill(
    faults: Sequence[Fault], fresh: Path, undisturbed: Path, folder: Path, *options: str
) -> Tally:
    """Grade copies of a class until all faults have come; return what came of all of them."""
    whole, waiting = Tally(), list(faults)
    for _ in range(MOST_CLASSES):
        copy_of(fresh, folder)
        tally = grade_through(folder, waiting[:AT_ONCE], *options)
        assert_nothing_happened(tally, folder, undisturbed)
        shutil.rmtree(folder)
        whole += tally
        waiting = [*tally.left, *waiting[AT_ONCE:]]
        if not waiting:
            break
    return whole


def test_the_undisturbed_class_has_every_result_once(undisturbed: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(exported(undisturbed))))
    assert len({(row["student"], row["unit"], row["key"]) for row in rows}) == len(rows)
    cells = [row[:3] for row in grades(undisturbed)]
    assert len(set(cells)) == len(cells)
    assert len({row[0] for row in cells}) == 20
    assert len(verdicts(undisturbed)) == 36  # stubs are alike, and judged once


def test_a_kill_of_each_part_changes_nothing(
    fresh: Path, undisturbed: Path, tmp_path: Path
) -> None:
    faults = list(islice(drawn(SEED), len(TARGETS)))
    tally = kill(faults, fresh, undisturbed, tmp_path / "class", "--jobs", "1")
    assert tally.injected == dict.fromkeys(TARGETS, 1)


def test_an_orphan_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "GONE_AFTER_S", 0.0)
    with adopting():
        known = identities(below(os.getpid()))
        subprocess.run(["sh", "-c", "sleep 1000 &"], check=True)
        (orphan,) = left_of(known)
        os.kill(orphan.pid, signal.SIGKILL)
        os.waitpid(orphan.pid, 0)
        assert "sleep" in orphan.command
        assert left_of(known) == []


@pytest.mark.long
def test_a_hundred_kills_change_nothing(
    fresh: Path,
    undisturbed: Path,
    tmp_path: Path,
    record_testsuite_property: Callable[[str, object], None],
) -> None:
    tally = kill(list(islice(drawn(SEED + 1), KILLS)), fresh, undisturbed, tmp_path / "class")
    record_testsuite_property("kills", dict(tally.injected))
    record_testsuite_property("runs and how they ended", dict(tally.codes))
    assert tally.injected.total() == KILLS
