"""The command line: parse, call, print, exit code. Every decision is made elsewhere.

Exit codes: 0 done, 1 some check failed (`check`) or results are wrong (`time`), 2 usage or course
error, 3 some result NOT_JUDGED, 130 interrupted. Results go to standard output, progress and errors
to standard error. Imports stay inside the commands, so that `--help` answers at once.
One module a reader: `author` and `new`, `assistant`, `student`, `timing` for whoever measures,
`device` for whoever has a GPU. What all commands share is in `group`.
"""

from __future__ import annotations

import click

from grader.cli import assistant, author, device, new, student, timing
from grader.cli.group import Group
from grader.cli.options import FAILED, INTERRUPTED, NOT_JUDGED, USAGE

__all__ = ["FAILED", "INTERRUPTED", "NOT_JUDGED", "USAGE", "main"]


@click.group(cls=Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="rooflab", prog_name="grader")
def main() -> None:
    """Release, check and grade executable coursework / 发布、自查与评分.

    Results are printed in the language of your environment (LANG, or GRADER_LANG=zh|en).
    """


for _command in (
    author.demo,
    author.release,
    author.validate,
    assistant.doctor,
    assistant.export,
    assistant.grade,
    assistant.init,
    assistant.why,
    device.gpu,
    new.new,
    student.check,
    timing.time,
):
    main.add_command(_command)
