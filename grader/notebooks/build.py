"""A unit as the notebook its students get.

The cells, from top to bottom: the prompt (locked), code the unit hands out (locked), one cell for
each `# %%` of the stub, one locked cell for each automatic key, and for `wr` a heading (locked) and
the cell of the written answer. The last notebook of a bundle ends with a statement that is never
graded: who and what helped. Ids, order and text follow from the arguments alone, so that a
release can be rebuilt and compared byte for byte.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from grader.course import Track, Unit, read_text
from grader.messages import LANGS, Lang, Message, say
from grader.notebooks.stubs import read_stub
from grader.notebooks.tags import PLACEHOLDER, UNMARKED, Tag, cell_id, tag_cell
from grader.notebooks.wrapping import wrap
from grader.outcome import AUTOMATIC_KEYS, WRITTEN_KEY, Key, Text

Notebook = dict[str, Any]

_WIDTH = 84
"""Columns of a comment: what a JupyterLab cell shows on a laptop without scrolling."""

_KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
_LANGUAGE = {
    "codemirror_mode": {"name": "ipython", "version": 3},
    "file_extension": ".py",
    "mimetype": "text/x-python",
    "name": "python",
    "nbconvert_exporter": "python",
    "pygments_lexer": "ipython3",
}


_TRACKS: dict[Track, str] = {
    "core": "notebook.track_core",
    "practice": "notebook.track_practice",
    "stretch": "notebook.track_stretch",
}
_KEYS: dict[Key, str] = {
    "ex": "notebook.key_ex",
    "prop": "notebook.key_prop",
    "err": "notebook.key_err",
    "claim": "notebook.key_claim",
    "trace": "notebook.key_trace",
    "wr": "notebook.key_wr",
}


def build_notebook(
    unit: Unit,
    langs: Sequence[Lang],
    sentences: Mapping[Key, Sequence[Text]],
    self_checked: Collection[Key],
    release: str,
    *,
    statement: bool = False,
) -> Notebook:
    """Return the notebook of `unit`, nbformat 4.5 with nbgrader's metadata.

    Parameters
    ----------
    unit
        The unit; its prompt, stub and given code are read from its public folder.
    langs
        The languages to show; Chinese comes first if both are.
    sentences
        For each key the sentences of its checks, public and hidden, in the order to show them.
    self_checked
        The keys that have public checks, which students run themselves.
    release
        The release id, kept in the metadata.
    statement
        Whether the notebook ends with the bundle's statement on helpers, sources and AI tools.

    Raises
    ------
    CourseError
        A prompt or the stub is missing, or the stub is not Python.
    """
    shown = tuple(lang for lang in LANGS if lang in langs)
    cells = [_prompt_cell(unit, shown)]
    if unit.given is not None:
        cells.append(_given_cell(unit, unit.given, shown))
    cells += _solution_cells(unit)
    for key in AUTOMATIC_KEYS:
        if key in unit.points:
            cells.append(_graded_cell(unit, key, shown, sentences.get(key, ()), self_checked))
    if WRITTEN_KEY in unit.points:
        cells += _written_cells(unit, shown)
    rooflab = {
        "bundle": unit.bundle,
        # What was released, so that `read` can tell what is gone.
        "cells": [cell["metadata"]["nbgrader"]["grade_id"] for cell in cells],
        "release": release,
        "unit": unit.id,
    }
    if statement:
        cells.append(_statement_cell(unit, shown))
    metadata = {"kernelspec": _KERNEL, "language_info": _LANGUAGE, "rooflab": rooflab}
    return {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


def dumps(notebook: Notebook) -> bytes:
    """Return `notebook` as the bytes Jupyter itself would save, so that saving changes nothing."""
    cells = [{**cell, "source": cell["source"].splitlines(True)} for cell in notebook["cells"]]
    written = {**notebook, "cells": cells}
    text = json.dumps(written, ensure_ascii=False, indent=1, sort_keys=True)
    return (text + "\n").encode()


def show_points(points: Fraction) -> str:
    """Return points as a person writes them: "3", "2.5", "0.25"."""
    return str(points) if points.denominator == 1 else str(float(points))


def _cell(unit: Unit, name: str, kind: str, source: str, **tag: Any) -> dict[str, Any]:
    tagged = Tag(grade_id=f"{unit.id}-{name}", kind="code" if kind == "code" else "markdown", **tag)
    cell: dict[str, Any] = {
        "cell_type": tagged.kind,
        "id": cell_id(tagged.grade_id),
        "metadata": tag_cell(source, tagged),
        "source": source,
    }
    if tagged.kind == "code":
        cell |= {"execution_count": None, "outputs": []}
    return cell


def _prompt_cell(unit: Unit, langs: Sequence[Lang]) -> dict[str, Any]:
    parts = [f"{_title(unit, lang)}\n\n{_prompt(unit.prompt(lang))}" for lang in langs]
    source = "\n\n---\n\n".join(parts)
    return _cell(unit, "prompt", "markdown", source, grade=False, solution=False, readonly=True)


def _prompt(path: Path) -> str:
    """Return a prompt without a title of its own: `unit.toml` has the title."""
    text = read_text(path).strip()
    first, _, rest = text.partition("\n")
    return rest.strip() if first.startswith("# ") else text


def _title(unit: Unit, lang: Lang) -> str:
    shares = (
        say("notebook.share", key=key_name(key), points=show_points(points)).text(lang)
        for key, points in unit.points.items()
    )
    facts = say(
        "notebook.facts",
        unit=unit.id,
        track=say(_TRACKS[unit.track]),
        minutes=unit.minutes,
        points=show_points(sum(unit.points.values(), Fraction())),
        shares=say("notebook.comma").text(lang).join(shares),
    )
    return f"# {unit.title.text(lang)}\n\n{facts.text(lang)}"


def key_name(key: Key) -> Message:
    """Return what students call a key."""
    return say(_KEYS[key])


def _given_cell(unit: Unit, path: Path, langs: Sequence[Lang]) -> dict[str, Any]:
    head = [f"# [rooflab] {unit.id}-given", *_comment(langs, say("notebook.given"))]
    source = "\n".join([*head, "", read_text(path).strip("\n")])
    return _cell(unit, "given", "code", source, grade=False, solution=False, readonly=True)


def _solution_cells(unit: Unit) -> Iterator[dict[str, Any]]:
    # A function may be called like a key or like a cell of ours; the graded cell keeps the name.
    taken = {*UNMARKED, WRITTEN_KEY, *AUTOMATIC_KEYS}
    for stub in read_stub(unit.public / "stub.py", taken):
        yield _cell(unit, stub.name, "code", stub.source, grade=False, solution=True)


def _graded_cell(
    unit: Unit,
    key: Key,
    langs: Sequence[Lang],
    sentences: Sequence[Text],
    self_checked: Collection[Key],
) -> dict[str, Any]:
    points = unit.points[key]
    lines = [f"# [rooflab] {unit.id}-{key}"]
    lines += _comment(langs, say("notebook.share", key=key_name(key), points=show_points(points)))
    for number, sentence in enumerate(sentences, 1):
        lines.append("#")
        lines += _numbered(number, sentence, langs)
    lines.append("#")
    if key in self_checked:
        lines += _comment(langs, say("notebook.runs_public"))
        lines += ["import grader", "", f'grader.self_check("{unit.id}", "{key}")']
    else:
        lines += _comment(langs, say("notebook.runs_nothing"))
        # nbgrader's own autograder takes a last value as the points: 0 for a cell that checks
        # nothing here, instead of full marks for not failing.
        lines.append("0")
    return _cell(
        unit, key, "code", "\n".join(lines), grade=True, solution=False, points=_number(points)
    )


def _written_cells(unit: Unit, langs: Sequence[Lang]) -> Iterator[dict[str, Any]]:
    points = unit.points[WRITTEN_KEY]
    said = say("notebook.written", points=show_points(points))
    # The comment shows nowhere; it finds the answer again when the metadata is lost.
    lines = [f"<!-- [rooflab] {unit.id}-wr-heading -->", *(said.text(lang) for lang in langs)]
    heading = "\n\n".join(lines)
    yield _cell(unit, "wr-heading", "markdown", heading, grade=False, solution=False, readonly=True)
    yield _cell(
        unit, "wr", "markdown", PLACEHOLDER, grade=True, solution=True, points=_number(points)
    )


def _statement_cell(unit: Unit, langs: Sequence[Lang]) -> dict[str, Any]:
    """Return the ungraded statement: no metadata of nbgrader, so that it is the student's own."""
    name = f"{unit.id}-statement"
    source = "\n\n".join(
        [f"<!-- [rooflab] {name} -->", *(say("notebook.statement").text(lang) for lang in langs)]
    )
    return {
        "cell_type": "markdown",
        "id": cell_id(name),
        "metadata": {"deletable": False},
        "source": source,
    }


def _comment(langs: Sequence[Lang], message: Message) -> list[str]:
    return [f"# {line}" for lang in langs for line in wrap(message.text(lang), _WIDTH - 2)]


def _numbered(number: int, sentence: Text, langs: Sequence[Lang]) -> Iterator[str]:
    mark = f"{number}. "
    for lang in langs:
        for line in wrap(sentence.text(lang), _WIDTH - 2 - len(mark)):
            yield f"# {mark}{line}"
            mark = " " * len(mark)


def _number(points: Fraction) -> int | float:
    return int(points) if points.denominator == 1 else float(points)
