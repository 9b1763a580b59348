"""The command for those who begin a unit: `grader new` writes its first files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.options import as_json, course_option, course_root
from grader.cli.printing import print_json
from grader.messages import default_lang, say

if TYPE_CHECKING:
    from grader.scaffold import Made

TRACKS = ("core", "practice", "stretch")


@click.command()
@click.argument("unit")
@click.option("--bundle", help="Where it goes; needed unless the course has exactly one.")
@click.option(
    "--function",
    "functions",
    multiple=True,
    help="'name(arg: type, ...) -> type', once for each; default: an example.",
)
@click.option(
    "--points",
    default="ex=3,prop=6,err=1",
    show_default=True,
    help="Keys and points: ex, prop, err, claim, wr.",
)
@click.option("--track", type=click.Choice(TRACKS), default="core", show_default=True)
@click.option("--minutes", type=click.IntRange(1), default=40, show_default=True)
@course_option
@as_json
def new(
    unit: str,
    bundle: str | None,
    functions: tuple[str, ...],
    points: str,
    track: str,
    minutes: int,
    course: Path | None,
    as_json: bool,
) -> None:
    """Begin a unit: write a scaffold of UNIT that validates at once and marks what to write.

    UNIT is like x09_message_planner. Nothing that exists is overwritten.
    """
    from grader.course import load_course
    from grader.scaffold import Request, new_unit

    loaded = load_course(course_root(course))
    made = new_unit(loaded, Request(unit, bundle, functions, points, track, minutes))
    if as_json:
        print_json(made)
        return
    print_made(made)


def print_made(made: Made) -> None:
    """Print which files were written and what to do next."""
    from grader.scaffold import MARK

    lang = default_lang()
    click.echo(say("new.made", unit=made.unit, count=len(made.files)).text(lang))
    for path in made.files:
        click.echo(f"  {path}")
    listed = "new.listed" if made.listed else "new.not_listed"
    click.echo(say(listed, path=made.bundle_file).text(lang))
    bundle = Path(made.bundle_file).parent.name
    steps = say("new.next", unit=made.unit, bundle=bundle, mark=MARK, marks=made.marks)
    click.echo(steps.text(lang))
