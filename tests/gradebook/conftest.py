"""A class with two released units, for tests that need nbgrader or its database."""

from __future__ import annotations

import importlib.util
import os
import sysconfig
from pathlib import Path

import pytest

from tests.gradebook.small_class import SmallClass, make_class


@pytest.fixture(scope="session")
def alembic_head() -> str:
    """Return what nbgrader asks the program alembic for with each new database: 4 CPU seconds."""
    if importlib.util.find_spec("nbgrader") is None:
        pytest.skip("nbgrader is not installed: there is no gradebook to write")
    from nbgrader.api import get_alembic_version

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", sysconfig.get_path("scripts") + os.pathsep + os.environ["PATH"])
        head: str = get_alembic_version()
    return head


@pytest.fixture
def small(tmp_path: Path, alembic_head: str, monkeypatch: pytest.MonkeyPatch) -> SmallClass:
    """Return a fresh class."""
    monkeypatch.setattr("nbgrader.api.get_alembic_version", lambda: alembic_head)
    return make_class(tmp_path)
