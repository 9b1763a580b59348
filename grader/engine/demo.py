"""`grader demo`: a class made from the course's own fixtures, released to and graded for real.

Every student hands in one fixture per unit: the solution, an unusual right one, a named wrong, the
untouched stub. The table at the end therefore shows verdicts whose truth is known.
"""

from __future__ import annotations

import datetime as dt
import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from grader.course import Bundle, Unit, load_course
from grader.engine.classroom import Classroom
from grader.engine.fixtures import Fixture, unit_fixtures
from grader.engine.grade import Grader, Progress, grade_bundle
from grader.engine.release import release_bundle
from grader.engine.walls import choose_rung
from grader.messages import LANGS, Lang, say
from grader.outcome import WRITTEN_KEY
from grader.report.class_table import print_class

STUDENTS = (
    "ada",
    "bo",
    "chen_yu",
    "diego",
    "emil",
    "fatima",
    "grace",
    "hu_jing",
    "ines",
    "joon",
    "李雷",
    "韩梅梅",
)
ANSWER = {
    "zh": "（演示答案）先核对测量，再核对计数，最后才谈优化。",
    "en": "(demo answer) First check the measurement, then the counts, and only then optimise.",
}


def run_demo(root: Path, out: Path, jobs: int | None, progress: Progress, lang: Lang) -> int:
    """Make, release to and grade the demo class under `out`; return the exit code."""
    course = load_course(root)
    folder = out / "class"
    if folder.exists():
        shutil.rmtree(folder)
    classroom = Classroom.create(folder, root)
    rung = choose_rung(trust=True)
    not_judged = 0
    with Grader(course, rung, (classroom.folder,), jobs) as grader, classroom.locked():
        for bundle in course.bundles:
            released = release_bundle(
                classroom,
                bundle,
                grader,
                out / "handout",
                langs=LANGS,
                tracks=tuple({u.track for u in bundle.units}),
                today=dt.date.today(),
                progress=progress,
            )
            if released.findings:
                for finding in released.findings:
                    click.echo(f"✗ {finding.unit} {finding.why.text(lang)}", err=True)
                return 2
            hand_in(classroom, bundle)
            report, _ = grade_bundle(classroom, bundle, grader, progress=progress)
            print_class(report, classroom.folder, lang)
            not_judged += report.not_judged
    click.echo(say("demo.look", handout=str(out / "handout"), folder=str(folder)).text(lang))
    return 3 if not_judged else 0


def hand_in(classroom: Classroom, bundle: Bundle) -> None:
    """Write one submission per student and unit, each from a fixture of that unit."""
    for unit in bundle.units:
        blank = (classroom.folder / "source" / bundle.id / f"{unit.id}.ipynb").read_bytes()
        for student, fixture in zip(STUDENTS, _spread(unit), strict=False):
            target = classroom.folder / "submitted" / student / bundle.id / f"{unit.id}.ipynb"
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(answered(blank, fixture))


def answered(blank: bytes, fixture: Fixture) -> bytes:
    """Return a released notebook with a fixture's code in its solution cells.

    The stub stays as it was released. Otherwise the first solution cell takes the first piece of
    code, the next the second, and the others are emptied.
    """
    notebook: dict[str, Any] = json.loads(blank)
    if fixture.name == "stub":
        return blank
    pieces = list(fixture.cells)
    for cell in notebook["cells"]:
        tag = cell["metadata"].get("nbgrader", {})
        if not tag.get("solution"):
            continue
        if cell["cell_type"] == "code":
            cell["source"] = pieces.pop(0) if pieces else ""
        elif tag["grade_id"].endswith(f"-{WRITTEN_KEY}"):
            cell["source"] = "\n\n".join(ANSWER.values())
    return json.dumps(notebook, ensure_ascii=False, indent=1).encode()


def _spread(unit: Unit) -> Sequence[Fixture]:
    """Return fixtures in an order that shows something of each kind early."""
    fixtures = {f.name: f for f in unit_fixtures(unit)}
    wrong = [f for n, f in fixtures.items() if n.startswith("wrong/")]
    right = [f for n, f in fixtures.items() if n.startswith("right/")]
    return [fixtures["solution"], *right[:2], wrong[0], fixtures["stub"], *wrong[1:], *right[2:]]
