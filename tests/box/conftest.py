"""Zygotes are started once for each rung this machine can give; boxes are fresh for every test."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from grader.box import Box, Limits, Rung, Zygote, best_rung, probe_rung

OpenBox = Callable[..., Box]


@pytest.fixture(scope="session", params=list(Rung), ids=lambda rung: f"rung_{rung.value}")
def any_zygote(request: pytest.FixtureRequest) -> Iterator[Zygote]:
    """A zygote of every rung that holds here, D included."""
    report = probe_rung(request.param)
    if not report.holds:
        assert report.why_not is not None
        pytest.skip(report.why_not.text("en"))
    with Zygote(request.param) as zygote:
        yield zygote


@pytest.fixture(scope="session")
def zygote() -> Iterator[Zygote]:
    """The zygote that grading would use here."""
    if best_rung() is Rung.D:
        pytest.skip("no walls can be raised on this machine")
    with Zygote(best_rung()) as zygote:
        yield zygote


@pytest.fixture
def open_any(any_zygote: Zygote) -> Iterator[OpenBox]:
    """Return a function that opens a box on each rung in turn and loads one cell into it."""
    yield from _opener(any_zygote)


@pytest.fixture
def open_box(zygote: Zygote) -> Iterator[OpenBox]:
    """Return a function that opens a box on the best rung and loads one cell into it."""
    yield from _opener(zygote)


def _opener(zygote: Zygote) -> Iterator[OpenBox]:
    boxes: list[Box] = []

    def opened(source: str = "", guard_s: float | None = None, **limits: float) -> Box:
        box = zygote.open_box(Limits(**limits), guard_s=guard_s)
        boxes.append(box)
        if source:
            box.run_cell(source, 0)
        return box

    yield opened
    for box in boxes:
        box.close()
