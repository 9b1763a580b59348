"""What every test may use: the best rung, proved once."""

from __future__ import annotations

import os

import pytest

os.environ["GRADER_LANG"] = "en"  # sentences are compared in one language


@pytest.fixture(scope="session")
def best_rung() -> str:
    """Return the strongest rung that holds here."""
    from grader.box.doctor import best_rung

    return best_rung().value
