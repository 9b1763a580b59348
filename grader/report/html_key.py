"""One key of the feedback page: the points, each check that failed with its evidence, the rest.

Writing and choosing are apart: a key is written once, in parts, and a page that grows too large is
put together from fewer of them. Numbers that stand on hundreds of lines are bare; their units are
in the style.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from grader.checks.lines import mark
from grader.checks.show import clip
from grader.outcome import Failure, Status
from grader.report.evidence import Cause, Judged, KeyEvidence, calls, came, points_text
from grader.report.picture import figure
from grader.report.standing import Mark
from grader.report.words import Words, safe

LINES = 6
"""Lines of a traceback that are shown; the last ones say most."""


@dataclass(frozen=True)
class Detail:
    """How much of a key a page shows."""

    full_keys: bool = True
    """Whether passed checks are listed where all of a key passed."""
    passed: bool = True
    """Whether they are listed where something failed."""
    causes: int = 99
    """Causes of a key that are shown with their evidence; checks of the others are listed."""
    failed: bool = True
    """Whether they are, or only counted."""
    pictures: bool = True
    """Whether the accesses of a failed check are drawn."""
    chars: int = 700
    """Characters of one value; 700 is more than a check records."""
    cells: int = 8
    """Cells of a notebook that did not run and are shown; the others are counted."""


@dataclass(frozen=True)
class CauseParts:
    """The HTML of the checks that failed for one reason."""

    before: str
    evidence: Callable[[int], str]
    """What was called and what came, each value cut to so many characters."""
    after: str
    listed: str
    """The checks, a line each."""
    picture: str = ""
    """The accesses, drawn."""

    def html(self, detail: Detail) -> str:
        """Return all of it, as `detail` asks for."""
        picture = self.picture if detail.pictures else ""
        return f"{self.before}{self.evidence(detail.chars)}{picture}{self.after}"


@dataclass(frozen=True)
class KeyParts:
    """The HTML of one key."""

    head: str
    causes: tuple[CauseParts, ...]
    rest: str
    """What stands above the checks of causes that are only listed."""
    failed: str
    """How many failed."""
    listed: str
    """The checks that passed, a line each."""
    counted: str
    """The same in one line."""

    def html(self, detail: Detail) -> str:
        """Return the parts that `detail` asks for."""
        passed = detail.passed if self.causes else detail.full_keys
        return "".join([self.head, *self._failed(detail), self.listed if passed else self.counted])

    def _failed(self, detail: Detail) -> Iterator[str]:
        if self.causes:
            yield '<ul class="f">\n'
            yield from (cause.html(detail) for cause in self.causes[: detail.causes])
            others = [cause.listed for cause in self.causes[detail.causes :]]
            if others and not detail.failed:
                yield self.failed
            elif others:
                yield f'<li>{self.rest}<ul class="p">\n{"".join(others)}</ul></li>\n'
            yield "</ul>\n"


def key_parts(words: Words, evidence: KeyEvidence, given: Mark | None) -> KeyParts:
    """Return the parts of one key.

    Parameters
    ----------
    given
        What a person gave for the key instead.
    """
    return KeyParts(
        head=_head(words, evidence, given),
        causes=tuple(_cause(words, cause) for cause in evidence.causes),
        rest=f"<p>{words.say('feedback.others')}</p>",
        failed=_failed_count(words, evidence.causes),
        listed=_listed(words, evidence.passed),
        counted=_count(words, evidence.passed),
    )


def colour(status: Status) -> str:
    """Return the class that colours a verdict: good, bad, or nothing that the student did."""
    return {Status.PASSED: "s0", Status.NOT_JUDGED: "s2"}.get(status, "s1")


def code(lines: Sequence[str], chars: int) -> str:
    """Return the student's own lines of an exception; "" if there are none."""
    shown = "\n".join(_short(line, chars) for line in lines[-LINES:])
    return f"<pre>{shown}</pre>" if shown else ""


def comment(words: Words, given: Mark | None) -> str:
    """Return what a person wrote beside a mark; "" if nothing."""
    if given is None or not given.comment:
        return ""
    lines = "<br>".join(map(safe, given.comment.splitlines()))
    return f"<dl><dt>{words.say('feedback.comment')}<dd>{lines}</dl>\n"


