"""A class with two released units, for tests that need nbgrader or its database."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from tests.gradebook.small_class import SmallClass, make_class


@pytest.fixture
def small(tmp_path: Path) -> SmallClass:
    """Return a fresh class."""
    if importlib.util.find_spec("nbgrader") is None:
        pytest.skip("nbgrader is not installed: there is no gradebook to write")
    return make_class(tmp_path)
