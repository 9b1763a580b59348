"""`python -m reference.plots OUT [--lang zh|en]` draws the gallery, else in both languages."""

from __future__ import annotations

from pathlib import Path

import click

from reference.plots import gallery, style


@click.command()
@click.argument("out", type=click.Path(file_okay=False, path_type=Path))
@click.option("--lang", type=click.Choice(style.LANGUAGES), help="Only this language.")
def main(out: Path, lang: str | None) -> None:
    """Draw one example of every plot into the folder OUT, as PNG files."""
    for each in [lang] if lang else style.LANGUAGES:
        for file in gallery.save(out, each):
            click.echo(file)


if __name__ == "__main__":
    main()
