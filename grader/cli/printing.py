"""How results reach standard output: as JSON, or in the reader's language."""

from __future__ import annotations

import sys
from typing import Any

import click

from grader.cli.options import USAGE
from grader.messages import default_lang, say


def progress_bar() -> Any:
    """Return a context manager that shows a bar on standard error."""
    from grader.report.progress import progress

    return progress()


def watch_grading(*, quiet: bool) -> Any:
    """Return a context manager that shows how grading goes on standard error."""
    from contextlib import nullcontext

    from grader.report.watching import watching

    return nullcontext(lambda step: None) if quiet else watching(default_lang())


def print_json(record: Any) -> None:
    """Print a record as JSON."""
    import msgspec

    click.echo(msgspec.json.format(msgspec.json.encode(record), indent=1).decode())


def print_findings(findings: Any, units: int, as_json: bool, fixtures: int | None = None) -> None:
    """Print which demands do not hold, or that `units` units (or only `fixtures`) meet them all."""
    lang = default_lang()
    if as_json:
        print_json(findings)
        return
    for finding in findings:
        click.echo(f"✗ {finding.unit} [{finding.demand}] {finding.why.text(lang)}")
    message = (
        say("cli.validate_failed", count=len(findings))
        if findings
        else say("validate.fixtures_passed", count=fixtures)
        if fixtures is not None
        else say("cli.validate_passed", count=units)
    )
    click.echo(message.text(lang))


def print_partly(fixtures: int | None, salts: int, all_salts: int) -> None:
    """Say on standard error that only some fixtures (None: all) or salts were tried."""
    which = (
        say("validate.all_fixtures")
        if fixtures is None
        else say("validate.some_fixtures", count=fixtures)
    )
    note = say("validate.partly", fixtures=which, salts=salts, all=all_salts)
    click.echo(note.text(default_lang()), err=True)


def print_release(released: Any, bundle: str, as_json: bool) -> None:
    """Print what was released; exit with USAGE if it was refused."""
    lang = default_lang()
    if released.findings:
        print_findings(released.findings, 0, as_json)
        refused = say("release.refused", bundle=bundle, count=len(released.findings))
        click.echo(refused.text(lang), err=True)
        click.echo(say("release.refused_hint").text(lang), err=True)
        sys.exit(USAGE)
    if as_json:
        print_json({"entry": released.entry, "path": str(released.path)})
        return
    done = say(
        "release.done",
        bundle=bundle,
        release=released.entry.id,
        units=len(released.entry.units),
        path=str(released.path),
    )
    click.echo(done.text(lang))
