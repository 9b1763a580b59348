"""One unit of the feedback page: its notebook, its keys, what to do next, its written answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from grader.checks.lines import mark
from grader.course import Feedback
from grader.messages import Message, say
from grader.outcome import WRITTEN_KEY, CellNote, Status, UnitReport, UnitResult
from grader.report.evidence import key_evidence
from grader.report.html_key import Detail, KeyParts, code, key_parts
from grader.report.standing import Mark
from grader.report.words import Words, safe


@dataclass(frozen=True)
class UnitParts:
    """The HTML of one unit."""

    before: str
    keys: tuple[KeyParts, ...]
    after: str

    def html(self, detail: Detail) -> str:
        """Return the unit with as much of its keys as `detail` asks for."""
        return "".join([self.before, *(key.html(detail) for key in self.keys), self.after])


def unit_parts(
    words: Words, unit: UnitReport, feedback: Feedback, given: Mark | None, anchor: str, chars: int
) -> UnitParts:
    """Return the parts of one unit.

    Parameters
    ----------
    given
        What a person gave for the written answer.
    anchor
        The id that the overview links to.
    chars
        How many characters of one value are shown.
    """
    title = f'<section id="{anchor}">\n<h2>{words.text(unit.title)}</h2>\n'
    before = [title, f'<p class="o"><code>{safe(unit.row.unit)}</code></p>\n']
    before += _notebook(words, unit, chars)
    keys: tuple[KeyParts, ...] = ()
    after: list[str] = []
    if unit.result is not None:
        evidence = (key_evidence(unit.result, key, feedback) for key in unit.result.keys)
        keys = tuple(key_parts(words, of_key, chars) for of_key in evidence)
        after += _next_steps(words, unit.result)
    if WRITTEN_KEY in unit.points and unit.row.file:
        after += _written(words, unit, given)
    return UnitParts("".join(before), keys, "".join([*after, "</section>\n"]))


def verdict(words: Words, unit: UnitReport) -> str:
    """Return the verdict on a unit, a sign before the words: colour alone tells nobody."""
    if not unit.row.file:
        return f"– {words.say('feedback.missing')}"
    if unit.result is None and unit.row.status is not Status.NOT_JUDGED:
        return f"✗ {words.say('feedback.unreadable')}"
    return f"{mark(unit.row.status)} {words.status(unit.row.status)}"


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


def _notebook(words: Words, unit: UnitReport, chars: int) -> Iterator[str]:
    """Yield what happened to the file before any check ran."""
    row = unit.row
    if row.status is Status.NOT_JUDGED and unit.result is None:
        # The problem is ours and may name files of the course.
        yield f'<p class="n">{words.say("feedback.not_judged")}</p>\n'
    elif row.problem is not None:
        yield f'<p class="n">{words.message(row.problem)}</p>\n'
    if row.notes:
        yield f"<h3>{words.say('feedback.notes')}</h3>\n<ul>\n"
        yield from (f"<li>{words.message(note)}</li>\n" for note in row.notes)
        yield "</ul>\n"
    if unit.result is not None and unit.result.cells:
        yield f"<h3>{words.say('feedback.cells')}</h3>\n<ul>\n"
        yield from (_cell(words, note, chars) for note in unit.result.cells)
        yield "</ul>\n"


def _cell(words: Words, note: CellNote, chars: int) -> str:
    said = words.say(
        "feedback.cell", cell=note.cell + 1, status=say(f"status.{note.status.value}"), why=note.why
    )
    return f"<li>{said}{code(note.traceback, chars)}</li>\n"


def _next_steps(words: Words, result: UnitResult) -> Iterator[str]:
    """Yield one sentence for each kind of failure in a unit, worst first."""
    kinds = {c.status for c in result.checks} - {Status.PASSED}
    if kinds:
        yield f'<div class="n"><h3>{words.say("feedback.next")}</h3>\n<ul>\n'
        for status in sorted(kinds, key=lambda s: -s.badness):
            yield f"<li>{words.message(say(f'feedback.next_{status.value}'))}</li>\n"
        yield "</ul></div>\n"


def _written(words: Words, unit: UnitReport, given: Mark | None) -> Iterator[str]:
    points = given.points if given else "?" if unit.row.written == "answered" else "0"
    output = f"<output>{safe(points)} / {unit.points[WRITTEN_KEY]}</output>"
    yield f"<h3>{words.key(WRITTEN_KEY)} {output}</h3>\n"
    yield f"<p>{words.message(written_state(unit, given))}</p>\n"
    if given is not None and given.comment:
        comment = "<br>".join(map(safe, given.comment.splitlines()))
        yield f"<dl><dt>{words.say('feedback.comment')}<dd>{comment}</dl>\n"
