"""The command for whoever wants to know how fast a submission is: time."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.options import (
    FAILED,
    INTERRUPTED,
    as_json,
    course_option,
    course_root,
    rung_option,
    trust_option,
)
from grader.cli.printing import print_json, progress_bar
from grader.messages import Lang, default_lang, say

if TYPE_CHECKING:
    from grader.engine.timing import Result


@click.command()
@click.argument("unit")
@click.argument("submission", type=click.Path(path_type=Path))
@course_option
@click.option("--size", type=click.IntRange(1), help="Default: the unit's, less if it is slow.")
@click.option("--rounds", type=click.IntRange(1), help="Default: about 15 seconds, 7 to 31.")
@click.option(
    "--machine",
    default="this",
    show_default=True,
    help="Whose roof: a name or a file as for `roofline`; `this` is measured.",
)
@click.option(
    "--page", type=click.Path(path_type=Path, dir_okay=False), help="Write a page (HTML) too."
)
@click.option("--lang", type=click.Choice(["zh", "en"]), help="Default: your environment's.")
@trust_option
@rung_option
@as_json
def time(
    unit: str,
    submission: Path,
    course: Path | None,
    size: int | None,
    rounds: int | None,
    machine: str,
    page: Path | None,
    lang: Lang | None,
    trust: bool,
    rung: str | None,
    as_json: bool,
) -> None:
    """Time a submission beside the course's references; no mark depends on it.

    SUBMISSION is a notebook, or a Python file as in solutions/. Exit code 1: its results are wrong,
    or there are none, and so no times.
    """
    from grader.course import load_course
    from grader.engine.timeable import course_timing, submission_cells, unit_timing
    from grader.engine.timing import Plan, time_submission
    from grader.engine.walls import choose_rung

    reader = lang or default_lang()
    loaded = load_course(course_root(course))
    known = course_timing(loaded.root)
    chosen = unit_timing(loaded, unit, known.TIMINGS)
    cells = submission_cells(submission, chosen, loaded)
    if page is not None:
        known.check_drawing(reader)
    plan = Plan(
        unit=chosen,
        file=submission.name,
        cells=cells,
        timing=known.TIMINGS[chosen.id],
        walls=choose_rung(trust=trust, wanted=rung or ""),
        secrets=(loaded.root / "assignments", loaded.root / "solutions"),
        size=size,
        rounds=rounds,
    )
    try:
        with progress_bar() as progress:
            result = time_submission(plan, known, machine, reader, progress)
    except KeyboardInterrupt:
        click.echo(say("timing.interrupted").text(reader), err=True)
        sys.exit(INTERRUPTED)
    _print(result, reader, as_json)
    if page is not None:
        _write_page(result, page, known, reader)
    sys.exit(FAILED if result.report.refused is not None else 0)


def _print(result: Result, lang: Lang, as_json: bool) -> None:
    from grader.report.timing import print_timing

    if as_json:
        print_json(result.report)
    else:
        print_timing(result.report, lang)


def _write_page(result: Result, page: Path, course: object, lang: Lang) -> None:
    """Write the page; UsageError where that is not possible."""
    from grader.engine.timing import drawing
    from grader.errors import UsageError
    from grader.files import write_atomically
    from grader.report.timing_page import timing_page

    svg = drawing(result, course, lang)  # type: ignore[arg-type]
    try:
        write_atomically(page, timing_page(result.report, svg, lang).encode())
    except OSError as error:
        detail = error.strerror or str(error)
        raise UsageError(say("timing.page_failed", path=str(page), detail=detail)) from None
    click.echo(say("timing.page_written", path=str(page)).text(lang), err=True)
