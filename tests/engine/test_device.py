"""A class on a GPU that is none: who is tried, what is shared, what is written down."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from grader.box import Rung
from grader.course import load_course
from grader.engine import device as engine
from grader.engine.classroom import Classroom
from grader.engine.device import ClassTrial, report_path
from grader.engine.device_bench import Bench
from grader.engine.device_gpus import Gpu
from grader.engine.device_unit import device_units, load_device
from grader.errors import CourseError, UsageError
from grader.report.device import DeviceReport, print_device
from tests.engine import device_stub
from tests.engine.device_class import BUNDLE, UNIT, FakeZygote, with_device

GPUS = (Gpu(0, "GPU-0a", (9, 0), "one"), Gpu(1, "GPU-1b", (9, 0), "two"))
WORKS = {
    "amy": "# naive: right\n# shared: right",
    "ben": "# naive: right\n# shared: right",
    "cat": "# naive: right\n# shared: idle",
    "dan": "# naive: illegal\n# shared: untypable",
}


def notebook(source: str) -> str:
    cell = {"cell_type": "code", "metadata": {}, "source": source, "outputs": []}
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [cell]})


@pytest.fixture
def classroom(tiny_root: Path, tmp_path: Path) -> Classroom:
    """A class in which five students handed something in, one of them no notebook."""
    made = Classroom.create(tmp_path / "class", with_device(tiny_root))
    for student, source in WORKS.items():
        folder = made.folder / "submitted" / student / BUNDLE
        folder.mkdir(parents=True)
        (folder / f"{UNIT}.ipynb").write_text(notebook(source), "utf-8")
    (made.folder / "submitted" / "eve" / BUNDLE).mkdir(parents=True)
    return made


@pytest.fixture
def tried(
    classroom: Classroom, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[], DeviceReport]:
    program = (sys.executable, str(device_stub.__file__), str(tmp_path / "log"))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setattr(engine, "Zygote", FakeZygote)
    monkeypatch.setattr(engine, "Bench", partial(Bench, program=program))

    def run() -> DeviceReport:
        course = classroom.course()
        trial = ClassTrial(classroom, course, course.bundle(BUNDLE), 7)
        return trial.run(GPUS, Rung.A, lambda message: None)

    return run


def test_every_student_is_in_the_report(tried: Callable[[], DeviceReport], tmp_path: Path) -> None:
    report = tried()
    assert [each.student for each in report.tried] == [*WORKS, "eve"]
    assert (report.seed, report.gpus) == (7, ("GPU 0 (one)", "GPU 1 (two)"))
    amy, ben, cat, dan, eve = report.tried
    assert amy.settings == ben.settings
    assert [k.right for k in amy.settings[0].kernels] == [True, True]
    assert [k.right for k in cat.settings[0].kernels] == [True, False]
    assert [k.right for k in dan.settings[0].kernels] == [False, False]
    assert (eve.settings, eve.why is None) == ((), False)
    # Amy and Ben handed in the same cells: one box and one runner, as for Cat and for Dan.
    starts = [line for line in (tmp_path / "log").read_text().splitlines() if "start" in line]
    assert len(starts) == 3


def test_the_record_can_be_read_back(tried: Callable[[], DeviceReport]) -> None:
    import msgspec

    report = tried()
    data = msgspec.json.encode(report)
    assert msgspec.json.decode(data, type=DeviceReport) == report


def test_a_table_shows_who_is_right_and_why_others_are_not(
    tried: Callable[[], DeviceReport], capsys: pytest.CaptureFixture[str]
) -> None:
    report = tried()
    print_device(report, "en")
    shown = capsys.readouterr().out
    assert "✓ 3/3" in shown
    assert "✗ 0/3" in shown
    assert "1 (1–1)" in shown
    # One line a reason: what follows from the first failure of a kernel is not told again.
    told = " ".join(shown.split())
    assert told.count("cudaErrorIllegalAddress") == 1
    assert "dan (TILE = 2): naive, M = 1, N = 1: the launch failed" in told
    assert "eve (–): " in told
    assert "TypingError: no such thing" in told
    assert "no mark depends on it" in shown
    print_device(report, "zh")
    assert "不影响分数" in capsys.readouterr().out


def test_the_record_lies_in_no_students_folder(classroom: Classroom) -> None:
    bundle = classroom.course().bundle(BUNDLE)
    path = report_path(classroom, bundle)
    assert path.parent == classroom.folder / "feedback"
    assert not any(path.name == student for student in classroom.students(BUNDLE))


# --- device.py ------------------------------------------------------------------------------------


def test_a_bundle_without_such_a_unit_is_refused(tiny_root: Path) -> None:
    with pytest.raises(UsageError, match="no unit of b1_rooms runs on a GPU"):
        device_units(load_course(tiny_root).bundle(BUNDLE))


@pytest.mark.parametrize(
    ("source", "says"),
    [("KERNELS = ()", "CONSTANTS"), ("1 / 0", "ZeroDivisionError"), ("def", "SyntaxError")],
)
def test_a_device_file_that_cannot_be_used_names_what_is_wrong(
    tiny_root: Path, source: str, says: str
) -> None:
    course = load_course(with_device(tiny_root, source))
    with pytest.raises(CourseError, match=says):
        load_device(course.unit(UNIT), course.root)


def test_the_course_says_how_c03_runs() -> None:
    """Inputs exact in float32 whatever the order of adding, and a grid that covers C."""
    import numpy as np

    course = load_course(Path(__file__).parents[2])
    unit = course.unit("c03")
    device: Any = load_device(unit, course.root)
    assert set(device.KERNELS) <= set(unit.entry_points)
    assert max(max(size) for size in device.SIZES) >= 2000
    assert list(device.SIZES) == sorted(device.SIZES)
    assert device.TIMED in device.SIZES
    for size in device.SIZES[:3]:
        given = device.arguments(size, np.random.default_rng(1))
        exact = given["A"].astype(int) @ given["B"].astype(int)
        assert np.array_equal(device.expected(given)["C"], exact)
        for constants in device.CONSTANTS:
            grid, block = device.launch(size, constants)
            covered = zip(grid, block, (size[1], size[0]), strict=True)
            assert all(0 <= g * b - n < b for g, b, n in covered)
            assert block[0] * block[1] <= 1024
    largest = max(size[2] for size in device.SIZES)
    assert device.LARGEST**2 * largest < 2**24
