"""What the doctor found: which walls hold here, what they leave open, what would raise them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.box.doctor import ATTACKS, Attack, RungReport
from grader.messages import Lang, Message, say
from grader.notebooks.wrapping import columns, wrap

_INDENT = " " * 5
_STOPPED, _THROUGH, _NOT_TRIED = "✓", "✗", "–"
_GAP = "  "


def doctor_lines(
    reports: Sequence[RungReport],
    lang: Lang,
    width: int,
    *,
    untried: str = "",
    groups: Sequence[Message] = (),
) -> Iterator[str]:
    """Yield a paragraph for each rung, what was tried on which, and the rung grading will use.

    Parameters
    ----------
    reports
        Strongest first.
    width
        Columns of the terminal.
    untried
        The processor, if its walls never ran on such hardware.
    groups
        What is to be said of control groups.
    """
    best = best_of(reports)
    yield from wrap(say("doctor.intro").text(lang), width)
    yield say("doctor.signs").text(lang)
    for report in reports:
        yield ""
        yield _title(report, lang)
        for message in remarks(report, best):
            yield from (_INDENT + line for line in wrap(message.text(lang), width - len(_INDENT)))
    yield ""
    yield from _table(reports, lang)
    yield ""
    for message in groups:
        yield from wrap(message.text(lang), width)
    if untried:
        yield from wrap(say("doctor.untried", processor=untried).text(lang), width)
    yield from wrap(verdict(reports).text(lang), width)


def best_of(reports: Sequence[RungReport]) -> RungReport:
    """Return the strongest rung that holds; the last one if none does."""
    return next((report for report in reports if report.holds), reports[-1])


def verdict(reports: Sequence[RungReport]) -> Message:
    """Return which rung grading will use."""
    best = best_of(reports)
    if not best.holds:
        return say("doctor.use_nothing")
    return say("doctor.use_none" if best.rung == "D" else "doctor.use_rung", rung=best.rung.value)


def remarks(report: RungReport, best: RungReport) -> Iterator[Message]:
    """Yield what is to be said of one rung; how to get it only where it would be an improvement."""
    if report.attacks:
        stopped = sum(attack.blocked for attack in report.attacks)
        yield say("doctor.stopped", stopped=stopped, tried=len(report.attacks))
    if report.why_not is not None:
        yield say("doctor.why", why=report.why_not)
    if report.rung < best.rung:
        for how in report.would_help:
            yield say("doctor.get", how=how)
    if report.holds:
        yield say("doctor.left_open", limits=say(f"doctor.open_{report.rung.value}"))


def _title(report: RungReport, lang: Lang) -> str:
    sign = _THROUGH if not report.holds else "!" if report.rung == "D" else _STOPPED
    return f"{sign} {report.rung.value}  {say(f'doctor.rung_{report.rung.value}').text(lang)}"


def _table(reports: Sequence[RungReport], lang: Lang) -> Iterator[str]:
    """Yield a line for each attack, with one sign for each rung."""
    titles = {name: Attack(name, True, "").title.text(lang) for name in ATTACKS}
    head = say("doctor.tried").text(lang)
    wide = max(columns(title) for title in (head, *titles.values()))
    yield _GAP.join([_padded(head, wide), *(report.rung.value for report in reports)])
    for name, title in titles.items():
        yield _GAP.join([_padded(title, wide), *(_sign(report, name) for report in reports)])
    yield say("doctor.legend").text(lang)


def _padded(text: str, wide: int) -> str:
    return text + " " * (wide - columns(text))


def _sign(report: RungReport, name: str) -> str:
    found = next((attack for attack in report.attacks if attack.name == name), None)
    return _NOT_TRIED if found is None else _STOPPED if found.blocked else _THROUGH
