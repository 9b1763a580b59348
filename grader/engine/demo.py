"""`grader demo`: a class of 42 made from the course's own fixtures, released to, graded for real.

Every student hands in one fixture per unit (the solution, an unusual right one, a named wrong, the
untouched stub), so the truth of the table is known; in the first bundle the last seventeen have a
solution to which something happened on its way (`accidents`).
"""

from __future__ import annotations

import datetime as dt
import json
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from grader.course import Bundle, Course, Unit, load_course
from grader.engine.accidents import Accident, accidents
from grader.engine.classroom import Classroom
from grader.engine.export import export_bundle
from grader.engine.feedback import page_path
from grader.engine.fixtures import Fixture, unit_fixtures
from grader.engine.grade import Grader, Progress, grade_bundle
from grader.engine.publish import publish
from grader.engine.release import release_bundle
from grader.engine.roster import ROSTER
from grader.engine.walls import choose_rung
from grader.files import write_atomically
from grader.messages import LANGS, Lang, say
from grader.outcome import WRITTEN_KEY, ClassReport, StudentRow, UnitRow
from grader.report.class_table import print_class

NAMES = (
    *("Ada", "Bo", "Chen Yu", "Diego", "Emil", "Fatima", "Grace", "Hu Jing", "Ines", "Joon"),
    *("Kofi", "Lin", "Mia", "Nils", "Olga", "Priya", "Qiu", "Rosa", "Sven", "Tao", "Uma"),
    *("Vera", "Wen", "Xu", "Yara", "Zoe", "李雷", "韩梅梅", "张三", "李四", "王五", "赵六"),
    *(
        "孙七",
        "周八",
        "吴九",
        "郑十",
        "Doe, Jane",
        "O'Neil",
        "Müller",
        "Ångström",
        "陈小明",
        "林静",
    ),
)
ANSWER = {
    "zh": "（演示答案）先核对测量，再核对计数，最后才谈优化。",
    "en": "(demo answer) First check the measurement, then the counts, and only then optimise.",
}


def run_demo(
    root: Path,
    names: Sequence[str],
    out: Path,
    jobs: int | None,
    progress: Progress,
    lang: Lang,
) -> int:
    """Make, release to and grade the demo class under `out`; return the exit code.

    Parameters
    ----------
    names
        Bundles, as `Course.bundle` takes them; all of the course where there is none.

    Raises
    ------
    UsageError
        The course has no bundle of such a name.
    """
    course = load_course(root)
    bundles = chosen(course, names)
    folder = out / "class"
    if folder.exists():
        shutil.rmtree(folder)
    classroom = Classroom.create(folder, root)
    write_atomically(folder / ROSTER, _roster().encode())
    rung = choose_rung(trust=True)
    reports: list[ClassReport] = []
    scripts = classroom.scripts
    with (
        Grader(course, rung, (classroom.folder,), jobs, scripts=scripts) as grader,
        classroom.locked(),
    ):
        for bundle in bundles:
            if not _release(classroom, bundle, grader, out, progress, lang):
                return 2
            hand_in(classroom, bundle, happened=accidents() if bundle is bundles[0] else {})
            report, students = grade_bundle(
                classroom,
                bundle,
                grader,
                watch=lambda step: progress(step.done, step.all, step.unit),
            )
            for message in publish(classroom, course, bundle, students).messages:
                click.echo(f"{bundle.id}: {message.text(lang)}", err=True)
            _export(classroom, course, bundle, out)
            reports.append(report)
    whole = joined(reports)
    print_class(whole, classroom.folder, lang)
    _where_to_look(bundles[0], classroom, out, lang)
    return 3 if whole.not_judged else 0


def chosen(course: Course, names: Sequence[str]) -> tuple[Bundle, ...]:
    """Return the bundles of these names, each once; all where there is no name."""
    found = {bundle.id: bundle for bundle in map(course.bundle, names)}
    return tuple(found.values()) or course.bundles


def students(size: int = len(NAMES)) -> tuple[str, ...]:
    """Return the ids of a class: folder names, as a roster would have them."""
    return tuple(f"s{i:02d}" for i in range(1, size + 1))


def handed_in(unit: Unit, size: int) -> tuple[Fixture, ...]:
    """Return what each student of a class hands in, unless an accident happens."""
    fixtures = _spread(unit)
    return tuple(fixtures[i % len(fixtures)] for i in range(size))


def hand_in(
    classroom: Classroom,
    bundle: Bundle,
    happened: Mapping[str, Accident],
    ids: Sequence[str] = students(),
) -> None:
    """Write one submission per student and unit: a fixture, or a solution with an accident."""
    mishaps = list(happened.values())
    for unit in bundle.units:
        blank = (classroom.folder / "source" / bundle.id / f"{unit.id}.ipynb").read_bytes()
        fixtures = handed_in(unit, len(ids))
        for i, student in enumerate(ids):
            # The last ones meet accidents, with a solution: what they lose is the accident's.
            nth = i - len(ids) + len(mishaps)
            fixture = fixtures[i if nth < 0 else 0]
            data, name = answered(blank, fixture), f"{unit.id}.ipynb"
            if nth >= 0:
                name, data = mishaps[nth](data, unit.id)
            target = classroom.folder / "submitted" / student / bundle.id / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)


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


def joined(reports: Sequence[ClassReport]) -> ClassReport:
    """Return the tables of several bundles as one, with all units of a student in one row."""
    rows: dict[str, tuple[UnitRow, ...]] = {}
    for report in reports:
        for student in report.students:
            rows[student.student] = rows.get(student.student, ()) + student.units
    name = " ".join(report.bundle.split("_")[0] for report in reports)
    return ClassReport(name, reports[0].rung, tuple(StudentRow(s, u) for s, u in rows.items()))


def _release(
    classroom: Classroom, bundle: Bundle, grader: Grader, out: Path, progress: Progress, lang: Lang
) -> bool:
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
    for finding in released.findings:
        click.echo(f"✗ {finding.unit} {finding.why.text(lang)}", err=True)
    return not released.findings


def _export(classroom: Classroom, course: Course, bundle: Bundle, out: Path) -> None:
    text = export_bundle(classroom, course, bundle).text("csv", bom=True)
    write_atomically(out / f"{bundle.id}.csv", text.encode())


def _where_to_look(bundle: Bundle, classroom: Classroom, out: Path, lang: Lang) -> None:
    """Print three addresses: a student's page, the points, and formgrader."""
    page = page_path(classroom.folder, students()[4], bundle.id)
    command = f"{Path(sys.executable).with_name('jupyter')} lab"
    click.echo(
        say(
            "demo.look",
            page=page.as_uri(),
            csv=str((out / f"{bundle.id}.csv").resolve()),
            folder=str(classroom.folder),
            command=command,
        ).text(lang)
    )


def _roster() -> str:
    rows = (
        f'{s},"{n}",{"AB"[i % 2]}' for i, (s, n) in enumerate(zip(students(), NAMES, strict=True))
    )
    return "\n".join(["student,name,group", *rows]) + "\n"


def _spread(unit: Unit) -> Sequence[Fixture]:
    """Return fixtures in an order that shows something of each kind early."""
    return tuple(_in_order({f.name: f for f in unit_fixtures(unit)}))


def _in_order(fixtures: dict[str, Fixture]) -> Iterator[Fixture]:
    wrong = [f for n, f in fixtures.items() if n.startswith("wrong/")]
    right = [f for n, f in fixtures.items() if n.startswith("right/")]
    yield from (fixtures["solution"], *right[:2], wrong[0], fixtures["stub"])
    yield from (*wrong[1:], *right[2:])
