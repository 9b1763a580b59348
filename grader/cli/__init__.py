"""The command line: parse, call, print, exit code. Every decision is made elsewhere.

Exit codes: 0 done, 1 some check failed (`check`), 2 usage or course error, 3 some result
NOT_JUDGED, 130 interrupted. Results go to standard output, progress and errors to standard error.
Imports stay inside the commands, so that `--help` answers at once.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from grader.messages import Lang, default_lang, say

if TYPE_CHECKING:
    pass

FAILED, USAGE, NOT_JUDGED, INTERRUPTED = 1, 2, 3, 130
DIRECTORY = click.Path(path_type=Path, file_okay=False)
LANGS: dict[str, tuple[Lang, ...]] = {"zh": ("zh",), "en": ("en",), "both": ("zh", "en")}


class _Group(click.Group):
    """Turns our errors into a sentence and an exit code; has the commands a course adds, too."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        from grader.errors import GraderError

        try:
            added = _plugin_commands()
        except GraderError as error:  # help has to work while a course is broken
            click.echo(error.text(default_lang()), err=True)
            added = {}
        return sorted({*super().list_commands(ctx), *added})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return super().get_command(ctx, cmd_name) or _plugin_commands().get(cmd_name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            # Outside of a course the commands it adds are not there: say where they are.
            from grader.course import find_course_root

            if find_course_root(Path.cwd()) is not None:
                raise
            hint = say("cli.course_commands").text(default_lang())
            raise click.UsageError(f"{error.format_message()} {hint}", ctx) from error

    def invoke(self, ctx: click.Context) -> Any:
        from grader.errors import GraderError

        try:
            return super().invoke(ctx)
        except GraderError as error:
            click.echo(error.text(default_lang()), err=True)
            ctx.exit(USAGE)
        except KeyboardInterrupt:
            click.echo(say("cli.interrupted").text(default_lang()), err=True)
            ctx.exit(INTERRUPTED)


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="rooflab", prog_name="grader")
def main() -> None:
    """Release, check and grade executable coursework / 发布、自查与评分.

    Results are printed in the language of your environment (LANG, or GRADER_LANG=zh|en).
    """


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


@main.command()
@click.argument("class_dir", type=DIRECTORY)
@course_option
def init(class_dir: Path, course: Path | None) -> None:
    """Make a class folder in nbgrader's layout."""
    from grader.engine.classroom import Classroom

    made = Classroom.create(class_dir, _course_root(course))
    click.echo(say("cli.init", path=str(made.folder)).text(default_lang()))


@main.command()
@click.argument("units", nargs=-1)
@course_option
@jobs_option
@as_json
def validate(units: tuple[str, ...], course: Path | None, jobs: int | None, as_json: bool) -> None:
    """Check that units are ready to be released: all of them, or the ones named."""
    from grader.course import load_course
    from grader.engine.grade import Grader
    from grader.engine.validate import validate_units
    from grader.engine.walls import choose_rung

    loaded = load_course(_course_root(course))
    chosen = [loaded.unit(name) for name in units] or list(loaded.units)
    # The author's own fixtures run: nobody has to be kept out.
    with Grader(loaded, choose_rung(trust=True), jobs=jobs) as grader, _progress() as progress:
        findings = validate_units(loaded, chosen, grader, progress=progress)
    _print_findings(findings, len(chosen), as_json)
    sys.exit(USAGE if findings else 0)


@main.command()
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
        _progress() as progress,
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
    _print_release(released, bundle, as_json)


@main.command()
@click.argument("notebook", type=click.Path(path_type=Path))
@course_option
@as_json
def check(notebook: Path, course: Path | None, as_json: bool) -> None:
    """Run the public checks on a notebook (for students)."""
    from grader.engine.check import check_work, course_of, open_work
    from grader.engine.grade import Grader
    from grader.engine.walls import choose_rung
    from grader.outcome import Status

    loaded = course_of(notebook, course)
    unit, work = open_work(notebook, loaded)
    # Public checks on one's own machine: there is nothing to keep out.
    with Grader(loaded, choose_rung(trust=True), jobs=1) as grader:
        result = check_work(unit, work, grader)
    if as_json:
        _print_json(result)
    else:
        _print_check(result, work.notes)
    statuses = {c.status for c in result.checks}
    if Status.NOT_JUDGED in statuses:
        sys.exit(NOT_JUDGED)
    sys.exit(0 if statuses == {Status.PASSED} else FAILED)


