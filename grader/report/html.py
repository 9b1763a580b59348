"""The feedback page: one file per student and bundle that needs nothing else, and runs nothing.

The page is plain string building: a template engine would cost more to import than all pages of a
class cost to write. It holds no script and no link to anything outside, and its policy forbids
both, so that what a student wrote cannot act even if it were not escaped. It stays below
`MAX_BYTES`: a page that grows larger is written again with less detail, and says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from grader.checks.lines import mark
from grader.course import Feedback
from grader.messages import Lang
from grader.outcome import StudentReport, UnitReport
from grader.report.html_unit import LEVELS, Detail, unit_section
from grader.report.standing import Mark, Marks, Standing, mark_of, standing
from grader.report.style import policy, style
from grader.report.terminal import shown_name, status_message
from grader.report.words import Words, safe

MAX_BYTES = 40_000
NO_MARKS: Mapping[tuple[str, str], Mark] = MappingProxyType({})


def feedback_page(
    report: StudentReport, langs: Sequence[Lang], feedback: Feedback, marks: Marks = NO_MARKS
) -> str:
    """Return one student's feedback on a bundle as a whole HTML file.

    Parameters
    ----------
    report
        The student's verdicts.
    langs
        Languages to show, Chinese first.
    feedback
        How much of a failed hidden check the student may see.
    marks
        What people gave for written answers.
    """
    words = Words(langs)
    page = ""
    for detail in LEVELS:
        page = "".join(_page(words, report, feedback, marks, detail))
        if len(page.encode()) <= MAX_BYTES:
            break
    return page


def _page(
    words: Words, report: StudentReport, feedback: Feedback, marks: Marks, detail: Detail
) -> Iterator[str]:
    now = standing(report, marks)
    yield _head(words, report)
    yield from _header(words, report, now)
    yield from _overview(words, report, now, marks)
    for number, unit in enumerate(report.units, 1):
        yield from unit_section(
            words, unit, feedback, mark_of(report, unit, marks), detail, f"u{number}"
        )
    yield from _footer(words, detail)


def _head(words: Words, report: StudentReport) -> str:
    title = f"{safe(report.title.text(words.langs[0]))} · {safe(shown_name(report.student))}"
    return (
        f'<!doctype html>\n<html lang="{words.langs[0]}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy(words.langs)}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n<meta name="robots" content="noindex">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{title}</title>\n<style>{style(words.langs)}</style>\n</head>\n<body>\n"
    )


def _header(words: Words, report: StudentReport, now: Standing) -> Iterator[str]:
    yield f'<header>\n<p class="o">{words.say("feedback.heading")}</p>\n'
    yield f"<h1>{words.text(report.title)}</h1>\n"
    yield (
        f"<p>{words.say('report.student')} <bdi>{safe(shown_name(report.student))}</bdi></p>\n"
        f'<p class="t">{words.say("feedback.of", points=now.points, possible=now.possible)}'
    )
    yield f" <mark>{words.say('feedback.provisional')}</mark></p>\n" if now.provisional else "</p>\n"
    if now.unmarked:
        yield f"<p>{words.say('feedback.unmarked', units=_short(now.unmarked))}</p>\n"
    if now.not_judged:
        yield f"<p>{words.say('feedback.unjudged', units=_short(now.not_judged))}</p>\n"
    yield "</header>\n<main>\n"


def _short(units: Sequence[str]) -> str:
    return ", ".join(unit.split("_")[0] for unit in units)


def _overview(
    words: Words, report: StudentReport, now: Standing, marks: Marks
) -> Iterator[str]:
    yield f"<nav><table>\n<caption>{words.say('feedback.units')}</caption>\n<thead><tr>"
    for head in ("report.unit", "feedback.verdict", "feedback.points"):
        yield f'<th scope="col">{words.say(head)}</th>'
    yield "</tr></thead>\n<tbody>\n"
    for number, unit in enumerate(report.units, 1):
        yield _overview_row(words, report, unit, number, marks)
    total = f"{now.points} / {now.possible}"
    yield f'</tbody>\n<tfoot><tr><th scope="row" colspan="2">{words.say("report.total")}</th>'
    yield f"<td>{total}</td></tr></tfoot>\n</table></nav>\n"


def _overview_row(
    words: Words, report: StudentReport, unit: UnitReport, number: int, marks: Marks
) -> str:
    alone = standing(StudentReport(report.student, report.bundle, report.title, (unit,)), marks)
    verdict = f"{mark(unit.row.status)} {words.message(status_message(unit.row.status))}"
    open_ = f" <mark>{words.say('feedback.provisional')}</mark>" if alone.provisional else ""
    return (
        f'<tr><th scope="row"><a href="#u{number}">{words.text(unit.title)}</a></th>'
        f'<td class="s{unit.row.status.badness and 1}">{verdict}</td>'
        f"<td>{alone.points} / {alone.possible}{open_}</td></tr>\n"
    )


def _footer(words: Words, detail: Detail) -> Iterator[str]:
    yield "</main>\n<footer>\n"
    if detail.shortens:
        yield f"<p>{words.say('feedback.shortened')}</p>\n"
    for message_id in ("feedback.how", "feedback.inputs"):
        yield f"<p>{words.say(message_id)}</p>\n"
    yield "</footer>\n</body>\n</html>\n"
