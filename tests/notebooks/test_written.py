from __future__ import annotations

import pytest

from grader.notebooks.decode import Cell
from grader.notebooks.tags import PLACEHOLDER, Tag
from grader.notebooks.written import MAX_WRITTEN, is_answered, written_answer


@pytest.mark.parametrize(
    "text",
    [
        "延迟项随条数增长。",
        "42",
        f"{PLACEHOLDER}\n\nBecause of latency.",
        "TODO: your answer\n\nBecause of latency.",
        "![图](attachment:image.png)",
        "$n L$",
    ],
)
def test_answered(text: str) -> None:
    assert is_answered(text)


@pytest.mark.parametrize(
    "text",
    [
        PLACEHOLDER,
        f"\n{PLACEHOLDER}\n",
        "",
        " \n",
        "---",
        "？",
        "在此写下你的回答",
        "write your answer here",
        "TODO: your answer",
        "YOUR ANSWER HERE",
    ],
)
def test_not_answered(text: str) -> None:
    assert not is_answered(text)


def wr(source: str, unit: str = "q13", kind: str = "markdown") -> Cell:
    tag = Tag(grade_id=f"{unit}-wr", kind="markdown", grade=True, solution=True)
    return Cell(0, "code" if kind == "code" else "markdown", source, tag=tag)


def text(source: str) -> Cell:
    return Cell(0, "markdown", source)


HEADING = Cell(
    0,
    "markdown",
    "",
    tag=Tag("q13-wr-heading", "markdown", grade=False, solution=False, readonly=True),
)
EX = Cell(0, "code", "", tag=Tag("q13-ex", "code", grade=True, solution=False))


@pytest.mark.parametrize(
    ("cells", "answer", "notes"),
    [
        ([wr("because")], "because", []),
        ([wr("because", kind="code")], "because", []),
        ([wr(PLACEHOLDER)], PLACEHOLDER, []),
        ([wr("")], "", []),
        ([wr("one"), wr("two")], "two", ["written_twice"]),
        ([wr("one"), wr(PLACEHOLDER), wr("")], "one", ["written_twice"]),
        ([wr("other", unit="q99")], None, []),
        (
            [text("note"), wr(PLACEHOLDER), text("one"), text("two")],
            "one\n\ntwo",
            ["written_below"],
        ),
        ([wr(PLACEHOLDER), EX, text("note")], PLACEHOLDER, []),
        ([HEADING, text("because")], "because", ["written_below"]),
        ([HEADING], None, []),
        ([text("because")], None, []),
    ],
)
def test_which_text_is_the_answer(cells: list[Cell], answer: str | None, notes: list[str]) -> None:
    found, said = written_answer(cells, "q13")
    assert found == answer
    assert [message.id for message in said] == [f"notebook.{note}" for note in notes]


def test_an_answer_without_end_is_cut_and_the_cut_is_said() -> None:
    found, said = written_answer([wr("长" * (MAX_WRITTEN + 1))], "q13")
    assert found == "长" * MAX_WRITTEN
    assert [message.id for message in said] == ["notebook.written_long"]
    assert written_answer([wr("长" * MAX_WRITTEN)], "q13") == ("长" * MAX_WRITTEN, ())
