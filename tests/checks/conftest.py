"""A stage whose zygote serves all tests of a file."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from grader.box import Rung, Zygote, best_rung
from tests.checks.stage import Stage


@pytest.fixture(scope="module")
def stage() -> Iterator[Stage]:
    if best_rung() is Rung.D:
        pytest.skip("no walls can be raised on this machine")
    with Zygote(best_rung()) as zygote:
        yield Stage(zygote)
