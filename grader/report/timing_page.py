"""The page of one timing: the tables, the point on the machine's roofline, the conditions.

It looks like a feedback page and obeys the same policy: no script, no link outside. The drawing is
an image inside the page; there an SVG runs nothing and may carry styles of its own.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence

from grader.checks.timing import TimingReport
from grader.messages import Lang, say
from grader.report.style import policy, style
from grader.report.terminal import shown_name
from grader.report.timing import (
    RATIOS_HEAD,
    TIMES_HEAD,
    conditions,
    ratio_row,
    remarks,
    times_row,
    title,
    with_prefix,
)
from grader.report.words import Words, safe


def timing_page(report: TimingReport, svg: bytes, lang: Lang) -> str:
    """Return a whole HTML file.

    Parameters
    ----------
    svg
        The roofline with the points; empty for none.
    """
    words = Words([lang])
    parts = [*_head(words, report), *_tables(words, report)]
    parts += [*_remarks(words, report), *_drawing(report, svg, lang), *_conditions(words, report)]
    footer = f"<footer>\n<p>{words.say('timing.never_marked')}</p>\n</footer>\n"
    return "".join([*parts, "</section>\n</main>\n", footer, "</body>\n</html>\n"])


def _head(words: Words, report: TimingReport) -> Iterator[str]:
    allowed = f"{policy(words.langs)}; img-src data:"
    name = f"<bdi>{safe(shown_name(report.file))}</bdi>"
    what = words.message(title(report)) if report.work is not None else words.text(report.title)
    yield f'<!doctype html>\n<html lang="{words.langs[0]}">\n<head>\n<meta charset="utf-8">\n'
    yield f'<meta http-equiv="Content-Security-Policy" content="{allowed}">\n'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
    yield '<meta name="referrer" content="no-referrer">\n<meta name="robots" content="noindex">\n'
    yield f"<title>{safe(report.title.text(words.langs[0]))}</title>\n"
    yield f"<style>{style(words.langs)}</style>\n</head>\n<body>\n"
    yield f'<header>\n<p class="o">{words.text(report.title)} · {name}</p>\n<h1>{what}</h1>\n'
    yield "</header>\n<main>\n<section>\n"


def _tables(words: Words, report: TimingReport) -> Iterator[str]:
    if report.refused is not None:
        return
    lang = words.langs[0]
    yield from _table(words, TIMES_HEAD, [times_row(timed, lang) for timed in report.timed])
    yield from _table(words, RATIOS_HEAD, [ratio_row(one, lang) for one in report.comparisons])
    yield f'<p class="o">{words.say("timing.ratio_is")}</p>\n'


def _table(words: Words, head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    cells = "".join(f'<th scope="col">{words.say(name)}</th>' for name in head)
    yield f"<table>\n<thead><tr>{cells}</tr></thead>\n<tbody>\n"
    for first, *others in rows:
        yield f'<tr><th scope="row">{safe(first)}</th>'
        yield "".join(f"<td>{safe(cell)}</td>" for cell in others) + "</tr>\n"
    yield "</tbody>\n</table>\n"


def _remarks(words: Words, report: TimingReport) -> Iterator[str]:
    for line in remarks(report, words.langs[0]):
        yield f'<p class="n">{safe(line)}</p>\n'


def _drawing(report: TimingReport, svg: bytes, lang: Lang) -> Iterator[str]:
    if not svg or report.work is None or report.roof is None:
        return
    alt = say(
        "timing.drawing",
        intensity=f"{report.work.intensity:.3g}",
        rate=with_prefix(report.timed[0].flop_per_s, "FLOP/s"),
        attainable=with_prefix(report.roof.attainable_flop_per_s, "FLOP/s"),
    ).text(lang)
    yield f"<h3>{safe(say('timing.roofline').text(lang))}</h3>\n"
    yield '<p><img width="100%" src="data:image/svg+xml;base64,'
    yield f'{base64.b64encode(svg).decode()}" alt="{safe(alt)}"></p>\n'


def _conditions(words: Words, report: TimingReport) -> Iterator[str]:
    found = list(conditions(report, words.langs[0]))
    if not found:
        return
    yield "<dl>\n"
    for label, text in found:
        yield f"<dt>{safe(label)}</dt><dd>{safe(text)}</dd>\n"
    yield "</dl>\n"
