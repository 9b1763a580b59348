"""The feedback page: one file per student and bundle that needs nothing else, and runs nothing.

The page is plain string building: a template engine would cost more to import than all pages of a
class cost to write. It holds no script and no link to anything outside (a page of times lies beside
it), and its policy forbids both, so that what a student wrote could not act even if it were not
escaped. It stays below `MAX_BYTES`: what would grow larger is put together with less detail, and
says so.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from grader.course import Feedback
from grader.messages import Lang
from grader.outcome import StudentReport, UnitReport
from grader.report.evidence import next_steps
from grader.report.html_key import Detail, colour
from grader.report.html_unit import unit_parts
from grader.report.standing import (
    NO_MARKS,
    Marks,
    Standing,
    marks_of,
    standing,
    unit_standing,
    verdict,
)
from grader.report.style import policy, style
from grader.report.terminal import shown_name
from grader.report.words import Words, safe

MAX_BYTES = 40_000

_FEWER = Detail(full_keys=False, passed=False, pictures=False, chars=200, cells=3)
LEVELS = (
    Detail(),
    Detail(full_keys=False),
    Detail(full_keys=False, passed=False),
    Detail(full_keys=False, passed=False, pictures=False),
    *(replace(_FEWER, causes=count) for count in (99, 8, 6, 5, 4, 3, 2)),
    *(replace(_FEWER, causes=count, chars=80, cells=1) for count in (2, 1, 0)),
    replace(_FEWER, causes=0, failed=False, cells=0),
)
"""From everything down to verdicts alone; a page takes the first that fits. Passed checks go first,
then pictures, then long values, then the evidence of all but the first failures."""


def feedback_page(
    report: StudentReport,
    langs: Sequence[Lang],
    feedback: Feedback,
    marks: Marks = NO_MARKS,
    timed: Collection[str] = (),
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
        What people gave, which counts instead of what the checks gave.
    timed
        Units of which a page of times lies beside this one.
    """
    words = Words(langs)
    top = "".join(_top(words, report, marks))
    units = [
        unit_parts(
            words,
            unit,
            feedback,
            marks_of(report, unit, marks),
            f"u{number}",
            timed=unit.row.unit in timed,
        )
        for number, unit in enumerate(report.units, 1)
    ]

    def page(detail: Detail) -> str:
        body = [unit.html(detail) for unit in units]
        end = _footer(words, report, shortened=detail is not LEVELS[0])
        return "".join([top, *body, *end])

    def fits(detail: Detail) -> bool:
        return len(page(detail).encode()) <= MAX_BYTES

    # Each level is smaller than the one before. Most pages fit whole.
    level = 0 if fits(LEVELS[0]) else bisect_left(LEVELS, True, lo=1, hi=len(LEVELS) - 1, key=fits)
    return page(LEVELS[level])


def _top(words: Words, report: StudentReport, marks: Marks) -> Iterator[str]:
    now = standing(report, marks)
    yield from _head(words, report)
    yield from _header(words, report, now)
    yield from _overview(words, report, now, marks)


def _head(words: Words, report: StudentReport) -> Iterator[str]:
    title = f"{safe(report.title.text(words.langs[0]))} · {safe(shown_name(report.student))}"
    yield f'<!doctype html>\n<html lang="{words.langs[0]}">\n<head>\n<meta charset="utf-8">\n'
    yield f'<meta http-equiv="Content-Security-Policy" content="{policy(words.langs)}">\n'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
    yield '<meta name="referrer" content="no-referrer">\n<meta name="robots" content="noindex">\n'
    yield f"<title>{title}</title>\n<style>{style(words.langs)}</style>\n</head>\n<body>\n"


def _header(words: Words, report: StudentReport, now: Standing) -> Iterator[str]:
    yield f'<header>\n<p class="o">{words.say("feedback.heading")}</p>\n'
    yield f"<h1>{words.text(report.title)}</h1>\n"
    name = f"<bdi>{safe(shown_name(report.student))}</bdi>"
    yield f'<p class="w">{words.say("feedback.student")} {name}</p>\n'
    points = words.say("feedback.of", points=now.points, possible=now.possible)
    yield f'<p class="t">{points} {_provisional(words, now)}</p>\n'
    if now.unmarked:
        yield f"<p>{words.say('feedback.unmarked', units=_short(now.unmarked))}</p>\n"
    if now.not_judged:
        yield f"<p>{words.say('feedback.unjudged', units=_short(now.not_judged))}</p>\n"
    yield "</header>\n<main>\n"


def _provisional(words: Words, now: Standing) -> str:
    return f"<mark>{words.say('feedback.provisional')}</mark>" if now.provisional else ""


def _short(units: Sequence[str]) -> str:
    return ", ".join(unit.split("_")[0] for unit in units)


def _overview(words: Words, report: StudentReport, now: Standing, marks: Marks) -> Iterator[str]:
    yield f"<nav><table>\n<caption>{words.say('feedback.units')}</caption>\n<thead><tr>"
    for head in ("feedback.unit", "feedback.verdict", "feedback.points"):
        yield f'<th scope="col">{words.say(head)}</th>'
    yield "</tr></thead>\n<tbody>\n"
    for number, unit in enumerate(report.units, 1):
        alone = unit_standing(report, unit, marks)
        yield _overview_row(words, unit, alone, f"u{number}")
    yield f'</tbody>\n<tfoot><tr><th scope="row" colspan="2">{words.say("feedback.total")}</th>'
    yield f"<td>{now.points} / {now.possible}</td></tr></tfoot>\n</table></nav>\n"


def _overview_row(words: Words, unit: UnitReport, now: Standing, anchor: str) -> str:
    sign, said = verdict(unit)
    return (
        f'<tr><th scope="row"><a href="#{anchor}">{words.text(unit.title)}</a></th>'
        f'<td class="{colour(unit.row.status)}">{sign} {words.message(said)}</td>'
        f"<td>{now.points} / {now.possible} {_provisional(words, now)}</td></tr>\n"
    )


def _footer(words: Words, report: StudentReport, *, shortened: bool) -> Iterator[str]:
    results = (unit.result for unit in report.units if unit.result is not None)
    if steps := next_steps(check for result in results for check in result.checks):
        yield f"<aside>\n<h2>{words.say('feedback.next')}</h2>\n<ul>\n"
        yield from (f"<li>{words.message(step)}</li>\n" for step in steps)
        yield "</ul>\n</aside>\n"
    yield "</main>\n<footer>\n"
    if shortened:
        yield f"<p>{words.say('feedback.shortened')}</p>\n"
    for message_id in ("feedback.how", "feedback.inputs"):
        yield f"<p>{words.say(message_id)}</p>\n"
    yield "</footer>\n</body>\n</html>\n"
