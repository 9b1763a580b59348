"""Commands that the course adds to `grader`: course.toml names this module in `plugins`.

Every run of the command line imports this module, so it imports click and nothing else; what a
command needs is imported when it runs.
"""

from __future__ import annotations

from typing import NoReturn

import click

LANGS = ("zh", "en")


class PanelError(click.ClickException):
    """The command cannot do what it was asked to; printed in the reader's language, exit code 2."""

    exit_code = 2

    def show(self, file: object = None) -> None:
        """Print the sentence to standard error, without click's English prefix."""
        click.echo(self.message, err=True)


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("machine")
@click.option(
    "--point",
    "points",
    multiple=True,
    metavar="NAME=I[,RATE]",
    help="A kernel: intensity in FLOP per byte and, if measured, FLOP/s (repeatable).",
)
@click.option("--precision", default="fp32", show_default=True, help="Number format of the peak.")
@click.option("--engine", type=click.Choice(["vector", "matrix"]), help="Default: the faster one.")
@click.option("--sparse", is_flag=True, help="Use the peak with structured sparsity.")
@click.option("--out", metavar="FILE", help="Draw to FILE.svg or FILE.png.")
@click.option(
    "--lang", type=click.Choice(LANGS), help="Default: the language of GRADER_LANG, LANG."
)
def roofline(
    machine: str,
    points: tuple[str, ...],
    precision: str,
    engine: str | None,
    sparse: bool,
    out: str | None,
    lang: str | None,
) -> None:
    """Print and draw a machine's roofline with your kernels under it / 打印并画出屋顶线.

    MACHINE is a name (h200), a TOML file, or `this` to measure one thread of this computer.

    Example: roofline h200 --point add=1/12,0.16T --point gemm=170.7 --out roof.svg
    """
    from reference.roofline_panel import (
        Refusal,
        check_drawing,
        draw,
        language,
        look_up,
        read_points,
        say,
        table,
    )
    from reference.roofs import op_of

    reader = language(lang)
    try:
        # All that can be refused without the machine comes first: `this` takes seconds to measure.
        if out is not None:
            check_drawing(out)
        kernels = read_points(points, op_of(precision))
        roof = look_up(machine, precision, engine, sparse)
        click.echo(table(roof, kernels, reader))
        if out is not None:
            draw(roof, kernels, out, reader)
            click.echo(say("written", reader, path=out), err=True)
    except Refusal as refusal:
        _refuse(say("error", reader, detail=refusal.text(reader)))


def _refuse(sentence: str) -> NoReturn:
    raise PanelError(sentence)


COMMANDS: dict[str, click.Command] = {"roofline": roofline}


def timing() -> object:
    """Return what `grader time` asks of a course: the module `timings`, imported only then."""
    from reference import timings

    return timings
