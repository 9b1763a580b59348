"""Measured times as text: one table of what each version takes, one of ratios, and the conditions.

Two tables, so that both fit a terminal of 80 columns; the page is made of the same rows.
"""

from __future__ import annotations

from collections.abc import Iterator

from grader.checks.timing import Comparison, Timed, TimingReport
from grader.messages import Lang, Message, say
from grader.report.terminal import shown_name, table

PREFIXES = ("", "k", "M", "G", "T", "P", "E")
TIMES_HEAD = ("timing.who", "timing.median", "timing.tenths_ms", "timing.rate", "timing.share")
RATIOS_HEAD = (
    "timing.who",
    "timing.ratio",
    "timing.tenths",
    "timing.cpu_ratio",
    "timing.says",
)


def print_timing(report: TimingReport, lang: Lang) -> None:
    """Print a report to standard output."""
    from rich.console import Console

    console = Console(highlight=False)

    def tell(line: str) -> None:
        # rich breaks lines at blanks, which Chinese has hardly any of; a terminal breaks anywhere.
        console.print(line, markup=False, soft_wrap=lang == "zh")

    for line in heading(report, lang):
        tell(line)
    if report.refused is None:
        for head, rows in (
            (TIMES_HEAD, [times_row(t, lang) for t in report.timed]),
            (RATIOS_HEAD, [ratio_row(c, lang) for c in report.comparisons]),
        ):
            console.print(table([say(each).text(lang) for each in head], rows))
        tell(say("timing.ratio_is").text(lang))
    for line in remarks(report, lang):
        tell(line)
    for label, text in conditions(report, lang):
        tell(f"{label}{'：' if lang == 'zh' else ': '}{text}")
    tell(say("timing.never_marked").text(lang))


def heading(report: TimingReport, lang: Lang) -> Iterator[str]:
    """Yield what was timed."""
    if report.work is not None:
        yield title(report).text(lang)
    yield f"{report.title.text(lang)} · {shown_name(report.file)}"
    if report.rung == "D":
        yield say("report.not_isolated").text(lang)


def title(report: TimingReport) -> Message:
    """Return what was called, and at which size."""
    label = report.work.label if report.work is not None else "–"
    return say("timing.title", entry_point=report.entry_point, label=label)


def times_row(timed: Timed, lang: Lang) -> tuple[str, ...]:
    """Return one version's name, times, rate and share of the roof."""
    ms = timed.ms
    return (
        timed.name.text(lang),
        f"{three_digits(ms.middle)} ms",
        f"{three_digits(ms.low)}–{three_digits(ms.high)}",
        with_prefix(timed.flop_per_s, "FLOP/s"),
        f"{three_digits(100 * timed.share)} %",
    )


def ratio_row(comparison: Comparison, lang: Lang) -> tuple[str, ...]:
    """Return the ratio to one reference and what it says."""
    return (
        comparison.rung.text(lang),
        three_digits(comparison.ratio),
        f"{three_digits(comparison.low)}–{three_digits(comparison.high)}",
        three_digits(comparison.cpu_ratio) if comparison.cpu_ratio else "–",
        say(f"timing.says_{comparison.direction}").text(lang),
    )


def remarks(report: TimingReport, lang: Lang) -> Iterator[str]:
    """Yield why there are no times, why a ratio says nothing, and what else a reader should know.

    Reasons that hold for every reference are given once for all of them.
    """
    if report.refused is not None:
        yield report.refused.text(lang)
    concerned: dict[str, list[str]] = {}
    for comparison in report.comparisons:
        for why in comparison.reasons:
            concerned.setdefault(why.text(lang), []).append(comparison.rung.text(lang))
    for reason, rungs in concerned.items():
        if len(rungs) == len(report.comparisons):
            yield say("timing.reason_for_all", why=reason).text(lang)
        else:
            yield from (say("timing.reason", rung=r, why=reason).text(lang) for r in rungs)
    yield from (note.text(lang) for note in report.notes)


def conditions(report: TimingReport, lang: Lang) -> Iterator[tuple[str, str]]:
    """Yield a label and what it labels: the work, the roof, how it was measured."""
    work, roof = report.work, report.roof
    if work is None or roof is None:
        return
    work_is = say(
        "timing.work_is",
        flop=with_prefix(work.flop, "FLOP"),
        bytes=with_prefix(work.moved_bytes, "B"),
        moved=work.moved.text(lang),
        intensity=f"{work.intensity:.3g}",
    )
    roof_is = say(
        "timing.roof_is",
        attainable=with_prefix(roof.attainable_flop_per_s, "FLOP/s"),
        limiter=say(f"timing.limiter_{roof.limiter}"),
        machine=roof.machine,
        peak=with_prefix(roof.flop_per_s, "FLOP/s"),
        bandwidth=with_prefix(roof.bytes_per_s, "B/s"),
    )
    how_is = say(
        "timing.how_is",
        rounds=report.rounds,
        exchange=f"{report.exchange_us:.0f}",
        walls=report.rung,
    )
    sentences = {"work": work_is, "roof": roof_is, "how": how_is}
    for name, sentence in sentences.items():
        yield say(f"timing.label_{name}").text(lang), sentence.text(lang)


def three_digits(value: float) -> str:
    """Return a value >= 0 with three digits, and with all before the point: 0.0717, 3770."""
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"


def with_prefix(value: float, unit: str) -> str:
    """Return a value >= 0 with three digits and an SI prefix: 2.68e8, "FLOP" -> "268 MFLOP"."""
    power = 0
    while float(f"{value:.3g}") >= 1000 and power < len(PREFIXES) - 1:
        value, power = value / 1000, power + 1
    return f"{value:.3g} {PREFIXES[power]}{unit}"
