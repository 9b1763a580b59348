"""A copy of the checkout's sources, for tests that have to break something in it."""

import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the Python files of all four trees and pyproject.toml.

    One for all tests: who changes it changes it back.
    """
    copy = tmp_path_factory.mktemp("checkout")
    for tree in ("assignments", "grader", "reference", "solutions"):
        for source in (ROOT / tree).rglob("*.py"):
            target = copy / source.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
    shutil.copyfile(ROOT / "pyproject.toml", copy / "pyproject.toml")
    return copy
