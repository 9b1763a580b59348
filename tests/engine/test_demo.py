"""The demo class: which bundles it is made of."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.course import Course
from grader.engine.demo import chosen, run_demo
from grader.errors import UsageError


def test_a_bundle_that_is_not_there_costs_nobody_the_last_demo(
    tiny: Course, tmp_path: Path
) -> None:
    kept = tmp_path / "class" / "gradebook.db"
    kept.parent.mkdir()
    kept.write_bytes(b"marks")
    with pytest.raises(UsageError, match="b9"):
        run_demo(tiny.root, ("b9",), tmp_path, None, lambda *_: None, "en")
    assert kept.read_bytes() == b"marks"


def test_bundles_are_taken_once_and_in_the_order_of_their_names(tiny: Course) -> None:
    assert chosen(tiny, ("b1", "b1_rooms")) == tiny.bundles
    assert chosen(tiny, ()) == tiny.bundles
