"""The command for whoever has a GPU: gpu."""

from __future__ import annotations

import secrets
from pathlib import Path

import click

from grader.cli.options import as_json, class_option, course_option, rung_option, trust_option
from grader.cli.printing import print_json, progress_bar
from grader.messages import Lang, Message, default_lang, say

SEED_BITS = 32


@click.command()
@click.argument("bundle")
@class_option
@click.option("--gpu", "wanted", default="", help="Which ones: 0,1. Default: all there are.")
@click.option("--seed", type=click.IntRange(0), help="Of the inputs. Default: a new one.")
@click.option("--lang", type=click.Choice(["zh", "en"]), help="Default: your environment's.")
@course_option
@trust_option
@rung_option
@as_json
def gpu(
    bundle: str,
    class_dir: Path,
    wanted: str,
    seed: int | None,
    lang: Lang | None,
    course: Path | None,
    trust: bool,
    rung: str | None,
    as_json: bool,
) -> None:
    """Run what a class handed in on a GPU; no mark depends on it.

    Without a GPU it says so, and the exit code is 0.
    """
    from grader.engine.classroom import Classroom
    from grader.engine.device import ClassTrial, report_path
    from grader.engine.device_gpus import chosen, gpus_here, missing
    from grader.engine.walls import choose_rung
    from grader.files import write_atomically

    reader = lang or default_lang()
    classroom = Classroom(class_dir)
    loaded = classroom.course(course)
    one = loaded.bundle(bundle)
    trial = ClassTrial(
        classroom, loaded, one, secrets.randbits(SEED_BITS) if seed is None else seed
    )
    there = gpus_here()
    if (lack := missing(there)) is not None:
        _tell_skipped(lack, reader, as_json)
        return
    gpus = chosen(there, wanted)
    walls = choose_rung(trust=trust, wanted=rung or "")

    def tell(message: Message) -> None:
        click.echo(message.text(reader), err=True)

    with progress_bar() as progress:
        report = trial.run(gpus, walls, tell, progress)
    import msgspec

    path = report_path(classroom, one)
    write_atomically(path, msgspec.json.format(msgspec.json.encode(report), indent=1))
    if as_json:
        print_json(report)
    else:
        from grader.report.device import print_device

        print_device(report, reader)
    tell(say("device.written", path=str(path)))


def _tell_skipped(lack: Message, lang: Lang, as_json: bool) -> None:
    if as_json:
        print_json({"skipped": lack})
        return
    for message in (lack, say("device.nothing_lost")):
        click.echo(message.text(lang))
