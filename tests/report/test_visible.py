"""What a student typed is seen, all of it, and obeyed by nothing."""

from __future__ import annotations

import pytest

from grader.report.visible import visible


@pytest.mark.parametrize(
    "text", ["plain", "把 1 MB 拆成 1000 条消息，用 10.05 ms。", "naïve café", "👍🏽", "=1+1"]
)
def test_ordinary_text_stays_as_it_is(text: str) -> None:
    assert visible(text) == text


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("a\u202egpj.exe", "a\\u202egpj.exe"),
        ("a\u200bb", "a\\u200bb"),
        ("\x1b[2Jgone", "\\u001b[2Jgone"),
        ("a\x00b", "a\\u0000b"),
        ("\ud800", "\\ud800"),
        ("a\u3164b", "a\\u3164b"),
        ("\ufeffx", "\\ufeffx"),
    ],
    ids=["bidi", "zero width", "terminal", "nul", "surrogate", "filler", "bom"],
)
def test_what_cannot_be_seen_is_written_out(text: str, seen: str) -> None:
    assert visible(text) == seen


@pytest.mark.parametrize("blank", ["\n", "\r\n", "\t", "\u3000", "\xa0", "\u2028"])
def test_every_blank_becomes_a_space_so_that_text_stays_on_its_line(blank: str) -> None:
    assert visible(f"a{blank}b").split() == ["a", "b"]
    assert visible(f"a{blank}b").isprintable()


def test_accents_do_not_pile_up_over_other_lines() -> None:
    assert visible("e" + "\u0301" * 500) == "e" + "\u0301" * 3
