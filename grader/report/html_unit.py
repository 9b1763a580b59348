"""One unit of the feedback page: its notebook, its keys, its checks, its written answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grader.checks.lines import mark
from grader.checks.show import clip
from grader.course import Feedback
from grader.messages import Message, say
from grader.outcome import (
    WRITTEN_KEY,
    CellNote,
    Failure,
    Key,
    Status,
    UnitReport,
    UnitResult,
)
from grader.report.evidence import Cause, Judged, KeyEvidence, key_evidence, points_text
from grader.report.standing import Mark
from grader.report.terminal import key_message
from grader.report.words import Words, safe


@dataclass(frozen=True)
class Detail:
    """How much of a unit a page shows."""

    titles: bool = True
    """Whether passed checks are listed where all of a key passed."""
    all_titles: bool = True
    """Whether they are listed where something failed."""
    evidence: int = 10**6
    """Causes of a key that are shown with their evidence."""
    chars: int = 10**6
    """Characters of one value."""


LEVELS = (
    Detail(),
    Detail(titles=False),
    Detail(titles=False, evidence=3),
    Detail(titles=False, all_titles=False, evidence=2, chars=300),
    Detail(titles=False, all_titles=False, evidence=1, chars=100),
    Detail(titles=False, all_titles=False, evidence=0, chars=60),
)
"""From everything down to verdicts alone; a page takes the first that fits."""


def unit_section(
    words: Words,
    unit: UnitReport,
    feedback: Feedback,
    given: Mark | None,
    detail: Detail,
    anchor: str,
) -> Iterator[str]:
    """Yield the HTML of one unit.

    Parameters
    ----------
    given
        What a person gave for the written answer.
    anchor
        The id that the overview links to.
    """
    yield f'<section id="{anchor}">\n<h2>{words.text(unit.title)}</h2>\n'
    yield f'<p class="o"><code>{safe(unit.row.unit)}</code></p>\n'
    yield from _notebook(words, unit, detail)
    if unit.result is not None:
        for key in unit.result.keys:
            yield from _key(words, key_evidence(unit.result, key, feedback), detail)
        yield from _next_steps(words, unit.result)
    if WRITTEN_KEY in unit.points and unit.row.file:
        yield from _written(words, unit, given)
    yield "</section>\n"


def verdict(words: Words, unit: UnitReport) -> str:
    """Return the verdict on a unit, a sign before the words: colour alone tells nobody."""
    if not unit.row.file:
        return f"– {words.say('feedback.missing')}"
    if unit.result is None and unit.row.status is not Status.NOT_JUDGED:
        return f"✗ {words.say('feedback.unreadable')}"
    return f"{mark(unit.row.status)} {words.status(unit.row.status)}"


def _notebook(words: Words, unit: UnitReport, detail: Detail) -> Iterator[str]:
    """Yield what happened to the file before any check ran."""
    row = unit.row
    if row.status is Status.NOT_JUDGED and unit.result is None:
        yield f'<p class="n">{words.say("feedback.none_judged")}</p>\n'
    elif row.problem is not None:
        yield f'<p class="n">{words.message(row.problem)}</p>\n'
    if row.notes:
        yield f"<h3>{words.say('feedback.notes')}</h3>\n<ul>\n"
        yield from (f"<li>{words.message(note)}</li>\n" for note in row.notes)
        yield "</ul>\n"
    if unit.result is not None and unit.result.cells:
        yield f"<h3>{words.say('feedback.cells')}</h3>\n<ul>\n"
        yield from (_cell(words, note, detail) for note in unit.result.cells)
        yield "</ul>\n"


def _cell(words: Words, note: CellNote, detail: Detail) -> str:
    said = words.say(
        "feedback.cell", cell=note.cell + 1, status=say(f"status.{note.status.value}"), why=note.why
    )
    return f"<li>{said}{_code(note.traceback, detail)}</li>\n"


def _key(words: Words, evidence: KeyEvidence, detail: Detail) -> Iterator[str]:
    key = evidence.key
    points = f"{key.points or '?'} / {key.possible}"
    sign = f'<b class="s{int(key.status is not Status.PASSED)}">{mark(key.status)}</b>'
    yield f"<h3>{sign} {words.message(key_message(key.key))} <output>{points}</output></h3>\n"
    if evidence.arithmetic:
        yield f'<p class="a">{evidence.arithmetic}</p>\n'
    yield from _failed(words, evidence.causes, detail)
    yield from _passed(words, evidence, detail)


def _failed(words: Words, causes: Sequence[Cause], detail: Detail) -> Iterator[str]:
    if causes:
        yield '<ul class="f">\n'
        for number, cause in enumerate(causes):
            yield from _cause(words, cause, detail, full=number < detail.evidence)
        yield "</ul>\n"


def _cause(words: Words, cause: Cause, detail: Detail, *, full: bool) -> Iterator[str]:
    check, failure = cause.first.check, cause.first.failure
    yield f"<li><h4>{mark(check.status)} {words.text(check.title)}</h4>\n"
    yield f'<p class="o">{words.message(_tried(cause.first))}</p>\n'
    if failure is not None:
        yield f"<p>{words.message(failure.why)}</p>\n"
        if full:
            yield from _evidence(words, failure, detail)
    if cause.others:
        yield f'<p class="o">{words.say("feedback.same_cause")}</p><ul class="p">'
        yield from (_line(words, other) for other in cause.others)
        yield "</ul>"
    yield "</li>\n"


def _tried(judged: Judged) -> Message:
    check = judged.check
    status = say(f"status.{check.status.value}")
    kind = say("feedback.public") if check.public else say("feedback.hidden")
    worth = points_text(judged.worth)
    if not check.cases:
        return say("feedback.check_never", status=status, worth=worth, kind=kind)
    return say("feedback.check", status=status, cases=check.cases, worth=worth, kind=kind)


def _evidence(words: Words, failure: Failure, detail: Detail) -> Iterator[str]:
    """Yield what was called, what came, what should have come, as far as it is there."""
    calls = "\n".join(_calls(failure, detail))
    values = (
        ("feedback.input", f"<pre>{calls}</pre>" if calls else ""),
        ("feedback.where", _value(failure.where, detail)),
        ("feedback.came", _value(failure.got, detail)),
        ("feedback.wanted", _value(failure.expected, detail)),
        ("feedback.code", _code(failure.traceback, detail)),
        ("feedback.hint", words.text(failure.hint) if failure.hint is not None else ""),
    )
    if any(value for _, value in values):
        yield "<dl>"
        for label, value in values:
            if value:
                yield f"<dt>{words.say(label)}<dd>{value}\n"
        yield "</dl>\n"


def _calls(failure: Failure, detail: Detail) -> Iterator[str]:
    for call in failure.calls:
        # Of a single call, what came stands in a line of its own.
        alone = len(failure.calls) == 1 and call.came == failure.got
        came = f" → {_clipped(call.came, detail)}" if call.came and not alone else ""
        yield f"{_clipped(call.call, detail)}{came}"


def _value(text: str, detail: Detail) -> str:
    return f"<code>{_clipped(text, detail)}</code>" if text else ""


def _code(lines: Sequence[str], detail: Detail) -> str:
    shown = lines if len(lines) <= _LINES else lines[-_LINES:]
    return f"<pre>{'\n'.join(_clipped(line, detail) for line in shown)}</pre>" if shown else ""


def _clipped(text: str, detail: Detail) -> str:
    return safe(clip(text, detail.chars))


def _passed(words: Words, evidence: KeyEvidence, detail: Detail) -> Iterator[str]:
    passed = evidence.passed
    listed = detail.all_titles if evidence.causes else detail.titles
    if passed and listed:
        yield f'<ul class="p" aria-label="{words.label("feedback.passed")}">\n'
        yield from (_line(words, judged) for judged in passed)
        yield "</ul>\n"
    elif passed:
        cases = sum(judged.check.cases for judged in passed)
        said = words.say("feedback.passed_count", count=len(passed), cases=cases)
        yield f'<p class="o">{said}</p>\n'


def _line(words: Words, judged: Judged) -> str:
    """Return a check on one line. The units of both numbers stand in the style: see `style`."""
    check = judged.check
    cases = f"<small>{check.cases}</small>" if check.cases else ""
    sign = mark(check.status)
    return f"<li>{sign} {words.text(check.title)} {cases}<b>{points_text(judged.worth)}</b>\n"


def _next_steps(words: Words, result: UnitResult) -> Iterator[str]:
    """Yield one sentence for each kind of failure in a unit, worst first."""
    kinds = {c.status for c in result.checks} - {Status.PASSED}
    if kinds:
        yield f'<div class="n"><h3>{words.say("feedback.next")}</h3>\n<ul>\n'
        for status in sorted(kinds, key=lambda s: -s.badness):
            yield f"<li>{words.message(say(f'feedback.next_{status.value}'))}\n"
        yield "</ul></div>\n"


def _written(words: Words, unit: UnitReport, given: Mark | None) -> Iterator[str]:
    possible = unit.points[WRITTEN_KEY]
    points = given.points if given else "?" if unit.row.written == "answered" else "0"
    yield (
        f"<h3>{words.message(key_message(WRITTEN_KEY))} "
        f"<output>{safe(points)} / {possible}</output></h3>\n"
        f"<p>{words.message(written_state(unit, given))}</p>\n"
    )
    if given is not None and given.comment:
        label = words.say("feedback.comment")
        yield f"<dl><dt>{label}<dd>{safe(given.comment)}</dl>\n"


def written_state(unit: UnitReport, given: Mark | None) -> Message:
    """Return what became of a written answer."""
    possible = unit.points[WRITTEN_KEY]
    if given is not None:
        return say("feedback.written_marked", points=given.points, possible=possible)
    if unit.row.written == "answered":
        return say("feedback.written_waiting", possible=possible)
    if unit.answer is None:
        return say("feedback.written_gone", possible=possible)
    return say("feedback.written_empty", possible=possible)
