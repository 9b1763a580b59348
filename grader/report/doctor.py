"""What the doctor found, as a table: which walls hold here, and what got through the others."""

from __future__ import annotations

from collections.abc import Sequence

from grader.box.doctor import RungReport
from grader.messages import Lang, say


def print_doctor(reports: Sequence[RungReport], lang: Lang) -> None:
    """Print one paragraph per rung, strongest first, and which one grading will use."""
    from rich.console import Console

    console = Console(highlight=False)
    for report in reports:
        for line in rung_lines(report, lang):
            console.print(line, markup=False)
    best = next((r for r in reports if r.holds), reports[-1])
    verdict = "none" if best.rung == "D" else "rung"
    console.print(say(f"doctor.use_{verdict}", rung=best.rung.value).text(lang), markup=False)


def rung_lines(report: RungReport, lang: Lang) -> list[str]:
    """Return what one rung is, whether it holds, and every attack that got through."""
    sign = "!" if report.rung == "D" else "✓" if report.holds else "✗"
    name = say(f"doctor.rung_{report.rung.value}").text(lang)
    stopped = sum(a.blocked for a in report.attacks)
    lines = [f"{sign} {report.rung.value}  {name}"]
    if report.attacks:
        count = say("doctor.stopped", stopped=stopped, tried=len(report.attacks)).text(lang)
        lines.append(f"     {count}")
    if report.why_not is not None:
        lines.append(f"     {report.why_not.text(lang)}")
    lines += [
        f"     - {say('doctor.through', attack=a.title).text(lang)}"
        for a in report.attacks
        if not a.blocked
    ]
    return lines
