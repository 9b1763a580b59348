"""The command for students: check."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from grader.cli.options import FAILED, NOT_JUDGED, as_json, course_option
from grader.cli.printing import print_json
from grader.messages import default_lang, say


@click.command()
@click.argument("notebook", type=click.Path(path_type=Path))
@course_option
@as_json
def check(notebook: Path, course: Path | None, as_json: bool) -> None:
    """Run the public checks on a notebook (for students)."""
    from grader.engine.check import check_work, course_of, open_work
    from grader.engine.grade import Grader
    from grader.engine.walls import choose_rung, refuse_without_boxes
    from grader.outcome import Status

    refuse_without_boxes()
    loaded = course_of(notebook, course)
    unit, work = open_work(notebook, loaded)
    # Public checks on one's own machine: there is nothing to keep out.
    with Grader(loaded, choose_rung(trust=True), jobs=1) as grader:
        result = check_work(unit, work, grader)
    if as_json:
        print_json(result)
    else:
        _print_check(result, work.notes)
    statuses = {c.status for c in result.checks}
    if Status.NOT_JUDGED in statuses:
        sys.exit(NOT_JUDGED)
    sys.exit(0 if statuses == {Status.PASSED} else FAILED)


def _print_check(result: Any, notes: Any) -> None:
    from grader.report.terminal import unit_lines

    lang = default_lang()
    for line in unit_lines(result, lang):
        click.echo(line)
    for note in notes:
        click.echo(note.text(lang))
    click.echo(say("cli.check_public_only").text(lang))
