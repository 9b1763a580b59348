"""Commands for those who write units and hand them out: validate, release, demo."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from grader.cli.options import (
    DIRECTORY,
    FAILED,
    LANGS,
    USAGE,
    as_json,
    class_option,
    course_option,
    course_root,
    jobs_option,
)
from grader.cli.printing import (
    print_findings,
    print_json,
    print_partly,
    print_release,
    progress_bar,
)
from grader.messages import default_lang


@click.command()
@click.argument("units", nargs=-1)
@course_option
@jobs_option
@click.option("--live", is_flag=True, help="Judge every check live, without scripts: slower.")
@click.option(
    "--only", multiple=True, help="Only these fixtures: wrong/off_by_one, 'right/*', solution."
)
@click.option(
    "--salts", type=click.IntRange(1, 3), default=3, show_default=True, help="How many salts."
)
@click.option(
    "--mutants",
    is_flag=True,
    help="Instead: make every small mistake in the solution; tell which ones no check notices.",
)
@as_json
def validate(
    units: tuple[str, ...],
    course: Path | None,
    jobs: int | None,
    live: bool,
    only: tuple[str, ...],
    salts: int,
    mutants: bool,
    as_json: bool,
) -> None:
    """Check that units are ready to be released: all of them, or the ones named."""
    if mutants:
        _validate_mutants(units, course, jobs, as_json, alone=not (live or only or salts < 3))
    from grader.course import load_course
    from grader.engine.grade import Grader
    from grader.engine.validate import FIXED_SALTS, validate_units
    from grader.engine.validate_only import validate_only
    from grader.engine.walls import choose_rung

    loaded = load_course(course_root(course))
    chosen = [loaded.unit(name) for name in units] or list(loaded.units)
    # The author's own fixtures run: nobody has to be kept out.
    walls = choose_rung(trust=True)
    with Grader(loaded, walls, jobs=jobs, live=live) as grader, progress_bar() as progress:
        some = FIXED_SALTS[:salts]
        count = None
        if only:
            count, findings = validate_only(chosen, only, grader, some, progress)
        else:
            findings = validate_units(loaded, chosen, grader, some, progress)
    print_findings(findings, len(chosen), as_json, count)
    if count is not None or salts < len(FIXED_SALTS):
        print_partly(count, salts, len(FIXED_SALTS))
    sys.exit(USAGE if findings else 0)


def _validate_mutants(
    units: tuple[str, ...], course: Path | None, jobs: int | None, as_json: bool, *, alone: bool
) -> None:
    """Judge the mutants of units and exit: FAILED where too many survive.

    Parameters
    ----------
    alone
        Whether no other option asks for what this one does not do.
    """
    from grader.course import load_course
    from grader.engine.grade import Grader
    from grader.engine.survivors import try_mutants
    from grader.engine.walls import choose_rung
    from grader.errors import UsageError
    from grader.messages import say
    from grader.report.mutants import print_mutants

    if not alone:
        raise UsageError(say("mutants.alone"))
    loaded = load_course(course_root(course))
    chosen = [loaded.unit(name) for name in units] or list(loaded.units)
    walls = choose_rung(trust=True)
    with Grader(loaded, walls, jobs=jobs) as grader, progress_bar() as progress:
        reports = try_mutants(chosen, grader, progress=progress)
    if as_json:
        print_json(reports)
    else:
        print_mutants(reports, default_lang())
    if any(report.problems for report in reports):
        sys.exit(USAGE)
    sys.exit(0 if all(report.enough for report in reports) else FAILED)


@click.command()
@click.argument("bundle")
@class_option
@click.option("--out", type=DIRECTORY, required=True, help="Where the zip for students goes.")
@click.option("--lang", type=click.Choice(list(LANGS)), default="both", show_default=True)
@click.option("--tracks", help="Comma-separated tracks; default: the course's.")
@course_option
@jobs_option
@as_json
def release(
    bundle: str,
    class_dir: Path,
    out: Path,
    lang: str,
    tracks: str | None,
    course: Path | None,
    jobs: int | None,
    as_json: bool,
) -> None:
    """Validate a bundle, build its notebooks and the zip that students get."""
    import datetime as dt

    from grader.engine.classroom import Classroom
    from grader.engine.grade import Grader
    from grader.engine.release import release_bundle
    from grader.engine.walls import choose_rung

    classroom = Classroom(class_dir)
    loaded = classroom.course(course)
    chosen = tuple(t.strip() for t in tracks.split(",")) if tracks else ()
    with (
        classroom.locked(),
        Grader(loaded, choose_rung(trust=True), jobs=jobs) as grader,
        progress_bar() as progress,
    ):
        released = release_bundle(
            classroom,
            loaded.bundle(bundle),
            grader,
            out,
            langs=LANGS[lang],
            tracks=chosen,
            today=dt.date.today(),
            progress=progress,
        )
    print_release(released, bundle, as_json)


@click.command()
@click.argument("bundles", nargs=-1)
@click.option("--out", type=DIRECTORY, default=Path("build/demo"), show_default=True)
@course_option
@jobs_option
def demo(bundles: tuple[str, ...], out: Path, course: Path | None, jobs: int | None) -> None:
    """Make a small class from the course's own fixtures, release BUNDLES to it and grade it.

    Without BUNDLES all of the course, which takes about two CPU minutes a unit.
    """
    from grader.engine.demo import run_demo

    with progress_bar() as progress:
        sys.exit(run_demo(course_root(course), bundles, out, jobs, progress, default_lang()))
