"""What a person gave in the gradebook counts; what the checks gave does not come back as a mark."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.engine import marks
from grader.gradebook.marks import Mark as BookMark
from grader.report.standing import Mark

Book = dict[tuple[str, str, str], BookMark]


def given(monkeypatch: pytest.MonkeyPatch, book: Book) -> object:
    monkeypatch.setattr(marks.book, "read_marks", lambda folder, bundle: book)
    return marks.given_marks(Path("class"), "b4")


def test_only_what_a_person_gave_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    book: Book = {
        ("ada", "q13", "q13-wr"): BookMark(None, 3.3, None, False, "好。"),
        ("ada", "q13", "q13-ex"): BookMark(2.0, None, None, False, None),
        ("ada", "q13", "q13-prop"): BookMark(2.0, 4.0, 0.5, False, None),
        ("bo", "q13", "q13-wr"): BookMark(0.0, None, None, True, "还没看完"),
        ("bo", "q13", "q13-err"): BookMark(0.0, None, 1.0, False, None),
        ("bo", "q13", "q13-unknown"): BookMark(0.0, 1.0, None, False, None),
    }
    assert given(monkeypatch, book) == {
        ("ada", "q13", "wr"): Mark("3.3", "好。"),
        ("ada", "q13", "prop"): Mark("4.5"),
        ("bo", "q13", "err"): Mark("1"),
    }


def test_a_class_without_a_gradebook_has_no_marks(tmp_path: Path) -> None:
    assert marks.given_marks(tmp_path, "b4") == {}
