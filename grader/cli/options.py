"""Exit codes and options that several commands share, and where the course is."""

from __future__ import annotations

from pathlib import Path

import click

from grader.messages import Lang, say

FAILED, USAGE, NOT_JUDGED, INTERRUPTED = 1, 2, 3, 130
DIRECTORY = click.Path(path_type=Path, file_okay=False)
LANGS: dict[str, tuple[Lang, ...]] = {"zh": ("zh",), "en": ("en",), "both": ("zh", "en")}


as_json = click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
course_option = click.option(
    "--course", type=DIRECTORY, help="The course; default: the class's, or the one you are in."
)
class_option = click.option(
    "--class", "class_dir", type=DIRECTORY, required=True, help="The class folder."
)
jobs_option = click.option(
    "--jobs", type=click.IntRange(1), help="How many boxes at once; default: one a core."
)
trust_option = click.option(
    "--trust", is_flag=True, help="Run even where nothing isolates submissions (rung D)."
)
rung_option = click.option(
    "--rung", type=click.Choice("ABCD"), default=None, help="Use these walls at most."
)


def course_root(course: Path | None) -> Path:
    """Return the course named, or the one the current folder lies in."""
    from grader.course import find_course_root
    from grader.errors import UsageError

    found = find_course_root(course or Path.cwd())
    if found is None:
        where = str(course or Path.cwd())
        raise UsageError(say("cli.no_course", path=where), say("cli.course_hint"))
    return found
