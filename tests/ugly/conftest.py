"""The class of ugly notebooks, graded once for all tests."""

from __future__ import annotations

import pytest

from tests.ugly.corpus import CASES
from tests.ugly.ugly_class import UglyClass, grade_class


@pytest.fixture(scope="session")
def graded(tmp_path_factory: pytest.TempPathFactory, best_rung: str) -> UglyClass:
    """Return the class, graded behind the best walls of this machine."""
    return grade_class(tmp_path_factory.mktemp("ugly"), CASES, best_rung)
