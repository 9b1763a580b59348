"""A class of one bundle whose verdicts are written here, not found: the gradebook believes them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader.course import Bundle, load_course
from grader.gradebook.record import Recorded, record_bundle
from grader.messages import LANGS, Message, say
from grader.notebooks.build import build_notebook, dumps
from grader.notebooks.read import read_notebook
from grader.notebooks.written import is_answered
from grader.outcome import (
    CallShown,
    CheckResult,
    Failure,
    Key,
    KeyResult,
    Status,
    StudentReport,
    Text,
    UnitReport,
    UnitResult,
    UnitRow,
)
from tests.notebooks.conftest import FILES, SENTENCES

BUNDLE = "b4_cost"
UNIT = "q13_message_batches"
OTHER = "q14_plain"
POINTS: dict[str, dict[Key, str]] = {
    UNIT: {"ex": "3", "prop": "2.5", "wr": "4"},
    OTHER: {"ex": "1"},
}
EX, PROP, WR = (f"{UNIT}-{key}" for key in ("ex", "prop", "wr"))
COURSE_ID = "par-101"

Verdicts = Mapping[Key, str]
"""Points by automatic key; "" for one that was not judged."""


@dataclass
class SmallClass:
    """A class folder with two released units."""

    folder: Path
    bundle: Bundle

    def hand_in(
        self,
        student: str,
        unit: str = UNIT,
        *,
        code: str = "def transfer_s(total_bytes, messages):\n    return 1.0",
        answer: str | None = None,
        change: Callable[[dict[str, Any]], object] = lambda notebook: None,
    ) -> Path:
        """Write a submission with `code` in the cell of `transfer_s` and a written answer."""
        notebook = json.loads((self.folder / "source" / BUNDLE / f"{unit}.ipynb").read_bytes())
        for cell in notebook["cells"]:
            if cell["id"] == f"{UNIT}-transfer_s":
                cell["source"] = code
            elif cell["id"] == WR and answer is not None:
                cell["source"] = answer
        change(notebook)
        path = self.folder / "submitted" / student / BUNDLE / f"{unit}.ipynb"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(notebook, ensure_ascii=False), "utf-8")
        return path

    def report(self, student: str, *units: UnitReport) -> StudentReport:
        """Return a student's report."""
        return StudentReport(student, BUNDLE, self.bundle.title, units)

    def unit(self, student: str, verdicts: Verdicts, unit: str = UNIT) -> UnitReport:
        """Return the report of one unit as handed in, with these verdicts."""
        path = self.folder / "submitted" / student / BUNDLE / f"{unit}.ipynb"
        read = read_notebook(path.read_bytes(), [UNIT, OTHER], path.name)
        written = read.written if "wr" in POINTS[unit] else None
        row = UnitRow(
            unit,
            status=Status.PASSED,
            points=points_of(verdicts),
            possible="5.5",
            file=path.name,
            notes=read.notes,
            written="" if written is None else "answered" if is_answered(written) else "empty",
        )
        title = next(u.title for u in self.bundle.units if u.id == unit)
        return UnitReport(row, title, POINTS[unit], result_of(unit, verdicts), written)

    def nothing(self, unit: str = UNIT, *, file: str = "", problem: Message | None) -> UnitReport:
        """Return the report of a unit with nothing to judge."""
        written = "empty" if "wr" in POINTS[unit] else ""
        row = UnitRow(unit, Status.ERROR, "0", "5.5", file, problem=problem, written=written)
        return UnitReport(row, Text("标题", "Title"), POINTS[unit])

    def record(self, *reports: StudentReport) -> Recorded:
        """Record reports in both languages."""
        return record_bundle(self.folder, COURSE_ID, self.bundle, reports, LANGS)

    def page(self, student: str, unit: str = UNIT) -> dict[str, Any]:
        """Return a page as it was written."""
        path = self.folder / "autograded" / student / BUNDLE / f"{unit}.ipynb"
        page: dict[str, Any] = json.loads(path.read_bytes())
        return page


def make_class(folder: Path) -> SmallClass:
    """Return a class to which a bundle of two units was released."""
    for name, text in FILES.items():
        path = folder / "course" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    bundle = load_course(folder / "course").bundle(BUNDLE)
    made = SmallClass(folder / "class", bundle)
    (made.folder / "results").mkdir(parents=True)
    release(made)
    return made


def release(small: SmallClass) -> None:
    """Write the released notebooks."""
    source = small.folder / "source" / BUNDLE
    source.mkdir(parents=True, exist_ok=True)
    for unit in small.bundle.units:
        sentences = SENTENCES if unit.id == UNIT else {}
        notebook = build_notebook(unit, LANGS, sentences, {"ex"}, "2026.09.01")
        (source / f"{unit.id}.ipynb").write_bytes(dumps(notebook))


def points_of(verdicts: Verdicts) -> str:
    """Return the automatic points, "" while one is not known."""
    if not all(verdicts.values()):
        return ""
    return f"{sum(map(float, verdicts.values())):g}"


def result_of(unit: str, verdicts: Verdicts) -> UnitResult:
    """Return a result in which each key has one check."""
    statuses = {key: status_of(points, POINTS[unit][key]) for key, points in verdicts.items()}
    return UnitResult(
        unit=unit,
        job="0" * 8,
        rung="A",
        status=max(statuses.values(), key=lambda s: s.badness),
        keys=tuple(
            KeyResult(key, statuses[key], points, POINTS[unit][key])
            for key, points in verdicts.items()
        ),
        checks=tuple(check_of(key, status) for key, status in statuses.items()),
    )


def status_of(points: str, possible: str) -> Status:
    """Return the verdict that goes with some points."""
    if not points:
        return Status.NOT_JUDGED
    return Status.PASSED if points == possible else Status.WRONG


def check_of(key: Key, status: Status) -> CheckResult:
    """Return the check of a key, with evidence if it failed."""
    failure = None
    if status is not Status.PASSED:
        failure = Failure(
            why=say("check.no_call"),
            calls=(CallShown("transfer_s(total_bytes=1.0, messages=3)", "1.0"),),
            got="1.0",
            expected="3.25",
        )
    title = Text(f"{key}：时间随消息数增长。", f"{key}: more messages take longer.")
    return CheckResult(f"test_{key}", key, ("transfer_s",), 1, False, title, status, 5, failure)
