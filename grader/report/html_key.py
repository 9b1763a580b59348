"""One key of the feedback page: the points, each check that failed with its evidence, the rest.

Writing and choosing are apart: a key is written once, in parts, and a page that grows too large is
put together from fewer of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grader.checks.lines import mark
from grader.checks.show import clip
from grader.outcome import Failure, Status
from grader.report.evidence import Cause, Judged, KeyEvidence, calls, points_text
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


@dataclass(frozen=True)
class KeyParts:
    """The HTML of one key."""

    head: str
    causes: tuple[tuple[str, str], ...]
    """For each cause its failed checks with the evidence, and the same checks listed."""
    rest: str
    """What stands above the checks of causes that are only listed."""
    listed: str
    """The checks that passed, one by one."""
    counted: str
    """The same in one line."""

    def html(self, detail: Detail) -> str:
        """Return the parts that `detail` asks for."""
        passed = detail.passed if self.causes else detail.full_keys
        return "".join([self.head, *self._failed(detail), self.listed if passed else self.counted])

    def _failed(self, detail: Detail) -> Iterator[str]:
        if self.causes:
            yield '<ul class="f">\n'
            yield from (shown for shown, _ in self.causes[: detail.causes])
            if others := [listed for _, listed in self.causes[detail.causes :]]:
                yield f'<li>{self.rest}<ul class="p">\n{"".join(others)}</ul></li>\n'
            yield "</ul>\n"


def key_parts(words: Words, evidence: KeyEvidence, given: Mark | None, chars: int) -> KeyParts:
    """Return the parts of one key, each value cut to `chars` characters.

    Parameters
    ----------
    given
        What a person gave for the key instead.
    """
    return KeyParts(
        head=_head(words, evidence, given),
        causes=tuple(_cause(words, cause, chars) for cause in evidence.causes),
        rest=f"<p>{words.say('feedback.others')}</p>",
        listed=_listed(words, evidence.passed),
        counted=_count(words, evidence.passed),
    )


def colour(status: Status) -> str:
    """Return the class that colours a verdict: good, bad, or nothing that the student did."""
    return {Status.PASSED: "s0", Status.NOT_JUDGED: "s2"}.get(status, "s1")


def code(lines: Sequence[str], chars: int) -> str:
    """Return the student's own lines of an exception; "" if there are none."""
    shown = "\n".join(safe(clip(line, chars)) for line in lines[-LINES:])
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


def _cause(words: Words, cause: Cause, chars: int) -> tuple[str, str]:
    """Return the checks of one cause with the evidence, and the same checks listed."""
    first, failure = cause.first, cause.first.failure
    others = "".join(_line(words, other) for other in cause.others)
    listed = f"{_line(words, first)}{others}"
    row = '<li class="w">' if first.check.status is Status.NOT_JUDGED else "<li>"
    evidence = _evidence(words, first, failure, chars) if failure is not None else ""
    if failure is not None and cause.plain:
        # The reason once, above the checks that it concerns.
        head = f"{row}<h4>{words.message(failure.why)}</h4>\n"
        return f'{head}<ul class="p">\n{listed}</ul></li>\n', listed
    shown = f"{row}<h4>{mark(first.check.status)} {words.text(first.check.title)}</h4>\n"
    shown += f'<p class="o">{words.message(first.tried)}</p>\n'
    if failure is not None:
        shown += f"<p>{words.message(failure.why)}</p>\n{evidence}"
    if others:
        shown += f'<p>{words.say("feedback.same_cause")}</p><ul class="p">\n{others}</ul>\n'
    return f"{shown}</li>\n", listed


def _evidence(words: Words, judged: Judged, failure: Failure, chars: int) -> str:
    """Return what was called, what came, what should have come, as far as it is there."""
    called = "\n".join(safe(clip(call, 2 * chars)) for call in calls(failure))
    values = (
        (judged.input_label, f"<pre>{called}</pre>" if called else ""),
        ("feedback.where", _value(failure.where, chars)),
        ("feedback.came", _value(failure.got, chars)),
        ("feedback.wanted", _value(failure.expected, chars)),
        ("feedback.code", code(failure.traceback, chars)),
        ("feedback.hint", words.text(failure.hint) if failure.hint is not None else ""),
    )
    shown = "".join(f"<dt>{words.say(label)}<dd>{value}\n" for label, value in values if value)
    return f"<dl>{shown}</dl>\n" if shown else ""


def _value(text: str, chars: int) -> str:
    return f"<code>{safe(clip(text, chars))}</code>" if text else ""


def _listed(words: Words, passed: Sequence[Judged]) -> str:
    lines = "".join(_line(words, judged) for judged in passed)
    return f'<ul class="p">\n{lines}</ul>\n' if lines else ""


def _line(words: Words, judged: Judged) -> str:
    """Return a check on one line. The units of its two numbers stand in the style."""
    cases = f"<small>{judged.cases}</small>" if judged.cases else ""
    title = f"{mark(judged.check.status)} {words.text(judged.check.title)}"
    return f"<li><b>{points_text(judged.worth)}</b>{cases}{title}\n"


def _count(words: Words, passed: Sequence[Judged]) -> str:
    if not passed:
        return ""
    cases = sum(judged.cases for judged in passed)
    said = words.say("feedback.passed_count", count=len(passed), cases=cases)
    return f'<p class="o">✓ {said}</p>\n'
