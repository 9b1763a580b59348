from __future__ import annotations

from pathlib import Path

import pytest

from grader.errors import CourseError
from grader.notebooks.stubs import read_stub, split_cells


def names(tmp_path: Path, source: str) -> list[str]:
    path = tmp_path / "stub.py"
    path.write_text(source, "utf-8")
    return [cell.name for cell in read_stub(path, {"ex"})]


def test_cells_lose_separators_and_outer_blank_lines() -> None:
    assert split_cells("import a\n\n# %%\n\n\nx = 1\n\n# %% title\n") == ("import a", "x = 1")


def test_a_cell_is_named_after_what_it_defines(tmp_path: Path) -> None:
    source = "import a\n# %%\ndef f(): ...\n# %%\n@a.b\nclass G: ...\n# %%\nx = 1\n# %%\ny = 1\n"
    assert names(tmp_path, source) == ["imports", "f", "G", "cell", "cell-2"]


def test_names_of_our_own_cells_are_left_alone(tmp_path: Path) -> None:
    assert names(tmp_path, "def ex(): ...\n# %%\ndef ex(): ...\n") == ["ex-2", "ex-3"]


def test_a_name_that_nbgrader_forbids_is_not_used(tmp_path: Path) -> None:
    assert names(tmp_path, "import a\n# %%\ndef 时间(): ...\n") == ["imports", "cell"]


@pytest.mark.parametrize("source", ["", "\n# %%\n", "def f(:\n"])
def test_a_stub_without_usable_cells_is_the_authors_error(tmp_path: Path, source: str) -> None:
    with pytest.raises(CourseError):
        names(tmp_path, source)


def test_a_missing_stub_is_the_authors_error(tmp_path: Path) -> None:
    with pytest.raises(CourseError):
        read_stub(tmp_path / "stub.py", ())
