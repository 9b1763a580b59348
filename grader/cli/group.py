"""The command that holds all others: its own, those of the course, and how both report errors."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from grader.cli.options import INTERRUPTED, USAGE
from grader.messages import Message, default_lang, say


class Group(click.Group):
    """Turns our errors into a sentence and an exit code; has the commands a course adds, too."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, those that the course adds among them."""
        from grader.errors import GraderError

        try:
            added = _plugin_commands()
        except GraderError as error:  # help has to work while a course is broken
            click.echo(error.text(default_lang()), err=True)
            added = {}
        return sorted({*super().list_commands(ctx), *added})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of a name, None if neither we nor the course have it."""
        return super().get_command(ctx, cmd_name) or _plugin_commands().get(cmd_name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that is meant; where there is none, say where more may be."""
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
        """Run the command, and end with a sentence and an exit code where it cannot go on."""
        from grader.errors import GraderError

        try:
            return super().invoke(ctx)
        except GraderError as error:
            click.echo(error.text(default_lang()), err=True)
            ctx.exit(USAGE)
        except OSError as error:
            told = _told(error)
            if not told:
                raise
            click.echo("\n".join(message.text(default_lang()) for message in told), err=True)
            ctx.exit(USAGE)
        except KeyboardInterrupt:
            click.echo(say("cli.interrupted").text(default_lang()), err=True)
            ctx.exit(INTERRUPTED)


def _told(error: OSError) -> tuple[Message, ...]:
    """Return what failed and what to do about it; nothing where it may be a mistake of ours."""
    from grader.files import STORAGE_ERRORS

    path, detail = str(error.filename or "?"), error.strerror or str(error)
    if isinstance(error, PermissionError) and error.filename is not None:
        return say("cli.permission", path=path, detail=detail), say("cli.permission_hint")
    if error.errno in STORAGE_ERRORS:
        return say("cli.storage", path=path, detail=detail), say("cli.storage_hint")
    return ()


def _plugin_commands() -> dict[str, click.Command]:
    """Return the commands of the course that the current folder lies in; none outside of one."""
    from grader.course import find_course_root
    from grader.engine.plugins import plugin_commands

    root = find_course_root(Path.cwd())
    return plugin_commands(root) if root is not None else {}
