from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.notebooks.wrapping import columns, wrap


def test_a_chinese_character_takes_two_columns_and_a_combining_mark_none() -> None:
    assert columns("n·L 时间") == 8
    assert columns("e\u0301") == 1


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("one two three", ["one two", "three"]),
        ("一二三四五六", ["一二三四", "五六"]),
        ("时间是 n·L + Q", ["时间是", "n·L + Q"]),
        ("unbreakable", ["unbreakable"]),
        ("", []),
    ],
)
def test_lines_are_filled_up_to_eight_columns(text: str, lines: list[str]) -> None:
    assert wrap(text, 8) == lines


def test_no_line_begins_with_a_full_stop_or_ends_with_an_opening_bracket() -> None:
    assert wrap("一二三四。五六", 8) == ["一二三", "四。五六"]
    assert wrap("一二三（四）", 8) == ["一二三", "（四）"]


def test_line_breaks_fold_to_nothing_between_chinese_and_to_a_space_elsewhere() -> None:
    assert wrap("消息\n    分批\nof n", 80) == ["消息分批 of n"]


@settings(deadline=None)
@given(st.text(alphabet="ab 一。（", max_size=60), st.integers(4, 20))
def test_nothing_but_blanks_is_lost(text: str, width: int) -> None:
    assert "".join("".join(wrap(text, width)).split()) == "".join(text.split())
