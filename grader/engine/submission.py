"""A submission in boxes of its unit."""

from __future__ import annotations

from collections.abc import Sequence

from grader.box import Zygote
from grader.checks.backends import BoxBackend, Cell
from grader.checks.budget import Budget
from grader.course import Unit


def submission(unit: Unit, zygote: Zygote, cells: Sequence[Cell]) -> BoxBackend:
    """Return a backend that runs these cells in boxes as `unit` wants them."""
    return BoxBackend(
        lambda: zygote.open_box(unit.limits),
        cells,
        unit.given.read_text("utf-8") if unit.given else None,
        Budget(unit.limits.unit_cpu_s),
        simulating="SIM" in unit.rules,
    )