@main.command()
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
    as_json: bool,
) -> None:
    """Grade what a class handed in for a bundle; run it again to resume."""
    from grader.engine.classroom import Classroom
    from grader.engine.grade import Grader, grade_bundle
    from grader.engine.publish import publish
    from grader.engine.select import select
    from grader.engine.walls import choose_rung

    classroom = Classroom(class_dir)
    loaded = classroom.course(course)
    chosen = loaded.bundle(bundle)
    selection = select(classroom, loaded, chosen, student, unit, group, since)
    walls = choose_rung(trust=trust, wanted=rung or "")
    with (
        classroom.locked(),
        Grader(loaded, walls, (classroom.folder,), jobs) as grader,
        _progress() as progress,
    ):
        report, reports = grade_bundle(classroom, chosen, grader, selection, progress)
        published = publish(classroom, loaded, chosen, reports)
    if as_json:
        _print_json(report)
    else:
        from grader.report.class_table import print_class

        print_class(report, classroom.folder, default_lang())
    _tell_published(published, classroom.folder)
    for name in classroom.unusable_names(chosen.id):
        click.echo(say("class.bad_name", name=name).text(default_lang()), err=True)
    sys.exit(NOT_JUDGED if report.not_judged else 0)


@main.command()
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


@main.command()
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


@main.command()
@as_json
def doctor(as_json: bool) -> None:
    """Show which walls hold on this machine, proved by attacking them."""
    from grader.box.doctor import probe
    from grader.report.doctor import print_doctor

    reports = probe()
    if as_json:
        _print_json(reports)
    else:
        print_doctor(reports, default_lang())


@main.command()
@click.option("--out", type=DIRECTORY, default=Path("build/demo"), show_default=True)
@course_option
@jobs_option
def demo(out: Path, course: Path | None, jobs: int | None) -> None:
    """Make a small class from the course's own fixtures, release to it and grade it."""
    from grader.engine.demo import run_demo

    with _progress() as progress:
        sys.exit(run_demo(_course_root(course), out, jobs, progress, default_lang()))


def _plugin_commands() -> dict[str, click.Command]:
    """Return the commands of the course that the current folder lies in; none outside of one."""
    from grader.course import find_course_root
    from grader.engine.plugins import plugin_commands

    root = find_course_root(Path.cwd())
    return plugin_commands(root) if root is not None else {}


def _course_root(course: Path | None) -> Path:
    """Return the course named, or the one the current folder lies in."""
    from grader.course import find_course_root
    from grader.errors import UsageError

    found = find_course_root(course or Path.cwd())
    if found is None:
        where = str(course or Path.cwd())
        raise UsageError(say("cli.no_course", path=where), say("cli.course_hint"))
    return found


def _tell_published(published: Any, folder: Path) -> None:
    """Say on standard error what was written besides the results."""
    pages = say("publish.pages", pages=published.pages, path=str(folder / "feedback"))
    for message in (*published.messages, pages):
        click.echo(message.text(default_lang()), err=True)


def _progress() -> Any:
    from grader.report.progress import progress

    return progress()


def _print_json(record: Any) -> None:
    import msgspec

    click.echo(msgspec.json.format(msgspec.json.encode(record), indent=1).decode())


def _print_findings(findings: Any, units: int, as_json: bool) -> None:
    lang = default_lang()
    if as_json:
        _print_json(findings)
        return
    for finding in findings:
        click.echo(f"✗ {finding.unit} [{finding.demand}] {finding.why.text(lang)}")
    message = (
        say("cli.validate_failed", count=len(findings))
        if findings
        else say("cli.validate_passed", count=units)
    )
    click.echo(message.text(lang))


def _print_release(released: Any, bundle: str, as_json: bool) -> None:
    lang = default_lang()
    if released.findings:
        _print_findings(released.findings, 0, as_json)
        refused = say("release.refused", bundle=bundle, count=len(released.findings))
        click.echo(refused.text(lang), err=True)
        click.echo(say("release.refused_hint").text(lang), err=True)
        sys.exit(USAGE)
    if as_json:
        _print_json({"entry": released.entry, "path": str(released.path)})
        return
    done = say(
        "release.done",
        bundle=bundle,
        release=released.entry.id,
        units=len(released.entry.units),
        path=str(released.path),
    )
    click.echo(done.text(lang))


def _print_check(result: Any, notes: Any) -> None:
    from grader.report.terminal import unit_lines

    lang = default_lang()
    for line in unit_lines(result, lang):
        click.echo(line)
    for note in notes:
        click.echo(note.text(lang))
    click.echo(say("cli.check_public_only").text(lang))
