"""What grading came to, as outputs of notebook cells: text, and the same as HTML.

A marker reads them in formgrader, a student in what `nbgrader generate_feedback` makes of the page.
All of it may quote the student, so nothing in it acts: HTML is escaped, and characters that hide or
reorder text are written out.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Any

from grader.checks.lines import check_lines, mark
from grader.course import Feedback
from grader.messages import Lang, say
from grader.notebooks.build import key_name
from grader.outcome import CellNote, CheckResult, KeyResult, Status, UnitReport

Output = dict[str, Any]

_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]"
)
"""What a page obeys instead of showing it: escapes, invisible characters, changes of direction."""
_TAG = re.compile(r"<(?=[A-Za-z/!?])(?!!-- \[rooflab\] [A-Za-z0-9_-]+ -->)")
"""A tag or a comment of HTML, our own marker apart."""
# The target is optional: where it is no kept picture and no web address, the syntax is broken.
_TARGET = r"(?:\(attachment:([^()\s]{1,200})\))?"
_IMAGE = re.compile(rf"!(?=\[)(?:\[[^\[\]]*\]{_TARGET})?")
_LINK = re.compile(rf"\](?=[(:](?!\s*https?://)){_TARGET}")
_MATH_WITH_EFFECT = re.compile(r"\\(?=href|style|cssId|class)")
"""What MathJax obeys beside drawing: links with scripts, styles that cover the page."""
_COLOURS = {"✓": "#1a7f37", "✗": "#b42318", "?": "#9a6700", "·": "#57606a"}


def harmless(text: str) -> str:
    """Return text in which every character shows and none acts, line ends and tabs apart."""
    return _HIDDEN.sub(lambda m: f"\\u{ord(m[0]):04x}", text)


def harmless_markdown(text: str, pictures: Collection[str] = ()) -> str:
    """Return Markdown whose HTML shows as text, and whose links and pictures do nothing.

    Formgrader's Markdown lets HTML through, scripts included, and makes `[x](javascript:…)` a link
    that sets points when a marker clicks on it; a picture that is missing ends the page with an
    error. A space of no width breaks each wherever it stands, in code too, where an entity would
    show as such. Left are links to the web, and `pictures`: names of the cell's own attachments.
    """

    def broken(found: re.Match[str]) -> str:
        return found[0] if found[1] in pictures else f"{found[0][0]}\u200b{found[0][1:]}"

    text = _TAG.sub("<\u200b", harmless(text))
    text = _LINK.sub(broken, _IMAGE.sub(broken, text))
    return _MATH_WITH_EFFECT.sub("\\\\\u200b", text)


def summary_output(report: UnitReport, langs: Sequence[Lang]) -> Output:
    """Return what came of a whole unit: each key, the file that counts, the rules applied."""
    return _output({lang: tuple(_summary(report, lang)) for lang in langs})


def key_output(key: str, report: UnitReport, langs: Sequence[Lang], feedback: Feedback) -> Output:
    """Return what came of one key, check by check."""
    return _output({lang: tuple(_key(key, report, lang, feedback)) for lang in langs})


def note_output(note: CellNote, langs: Sequence[Lang]) -> Output:
    """Return why a cell of the student's did not run."""
    why = say("report.cell", cell=note.cell + 1, why=note.why)
    lines = [f"    {line}" for line in note.traceback]
    return _output({lang: (f"✗ {why.text(lang)}", *lines) for lang in langs})


def _summary(report: UnitReport, lang: Lang) -> Iterator[str]:
    row = report.row
    yield f"{row.unit} · {report.title.text(lang)}"
    if report.result is not None:
        if report.result.rung == "D":
            yield say("report.not_isolated").text(lang)
        yield from (_key_line(key, lang) for key in report.result.keys)
    if row.file:
        yield say("gradebook.file", file=row.file).text(lang)
    if row.problem is not None:
        yield row.problem.text(lang)
    yield from (note.text(lang) for note in row.notes)


def _key(key: str, report: UnitReport, lang: Lang, feedback: Feedback) -> Iterator[str]:
    keys = report.result.keys if report.result is not None else ()
    result = next((k for k in keys if k.key == key), None)
    if result is not None:
        yield _key_line(result, lang)
    elif report.row.problem is not None:
        yield report.row.problem.text(lang)
    if not (report.row.points if result is None else result.points):
        yield say("gradebook.by_hand").text(lang)
    for check in report.result.checks if report.result is not None else ():
        if check.key == key:
            yield from check_lines(_tellable(check), lang, feedback)


def _tellable(check: CheckResult) -> CheckResult:
    """Return a check without what went wrong on our side: it may quote the check."""
    if check.status is not Status.NOT_JUDGED:
        return check
    return CheckResult(
        check.name, check.key, check.of, check.weight, check.public, check.title, check.status
    )


def _key_line(key: KeyResult, lang: Lang) -> str:
    return say(
        "report.key",
        mark=mark(key.status),
        key=key_name(key.key),
        points=key.points or "?",
        possible=key.possible,
        status=say(f"status.{key.status.value}"),
    ).text(lang)


def _output(shown: Mapping[Lang, Sequence[str]]) -> Output:
    """Return lines as one output; the first language is open, the others fold out."""
    clean = {lang: [harmless(line) for line in lines] for lang, lines in shown.items()}
    first, *others = clean
    html = _pre(clean[first])
    for lang in others:
        name = escape(say("gradebook.other_language").text(lang))
        # Bootstrap, which formgrader uses, takes the little triangle away.
        summary = f'<summary style="display:list-item">{name}</summary>'
        html += f"<details>{summary}{_pre(clean[lang])}</details>"
    text = "\n\n".join("\n".join(lines) for lines in clean.values())
    data = {"text/html": html, "text/plain": text}
    return {"output_type": "display_data", "metadata": {}, "data": data}


def _pre(lines: Iterable[str]) -> str:
    # In <pre> the page's MathJax leaves dollar signs alone.
    inner = "\n".join(map(_coloured, lines))
    return f'<pre dir="ltr" style="white-space:pre-wrap;overflow-wrap:anywhere">{inner}</pre>'


def _coloured(line: str) -> str:
    colour = _COLOURS.get(line.lstrip()[:1])
    return f'<span style="color:{colour}">{escape(line)}</span>' if colour else escape(line)
