"""A TA's answer to "why did I lose points?", ready to be pasted: plain text in one language.

It says what the feedback page says and hides what the page hides, for it goes to the student too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.checks.lines import mark
from grader.course import Feedback
from grader.messages import Lang, Message, say
from grader.notebooks.build import key_name
from grader.outcome import WRITTEN_KEY, Failure, Key, StudentReport, UnitReport
from grader.report.evidence import Cause, Judged, KeyEvidence, calls, came, key_evidence, next_steps
from grader.report.picture import pictured
from grader.report.standing import (
    NO_MARKS,
    Mark,
    Marks,
    Standing,
    marks_of,
    problem,
    unit_standing,
    verdict,
    written_state,
)
from grader.report.visible import visible

CAUSES = 3
"""Causes of a key that a reply about a whole unit explains; about one key it explains all."""
CELLS = 8
"""Cells that did not run and are shown; the others are counted."""


def why_text(
    report: StudentReport,
    unit: str,
    key: Key | None,
    lang: Lang,
    feedback: Feedback,
    marks: Marks = NO_MARKS,
) -> str:
    """Return why a student's unit, or one key of it, got its points.

    Parameters
    ----------
    unit
        The id of a unit of the report.
    key
        The key asked about; None for all.
    feedback
        How much of a failed hidden check the student may see.
    """
    found = next(u for u in report.units if u.row.unit == unit)
    given = marks_of(report, found, marks)
    lines = [*_head(found, unit_standing(report, found, marks), lang), *_notebook(found, lang)]
    if found.result is not None:
        keys = [k for k in found.result.keys if key in (None, k.key)]
        limit = CAUSES if key is None else len(found.result.checks)
        for of_key in keys:
            lines += ["", *_key(key_evidence(found.result, of_key, feedback), lang, limit)]
            lines += _given(given.get(of_key.key), of_key.possible, lang)
    if key in (None, WRITTEN_KEY):
        lines += _written(found, given.get(WRITTEN_KEY), lang)
    if found.result is not None:
        steps = next_steps(c for c in found.result.checks if key in (None, c.key))
        lines += _section("feedback.next", steps, lang)
    return "\n".join(lines) + "\n"


def _head(unit: UnitReport, now: Standing, lang: Lang) -> Iterator[str]:
    sign, said = verdict(unit)
    head = say(
        "feedback.unit_line",
        mark=sign,
        title=visible(unit.title.text(lang)),
        unit=unit.row.unit,
        points=now.points,
        possible=now.possible,
        status=said,
    )
    yield head.text(lang)
    if now.provisional:
        yield say("feedback.so_far").text(lang)


def _notebook(unit: UnitReport, lang: Lang) -> Iterator[str]:
    why = problem(unit)
    if why is not None:
        yield _told(why, lang)
    yield from _section("feedback.notes", unit.row.notes, lang)
    notes = unit.result.cells if unit.result is not None else ()
    for note in notes[:CELLS]:
        yield _told(say("report.cell", cell=note.cell + 1, why=note.why), lang)
        yield from (f"    {visible(line)}" for line in note.traceback)
    if len(notes) > CELLS:
        yield say("feedback.more_cells", count=len(notes) - CELLS).text(lang)


def _key(evidence: KeyEvidence, lang: Lang, limit: int) -> Iterator[str]:
    key = evidence.key
    head = say(
        "report.key",
        mark=mark(key.status),
        key=key_name(key.key),
        points=key.points or "?",
        possible=key.possible,
        status=say(f"status.{key.status.value}"),
    )
    yield head.text(lang)
    if evidence.arithmetic:
        yield f"  {evidence.arithmetic}"
    for cause in evidence.causes[:limit]:
        yield from _cause(cause, lang)
    rest = [j for cause in evidence.causes[limit:] for j in (cause.first, *cause.others)]
    yield from _titles("feedback.others", rest, lang)
    if evidence.passed:
        cases = sum(judged.cases for judged in evidence.passed)
        said = say("feedback.passed_count", count=len(evidence.passed), cases=cases)
        yield f"  ✓ {said.text(lang)}"


def _cause(cause: Cause, lang: Lang) -> Iterator[str]:
    if cause.plain and cause.first.failure is not None:
        yield f"  {_told(cause.first.failure.why, lang)}"
        yield from (f"    {_title(judged, lang)}" for judged in (cause.first, *cause.others))
        return
    yield f"  {_title(cause.first, lang)}"
    yield f"    {cause.first.tried.text(lang)}"
    if cause.first.failure is not None:
        for line in _evidence(cause.first, cause.first.failure, lang):
            yield f"    {line}"
    yield from _titles("feedback.same_cause", cause.others, lang, "    ")


def _evidence(judged: Judged, failure: Failure, lang: Lang) -> Iterator[str]:
    yield _told(failure.why, lang)
    values = [(judged.input_label, call) for call in calls(failure)]
    values += [
        ("feedback.where", failure.where),
        ("feedback.came", came(failure)),
        ("feedback.wanted", failure.expected),
        ("picture.label", pictured(failure)),
        *(("feedback.code", line) for line in failure.traceback),
        ("feedback.hint", failure.hint.text(lang) if failure.hint is not None else ""),
    ]
    for label, value in values:
        if value:
            yield say("feedback.item", label=say(label), value=visible(value)).text(lang)


def _titles(
    message_id: str, checks: Sequence[Judged], lang: Lang, indent: str = "  "
) -> Iterator[str]:
    if checks:
        yield f"{indent}{say(message_id).text(lang)}"
        yield from (f"{indent}  {_title(judged, lang)}" for judged in checks)


def _title(judged: Judged, lang: Lang) -> str:
    return f"{mark(judged.check.status)} {visible(judged.check.title.text(lang))}"


def _written(unit: UnitReport, given: Mark | None, lang: Lang) -> Iterator[str]:
    state = written_state(unit, given)
    if state is not None:
        yield ""
        yield say("feedback.item", label=key_name(WRITTEN_KEY), value=state).text(lang)
        yield from _comment(given)


def _given(given: Mark | None, possible: str, lang: Lang) -> Iterator[str]:
    if given is not None:
        yield f"  {say('feedback.marked', points=given.points, possible=possible).text(lang)}"
        yield from _comment(given)


def _comment(given: Mark | None) -> Iterator[str]:
    if given is not None:
        yield from (f"  {visible(line)}" for line in given.comment.splitlines())


def _section(message_id: str, sentences: Sequence[Message], lang: Lang) -> Iterator[str]:
    if sentences:
        yield ""
        yield say("feedback.item", label=say(message_id), value="").text(lang).rstrip()
        yield from (f"- {_told(sentence, lang)}" for sentence in sentences)


def _told(message: Message, lang: Lang) -> str:
    return visible(message.text(lang))
