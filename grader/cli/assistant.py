"""Commands for those who run a class: init, grade, why, export, doctor."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

import click

from grader.cli.options import (
    DIRECTORY,
    NOT_JUDGED,
    as_json,
    class_option,
    course_option,
    course_root,
    jobs_option,
    rung_option,
    trust_option,
)
from grader.cli.printing import print_json, watch_grading
from grader.messages import Lang, Message, default_lang, say

_WIDEST_TEXT = 100
"""Columns: longer lines of prose are hard to read, however wide the terminal."""


@click.command()
@click.argument("class_dir", type=DIRECTORY)
@course_option
def init(class_dir: Path, course: Path | None) -> None:
    """Make a class folder in nbgrader's layout."""
    from grader.engine.classroom import Classroom

    made = Classroom.create(class_dir, course_root(course))
    click.echo(say("cli.init", path=str(made.folder)).text(default_lang()))


@click.command()
@click.argument("bundle")
@class_option
@click.option("--student", multiple=True, help="Only this student (repeatable).")
@click.option("--unit", multiple=True, help="Only this unit (repeatable).")
@click.option("--group", multiple=True, help="Only this group of roster.csv (repeatable).")
@click.option("--since", help="Only what was handed in since this date or time.")
@course_option
@jobs_option
@trust_option
@rung_option
@click.option("--quiet", is_flag=True, help="Show no progress.")
@as_json
def grade(
    bundle: str,
    class_dir: Path,
    student: tuple[str, ...],
    unit: tuple[str, ...],
    group: tuple[str, ...],
    since: str | None,
    course: Path | None,
    jobs: int | None,
    trust: bool,
    rung: str | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """Grade what a class handed in for a bundle; run it again to resume."""
    from grader.engine.classroom import Classroom
    from grader.engine.grade import Grader, grade_bundle
    from grader.engine.publish import publish
    from grader.engine.select import select
    from grader.engine.walls import Walls

    classroom = Classroom(class_dir)
    loaded = classroom.course(course)
    chosen = loaded.bundle(bundle)
    selection = select(classroom, loaded, chosen, student, unit, group, since)
    walls = Walls(trust=trust, wanted=rung or "")
    with (
        classroom.locked() as remarks,
        Grader(loaded, walls, (classroom.folder,), jobs, scripts=classroom.scripts) as grader,
    ):
        _tell(remarks)
        with watch_grading(quiet=quiet) as watch:
            report, reports = grade_bundle(classroom, chosen, grader, selection, watch)
        published = publish(classroom, loaded, chosen, reports)
    if as_json:
        print_json(report)
    else:
        from grader.report.class_table import print_class

        print_class(report, classroom.folder, default_lang())
    pages = say("publish.pages", pages=published.pages, path=str(classroom.folder / "feedback"))
    bad = [say("class.bad_name", name=name) for name in classroom.unusable_names(chosen.id)]
    _tell((*published.messages, pages, *bad))
    sys.exit(NOT_JUDGED if report.not_judged else 0)


@click.command()
@click.argument("student")
@click.argument("unit")
@click.argument("key", required=False)
@class_option
@course_option
@click.option("--lang", type=click.Choice(["zh", "en"]), help="Default: your environment's.")
def why(
    student: str,
    unit: str,
    key: str | None,
    class_dir: Path,
    course: Path | None,
    lang: Lang | None,
) -> None:
    """Write a reply to a student who asks about points, ready to paste."""
    from grader.engine.classroom import Classroom
    from grader.engine.why import why as reply

    classroom = Classroom(class_dir)
    loaded = classroom.course(course)
    click.echo(reply(classroom, loaded, student, unit, key, lang or default_lang()), nl=False)


@click.command()
@click.argument("bundle")
@class_option
@course_option
@click.option("--format", "form", type=click.Choice(["csv", "json"]), default="csv")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="Default: print.")
def export(
    bundle: str,
    class_dir: Path,
    course: Path | None,
    form: Literal["csv", "json"],
    out: Path | None,
) -> None:
    """Export the points of a class, a row for each student, unit and key."""
    from grader.engine.classroom import Classroom
    from grader.engine.export import export_bundle
    from grader.files import write_atomically

    classroom = Classroom(class_dir)
    loaded = classroom.course(course)
    exported = export_bundle(classroom, loaded, loaded.bundle(bundle))
    if out is None:
        click.echo(exported.text(form), nl=False)
    else:
        # Excel tells UTF-8 from a BOM, and a program reading from a pipe does not want one.
        write_atomically(out, exported.text(form, bom=True).encode())
        done = say("feedback.exported", rows=len(exported.rows), path=str(out))
        click.echo(done.text(default_lang()), err=True)
    if exported.missing:
        incomplete = say("feedback.incomplete", count=exported.missing)
        click.echo(incomplete.text(default_lang()), err=True)
        sys.exit(NOT_JUDGED)


@click.command()
@as_json
def doctor(as_json: bool) -> None:
    """Show which walls hold on this machine, proved by attack, and what would raise them."""
    from grader.box.advice import about_groups, this_machine
    from grader.box.doctor import probe
    from grader.report.doctor import doctor_lines

    reports = probe()
    if as_json:
        print_json(reports)
    else:
        machine = this_machine()
        untried = machine.processor if machine.untried else ""
        width = min(shutil.get_terminal_size().columns, _WIDEST_TEXT)
        groups = about_groups(machine)
        for line in doctor_lines(reports, default_lang(), width, untried=untried, groups=groups):
            click.echo(line)


def _tell(messages: Iterable[Message]) -> None:
    """Say on standard error what stands beside the results."""
    for message in messages:
        click.echo(message.text(default_lang()), err=True)