def _head(words: Words, evidence: KeyEvidence, given: Mark | None) -> str:
    key = evidence.key
    sign = f'<b class="{colour(key.status)}">{mark(key.status)}</b>'
    points = given.points if given is not None else key.points or "?"
    output = f"<output>{safe(points)} / {key.possible}</output>"
    head = f"<h3>{sign} {words.key(key.key)} {output}</h3>\n"
    if evidence.arithmetic:
        head += f'<p class="a">{evidence.arithmetic}</p>\n'
    if given is not None:
        said = words.say("feedback.marked", points=given.points, possible=key.possible)
        head += f"<p>{said}</p>\n{comment(words, given)}"
    return head


def _cause(words: Words, cause: Cause) -> CauseParts:
    first, failure = cause.first, cause.first.failure
    others = "".join(_line(words, other) for other in cause.others)
    listed = f"{_line(words, first)}{others}"
    row = '<li class="w">' if first.check.status is Status.NOT_JUDGED else "<li>"
    if failure is None:
        return CauseParts(f"{row}{_title(words, first)}", lambda chars: "", "</li>\n", listed)
    why = words.message(failure.why)
    if cause.plain:
        # The reason once, above the checks that it concerns.
        lines = f'<ul class="p">\n{listed}</ul></li>\n'
        return CauseParts(f"{row}<h4>{why}</h4>\n", lambda chars: "", lines, listed)
    if others:
        others = f'<p>{words.say("feedback.same_cause")}</p><ul class="p">\n{others}</ul>\n'
    return CauseParts(
        before=f"{row}{_title(words, first)}<p>{why}</p>\n",
        evidence=cache(lambda chars: _evidence(words, first, failure, chars)),
        after=f"{others}</li>\n",
        listed=listed,
        picture=figure(words, failure),
    )


def _title(words: Words, judged: Judged) -> str:
    """Return a failed check as a heading, its numbers before it: they float to the right."""
    sign, title = mark(judged.check.status), words.text(judged.check.title)
    return f"{_numbers(judged)}<h4>{sign} {title}</h4>\n"


def _evidence(words: Words, judged: Judged, failure: Failure, chars: int) -> str:
    """Return what was called, what came, what should have come, as far as it is there."""
    called = "\n".join(_short(call, 2 * chars) for call in calls(failure))
    values = (
        (judged.input_label, f"<pre>{called}</pre>" if called else ""),
        ("feedback.where", _value(failure.where, chars)),
        ("feedback.came", _value(came(failure), chars)),
        ("feedback.wanted", _value(failure.expected, chars)),
        ("feedback.code", code(failure.traceback, chars)),
        ("feedback.hint", words.text(failure.hint) if failure.hint is not None else ""),
    )
    lines = "".join(f"<dt>{words.say(label)}<dd>{value}\n" for label, value in values if value)
    return f"<dl>{lines}</dl>\n" if lines else ""


def _value(text: str, chars: int) -> str:
    return f"<code>{_short(text, chars)}</code>" if text else ""


def _listed(words: Words, passed: Sequence[Judged]) -> str:
    lines = "".join(_line(words, judged) for judged in passed)
    return f'<ul class="p">\n{lines}</ul>\n' if lines else ""


def _line(words: Words, judged: Judged) -> str:
    title = f"{mark(judged.check.status)} {words.text(judged.check.title)}"
    return f"<li>{_numbers(judged)}{title}\n"


def _numbers(judged: Judged) -> str:
    """Return the points of a check, and of how many inputs its verdict tells."""
    cases = f"<small>{judged.cases}</small>" if judged.cases else ""
    return f"<b>{points_text(judged.worth)}</b>{cases}"


def _short(text: str, chars: int) -> str:
    return safe(text if len(text) <= chars else clip(text, chars))


def _failed_count(words: Words, causes: Sequence[Cause]) -> str:
    count = sum(1 + len(cause.others) for cause in causes)
    return f"<li>{words.say('feedback.failed_count', count=count)}</li>\n"


def _count(words: Words, passed: Sequence[Judged]) -> str:
    if not passed:
        return ""
    cases = sum(judged.cases for judged in passed)
    said = words.say("feedback.passed_count", count=len(passed), cases=cases)
    return f'<p class="o">✓ {said}</p>\n'
