"""The page a marker reads: the released notebook with the student's work, and nothing that acts."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from grader.checks.lines import OPEN
from grader.course import Feedback, Unit
from grader.messages import LANGS, say
from grader.notebooks.annotate import annotate, marking_notebook
from grader.notebooks.build import Notebook, build_notebook, dumps
from grader.notebooks.pictures import pictures_of
from grader.notebooks.tags import PLACEHOLDER
from grader.outcome import (
    CallShown,
    CellNote,
    CheckResult,
    Failure,
    Key,
    KeyResult,
    Status,
    Text,
    UnitReport,
    UnitResult,
    UnitRow,
)

UNIT = "q13_message_batches"
HOSTILE = '</pre><script>alert(1)</script>"\x1b[2J\u202e'

Cells = dict[str, dict[str, Any]]
Change = Callable[[Cells, list[dict[str, Any]]], object]
Annotate = Callable[..., list[dict[str, Any]]]


def check(key: Key, status: Status, failure: Failure | None = None) -> CheckResult:
    title = Text(f"{key} 的句子。", f"The sentence of {key}.")
    return CheckResult(f"test_{key}", key, ("transfer_s",), 1, False, title, status, 3, failure)


WRONG = Failure(
    why=say("check.no_call"),
    calls=(CallShown("transfer_s(1.0, 3)", "2.0"),),
    got="2.0",
    expected="3.25",
)


def report(
    *checks: CheckResult, answer: str | None = None, cells: tuple[CellNote, ...] = (), **row: Any
) -> UnitReport:
    """Return a report: 1 point for `ex`, nothing for `prop`, unless something was not judged."""
    checks = checks or (check("ex", Status.PASSED), check("prop", Status.WRONG, WRONG))
    open_ = any(c.status is Status.NOT_JUDGED for c in checks)
    keys = tuple(
        KeyResult(c.key, c.status, "" if c.status is Status.NOT_JUDGED else "1", "3")
        for c in checks
    )
    result = UnitResult(UNIT, "job", "A", Status.WRONG, keys, checks, cells)
    values = {"status": Status.WRONG, "points": "" if open_ else "2", "file": f"{UNIT}.ipynb"} | row
    return UnitReport(
        UnitRow(UNIT, possible="5.5", **values),
        Text("消息分批", "Message batches"),
        {"ex": "3", "prop": "2.5", "wr": "4"},
        result,
        answer,
    )


def unjudged(**row: Any) -> UnitReport:
    values = {"status": Status.ERROR, "points": "0", "file": "x.ipynb"} | row
    return UnitReport(
        UnitRow(UNIT, possible="5.5", **values), Text("", ""), {"ex": "3", "prop": "2.5", "wr": "4"}
    )


@pytest.fixture
def page(notebook: Notebook) -> Annotate:
    """Hand the notebook in after `change(cells by name, list of cells)`; return its page."""

    def page(
        change: Change = lambda named, cells: None,
        unit: UnitReport | None = None,
        langs: tuple[str, ...] = LANGS,
        feedback: Feedback = OPEN,
    ) -> list[dict[str, Any]]:
        handed_in = copy.deepcopy(notebook)
        cells = handed_in["cells"]
        change({cell["id"].partition("-")[2]: cell for cell in cells}, cells)
        master = marking_notebook(dumps(notebook), langs)  # type: ignore[arg-type]
        data = annotate(master, dumps(handed_in), unit or report(), langs, feedback)  # type: ignore[arg-type]
        shown: list[dict[str, Any]] = json.loads(data)["cells"]
        for cell in shown:
            cell["source"] = "".join(cell["source"])
        return shown

    return page


def named(cells: list[dict[str, Any]]) -> Cells:
    return {cell["id"].removeprefix(f"{UNIT}-"): cell for cell in cells}


def names(cells: list[dict[str, Any]]) -> list[str]:
    return [cell["id"].removeprefix(f"{UNIT}-") for cell in cells]


def output(cell: dict[str, Any], kind: str = "text/plain") -> str:
    (shown,) = cell["outputs"]
    return "".join(shown["data"][kind])


def added(source: str, kind: str = "code") -> dict[str, Any]:
    return {"cell_type": kind, "id": "mine", "metadata": {}, "source": source}


# ---- nbgrader's format ---------------------------------------------------------------------------


def test_a_page_is_a_notebook_that_nbgrader_takes(notebook: Notebook, page: Annotate) -> None:
    nbformat = pytest.importorskip("nbformat")
    validator = pytest.importorskip("nbgrader.nbgraderformat").MetadataValidator()
    utils = pytest.importorskip("nbgrader.utils")

    def change(cells: Cells, all_: list[dict[str, Any]]) -> None:
        cells["Link"]["cell_type"] = "markdown"
        all_ += [added("mine"), added("words", "markdown"), copy.deepcopy(cells["transfer_s"])]

    shown = nbformat.from_dict({**notebook, "cells": page(change, report(answer="Because."))})
    nbformat.validate(shown)
    validator.validate_nb(shown)
    master = marking_notebook(dumps(notebook), LANGS)
    for cell in nbformat.from_dict(master).cells:
        assert utils.compute_checksum(cell) == cell.metadata.nbgrader.checksum
    locked = [cell for cell in shown.cells if utils.is_locked(cell)]
    assert [utils.compute_checksum(c) for c in locked] == [
        c.metadata.nbgrader.checksum for c in locked
    ]


def test_the_same_submission_gives_the_same_bytes(notebook: Notebook) -> None:
    data = dumps(notebook)
    first, second = (
        annotate(marking_notebook(data, LANGS), data, report(), LANGS) for _ in range(2)
    )
    assert first == second


def test_a_graded_cell_raises_when_somebody_runs_it(page: Annotate) -> None:
    for name in ("ex", "prop"):
        source = named(page())[name]["source"]
        with pytest.raises(RuntimeError, match=r"请重新运行 grader grade.*run grader grade again"):
            exec(source, {})  # our own text, as nbgrader would run it
        assert "self_check" not in source


def test_what_is_no_notebook_is_refused() -> None:
    for data in (b"", b"[]", b'{"cells": 1}'):
        with pytest.raises(ValueError, match=r"Expecting value|no list of cells"):
            marking_notebook(data, LANGS)


# ---- whose cell stands where ---------------------------------------------------------------------


def test_locked_cells_are_the_courses_again(notebook: Notebook, page: Annotate) -> None:
    def change(cells: Cells, all_: list[dict[str, Any]]) -> None:
        cells["given"]["source"] = "LATENCY_S = 0"
        all_.remove(cells["prompt"])
        all_.append(copy.deepcopy(cells["ex"]))

    shown = page(change)
    released = {c["id"]: c["source"] for c in notebook["cells"]}
    for name in ("prompt", "given", "wr-heading"):
        assert named(shown)[name]["source"] == released[f"{UNIT}-{name}"]
    assert names(shown) == ["grader-summary", *(names(notebook["cells"]))]


def test_the_students_code_stands_in_its_cell_without_outputs(page: Annotate) -> None:
    def change(cells: Cells, _: object) -> None:
        cells["transfer_s"]["source"] = "def transfer_s(*_):\n    return 1"
        cells["transfer_s"]["outputs"] = [{"output_type": "stream", "name": "stdout", "text": "x"}]
        cells["transfer_s"]["metadata"]["collapsed"] = True

    cell = named(page(change))["transfer_s"]
    assert cell["source"] == "def transfer_s(*_):\n    return 1"
    assert cell["outputs"] == []
    assert "collapsed" not in cell["metadata"]


def test_of_copies_the_last_stands_in_the_place_and_the_others_where_they_were(
    page: Annotate,
) -> None:
    def change(cells: Cells, all_: list[dict[str, Any]]) -> None:
        cells["transfer_s"]["source"] = "first"
        last = copy.deepcopy(cells["transfer_s"]) | {"source": "last"}
        all_.insert(all_.index(cells["Link"]) + 1, last)

    shown = page(change)
    assert named(shown)["transfer_s"]["source"] == "last"
    before = shown[names(shown).index("transfer_s") - 1]
    assert before["source"] == "first"
    assert before["metadata"] == {}


def test_added_cells_keep_their_neighbours(page: Annotate) -> None:
    def change(cells: Cells, all_: list[dict[str, Any]]) -> None:
        all_.insert(0, added("on top"))
        all_.insert(all_.index(cells["Link"]), added("between"))
        all_.insert(all_.index(cells["ex"]) + 1, added("below a check", "markdown"))
        all_.append(added("raw", "raw"))

    shown = page(change)
    order = [cell["source"] for cell in shown]
    assert order[1] == "on top"
    assert order.index("between") == names(shown).index("transfer_s") + 1
    assert order.index("below a check") == names(shown).index("ex") + 1
    assert order[-1] == "raw"
    assert all(cell["metadata"] == {} for cell in shown if cell["id"].startswith("student-"))


def test_cells_without_metadata_are_found_by_id_or_by_what_they_define(page: Annotate) -> None:
    def change(cells: Cells, all_: list[dict[str, Any]]) -> None:
        for cell in all_:
            cell["metadata"] = {}
        cells["transfer_s"]["source"] = "def transfer_s(*_):\n    return 7"
        cells["Link"] |= {"id": "renamed", "source": "class Link:\n    speed = 9"}

    shown = named(page(change))
    assert shown["transfer_s"]["source"].endswith("return 7")
    assert shown["Link"]["source"].endswith("speed = 9")


def test_a_cell_that_is_gone_says_so(page: Annotate) -> None:
    shown = named(page(lambda cells, all_: all_.remove(cells["Link"])))
    assert shown["Link"]["source"] == (
        "# 提交的文件里没有这个单元格。\n# this cell is not in the file that was handed in."
    )


def test_code_turned_into_text_is_shown_as_what_it_is(page: Annotate) -> None:
    cell = named(page(lambda cells, _: cells["Link"].update(cell_type="markdown")))["Link"]
    assert cell["cell_type"] == "code"
    assert "it was not run:\nclass Link:" in cell["source"]


def test_the_written_answer_is_the_one_that_is_marked(page: Annotate) -> None:
    def change(cells: Cells, all_: list[dict[str, Any]]) -> None:
        again = copy.deepcopy(cells["wr"]) | {"source": "An earlier try."}
        cells["wr"]["source"] = "Because."
        all_ += [again, copy.deepcopy(cells["wr"]) | {"source": PLACEHOLDER}]

    shown = page(change, report(answer="Because."))
    assert named(shown)["wr"]["source"] == "Because."
    assert [cell["source"] for cell in shown[-1:]] == ["An earlier try."]
    assert sum(PLACEHOLDER in cell["source"] for cell in shown) == 0


def test_the_statement_is_the_students_own(unit: Unit) -> None:
    released = build_notebook(unit, ("en",), {}, (), "2026.09.01", statement=True)
    master = marking_notebook(dumps(released), ("en",))
    handed_in = copy.deepcopy(released)
    handed_in["cells"][-1]["source"] += " nobody"
    cells = json.loads(annotate(master, dumps(handed_in), report(), ("en",)))["cells"]
    statements = ["".join(c["source"]) for c in cells if "-statement" in "".join(c["source"])]
    assert statements == [handed_in["cells"][-1]["source"]]
    gone = json.loads(annotate(master, None, report(), ("en",)))["cells"]
    assert not any("-statement" in "".join(c["source"]) for c in gone)


def test_without_an_answer_the_placeholder_stands(page: Annotate) -> None:
    assert named(page(unit=report(answer=None)))["wr"]["source"] == PLACEHOLDER


def test_a_file_that_cannot_be_read_leaves_the_released_cells(notebook: Notebook) -> None:
    unit = unjudged(problem=say("notebook.empty", name="x.ipynb"))
    master = marking_notebook(dumps(notebook), ("en",))
    for data in (None, b"\x00"):
        cells = named(json.loads(annotate(master, data, unit, ("en",)))["cells"])
        assert output(cells["ex"]) == "x.ipynb: the file is empty."
        assert "x.ipynb: the file is empty." in output(cells["grader-summary"])


# ---- the report ----------------------------------------------------------------------------------


def test_each_graded_cell_reports_its_own_checks_in_each_language(page: Annotate) -> None:
    shown = named(page())
    assert output(shown["ex"]) == (
        "✓ 例题：1 / 3 分（通过）\n  ✓ ex 的句子。\n\n"
        "✓ examples: 1 / 3 points (passed)\n  ✓ The sentence of ex."
    )
    prop = output(shown["prop"])
    assert "The sentence of prop." in prop
    assert "transfer_s(1.0, 3) -> 2.0" in prop
    assert "expected: 3.25" in prop
    assert "The sentence of ex" not in prop


def test_one_language_is_enough(page: Annotate) -> None:
    cell = named(page(langs=("zh",)))["ex"]
    assert output(cell) == "✓ 例题：1 / 3 分（通过）\n  ✓ ex 的句子。"
    assert "<details>" not in output(cell, "text/html")


def test_the_summary_names_file_and_rules(page: Annotate) -> None:
    notes = (say("notebook.recovered"),)
    text = output(named(page(unit=report(file="q13 (1).ipynb", notes=notes)))["grader-summary"])
    assert "q13_message_batches · Message batches" in text
    assert "examples: 1 / 3 points (passed)" in text
    assert "q13 (1).ipynb" in text
    assert say("notebook.recovered").text("en") in text


def test_the_policy_hides_what_should_have_come(page: Annotate) -> None:
    hidden = Feedback(show_inputs=False, show_expected="never")
    prop = json.dumps(named(page(feedback=hidden))["prop"])
    assert "2.0" in prop
    assert "3.25" not in prop
    assert "transfer_s(1.0" not in prop


def test_what_we_could_not_judge_asks_for_a_person_and_quotes_nothing(page: Annotate) -> None:
    ours = Failure(why=say("check.author"), got="a line of the check")
    unit = report(check("ex", Status.NOT_JUDGED, ours), check("prop", Status.PASSED))
    shown = named(page(unit=unit))
    assert "please give the points by hand" in output(shown["ex"])
    assert "a line of the check" not in json.dumps(shown["ex"])
    assert "by hand" not in output(shown["prop"])
    whole = named(page(unit=unjudged(points="", status=Status.NOT_JUDGED)))
    assert all("by hand" in output(whole[name]) for name in ("ex", "prop"))


def test_a_cell_that_failed_says_so_below_itself(page: Annotate) -> None:
    def change(cells: Cells, all_: list[dict[str, Any]]) -> None:
        all_.insert(0, added("1/0"))

    note = CellNote(0, Status.ERROR, say("check.no_call"), ("line 1: 1/0",))
    cell = page(change, report(cells=(note,)))[1]
    assert cell["source"] == "1/0"
    assert "cell 1 did not run" in output(cell)
    assert "line 1: 1/0" in output(cell)


def test_without_isolation_the_summary_warns(page: Annotate) -> None:
    from msgspec.structs import replace

    unit = report()
    assert unit.result is not None
    bare = replace(unit, result=replace(unit.result, rung="D"))
    warning = say("report.not_isolated").text("en")
    assert warning in output(named(page(unit=bare))["grader-summary"])
    assert warning not in output(named(page())["grader-summary"])


# ---- nothing acts --------------------------------------------------------------------------------


def test_hostile_text_in_a_report_stays_text(page: Annotate) -> None:
    failure = Failure(why=say("check.no_call"), got=HOSTILE, traceback=(HOSTILE,))
    note = CellNote(2, Status.ERROR, say("check.no_call"), (HOSTILE,))
    unit = report(
        check("ex", Status.PASSED),
        check("prop", Status.WRONG, failure),
        cells=(note,),
        file=HOSTILE,
    )
    html = "".join(output(cell, "text/html") for cell in page(unit=unit) if cell.get("outputs"))
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html
    assert "<script" not in html
    assert html.count("<pre") == html.count("</pre>")
    assert "\x1b" not in html
    assert "\u202e" not in html
    assert r"\u202e" in html


def test_html_in_a_students_markdown_is_no_html(page: Annotate) -> None:
    answer = "a<b, <img src=x onerror=alert(1)>, `<code>`, <!-- hidden -->, 1 < 2"

    def change(cells: Cells, all_: list[dict[str, Any]]) -> None:
        cells["wr"]["source"] = answer
        all_.append(added("<script>alert(1)</script>", "markdown"))

    shown = page(change, report(answer=answer))
    exporters = pytest.importorskip("nbconvert.exporters")
    nbformat = pytest.importorskip("nbformat")
    texts = [{**cell, "metadata": {}} for cell in (named(shown)["wr"], shown[-1])]
    book = {"cells": texts, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    html, _ = exporters.HTMLExporter(template_name="basic").from_notebook_node(
        nbformat.from_dict(book)
    )
    for tag in ("<script", "<img", "<!--", "<b,"):
        assert tag not in html
    seen = html.replace("\u200b", "")
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in seen
    assert "<code>&lt;code&gt;</code>" in seen
    assert "1 &lt; 2" in seen


def test_characters_that_hide_code_are_written_out(page: Annotate) -> None:
    hidden = "x = 1  # \u202e\u2066 } \u200b\x1b[31m"
    cell = named(page(lambda cells, _: cells["Link"].update(source=hidden)))["Link"]
    assert cell["source"] == r"x = 1  # \u202e\u2066 } \u200b\u001b[31m"


# ---- pictures ------------------------------------------------------------------------------------

PNG = "iVBORw0KGgoAAAANSUhEUg=="


def test_a_picture_pasted_into_the_answer_is_kept(page: Annotate) -> None:
    def change(cells: Cells, _: object) -> None:
        cells["wr"] |= {
            "source": "![a](attachment:a.png)",
            "attachments": {
                "a.png": {"image/png": PNG},
                "b.svg": {"image/svg+xml": "PHN2Zz4="},
                "c.png": {"image/png": '"><script>'},
                '"><script>': {"image/png": PNG},
            },
        }

    cell = named(page(change, report(answer="![a](attachment:a.png)")))["wr"]
    assert cell["attachments"] == {"a.png": {"image/png": PNG}}


@pytest.mark.parametrize(
    "data",
    [
        b'{"cells": [{"attachments": 1}, 2, {"attachments": {"a": 3}}]}',
        b'["attachment"]',
        b'{"cells": {"attachments": 1}}',
        b"attachments",
        b"\xff\xfea\x00attachments",
        b'{"attachments": ' + b"[" * 100_000,
        # Hours, where two parts of a pattern may share the blanks between them.
        b'{"cells": [{"attachments": {"a": {"image/png": "A%s!"}}}]}' % (b" " * 1_000_000),
    ],
    ids=range(7),
)
def test_odd_attachments_are_none(data: bytes) -> None:
    assert pictures_of(data) == {}
