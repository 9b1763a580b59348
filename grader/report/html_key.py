"""One key of the feedback page: the points, each check that failed with its evidence, the rest.

Writing and choosing are apart: a key is written once, in parts, and a page that grows too large is
put together from fewer of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grader.checks.lines import mark
from grader.checks.show import clip
from grader.messages import Message, say
from grader.outcome import Failure, Status
from grader.report.evidence import Cause, Judged, KeyEvidence, points_text
from grader.report.words import Words, safe

LINES = 6
"""Lines of a traceback that are shown; the last ones say most."""


@dataclass(frozen=True)
class Detail:
    """How much of a key a page shows."""

    titles: bool = True
    """Whether passed checks are listed where all of a key passed."""
    all_titles: bool = True
    """Whether they are listed where something failed."""
    evidence: int = 10**6
    """Causes of a key that are shown with their evidence."""


@dataclass(frozen=True)
class KeyParts:
    """The HTML of one key."""

    head: str
    causes: tuple[tuple[str, str, str], ...]
    """For each cause what failed and why, the evidence, and what failed for the same reason."""
    listed: str
    """The checks that passed, one by one."""
    counted: str
    """The same in one line."""

    def html(self, detail: Detail) -> str:
        """Return the parts that `detail` asks for."""
        shown = [self.head]
        if self.causes:
            shown.append('<ul class="f">\n')
            for number, (why, evidence, others) in enumerate(self.causes):
                shown += [why, evidence if number < detail.evidence else "", others]
            shown.append("</ul>\n")
        listed = detail.all_titles if self.causes else detail.titles
        shown.append(self.listed if listed else self.counted)
        return "".join(shown)


def key_parts(words: Words, evidence: KeyEvidence, chars: int) -> KeyParts:
    """Return the parts of one key, each value cut to `chars` characters."""
    return KeyParts(
        head=_head(words, evidence),
        causes=tuple(_cause(words, cause, chars) for cause in evidence.causes),
        listed=_list("p", (_line(words, judged) for judged in evidence.passed)),
        counted=_count(words, evidence.passed),
    )


def colour(status: Status) -> str:
    """Return the class that colours a verdict: good, bad, or nothing that the student did."""
    return {Status.PASSED: "s0", Status.NOT_JUDGED: "s2"}.get(status, "s1")


def code(lines: Sequence[str], chars: int) -> str:
    """Return the student's own lines of an exception; "" if there are none."""
    shown = "\n".join(safe(clip(line, chars)) for line in lines[-LINES:])
    return f"<pre>{shown}</pre>" if shown else ""


def _head(words: Words, evidence: KeyEvidence) -> str:
    key = evidence.key
    sign = f'<b class="{colour(key.status)}">{mark(key.status)}</b>'
    points = f"<output>{key.points or '?'} / {key.possible}</output>"
    head = f"<h3>{sign} {words.key(key.key)} {points}</h3>\n"
    return f'{head}<p class="a">{evidence.arithmetic}</p>\n' if evidence.arithmetic else head


def _cause(words: Words, cause: Cause, chars: int) -> tuple[str, str, str]:
    check, failure = cause.first.check, cause.first.failure
    why = f"<li><h4>{mark(check.status)} {words.text(check.title)}</h4>\n"
    why += f'<p class="o">{words.message(_tried(cause.first))}</p>\n'
    others = _list("p", (_line(words, other) for other in cause.others))
    if others:
        others = f'<p class="o">{words.say("feedback.same_cause")}</p>{others}'
    if failure is None:
        return why, "", others
    why += f"<p>{words.message(failure.why)}</p>\n"
    return why, _evidence(words, failure, chars), others


def _tried(judged: Judged) -> Message:
    check = judged.check
    status = say(f"status.{check.status.value}")
    kind = say("feedback.public") if check.public else say("feedback.hidden")
    worth = points_text(judged.worth)
    if not check.cases:
        return say("feedback.check_never", status=status, worth=worth, kind=kind)
    return say("feedback.check", status=status, cases=check.cases, worth=worth, kind=kind)


def _evidence(words: Words, failure: Failure, chars: int) -> str:
    """Return what was called, what came, what should have come, as far as it is there."""
    calls = "\n".join(_calls(failure, chars))
    values = (
        ("feedback.input", f"<pre>{calls}</pre>" if calls else ""),
        ("feedback.where", _value(failure.where, chars)),
        ("feedback.came", _value(failure.got, chars)),
        ("feedback.wanted", _value(failure.expected, chars)),
        ("feedback.code", code(failure.traceback, chars)),
        ("feedback.hint", words.text(failure.hint) if failure.hint is not None else ""),
    )
    shown = "".join(f"<dt>{words.say(label)}<dd>{value}\n" for label, value in values if value)
    return f"<dl>{shown}</dl>\n" if shown else ""


def _calls(failure: Failure, chars: int) -> Iterator[str]:
    for call in failure.calls:
        # Of a single call, what came stands in a line of its own.
        alone = len(failure.calls) == 1 and call.came == failure.got
        came = f" → {clip(call.came, chars)}" if call.came and not alone else ""
        yield safe(f"{clip(call.call, chars)}{came}")


def _value(text: str, chars: int) -> str:
    return f"<code>{safe(clip(text, chars))}</code>" if text else ""


def _list(name: str, lines: Iterator[str]) -> str:
    shown = "".join(lines)
    return f'<ul class="{name}">\n{shown}</ul>\n' if shown else ""


def _line(words: Words, judged: Judged) -> str:
    """Return a check on one line. The units of its two numbers stand in the style."""
    check = judged.check
    cases = f"<small>{check.cases}</small>" if check.cases else ""
    title = f"{mark(check.status)} {words.text(check.title)}"
    return f"<li><b>{points_text(judged.worth)}</b>{cases}{title}\n"


def _count(words: Words, passed: Sequence[Judged]) -> str:
    if not passed:
        return ""
    cases = sum(judged.check.cases for judged in passed)
    said = words.say("feedback.passed_count", count=len(passed), cases=cases)
    return f'<p class="o">✓ {said}</p>\n'
