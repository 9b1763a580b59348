"""The class table keeps each number whole, however narrow the terminal and however many units."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.outcome import ClassReport, Status, StudentRow, UnitRow
from grader.report.class_table import print_class


def class_of(units: int) -> ClassReport:
    """Return a class of one student with odd points in each unit."""
    rows = tuple(
        UnitRow(
            unit=f"x{i:02}_unit",
            status=Status.WRONG,
            points="11.73",
            possible="15",
            file="a.ipynb",
            job="0" * 32,
            written="answered",
        )
        for i in range(units)
    )
    return ClassReport(bundle="b1", rung="A", students=(StudentRow(student="ada", units=rows),))


@pytest.mark.parametrize("units", [2, 9])
def test_no_number_is_cut_in_the_middle(
    units: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nine units in 80 columns showed "11.7" above "3/15"."""
    monkeypatch.setenv("COLUMNS", "80")
    print_class(class_of(units), Path("class"), "en")
    shown = capsys.readouterr().out
    assert shown.count("11.73") == units
    assert shown.count("/15") == units
    assert all(len(line) <= 80 for line in shown.splitlines() if "11.73" in line)
    assert ("11.73/15 ✗ w" in shown) == (units == 2)
    assert f"{11.73 * units:.2f}" in shown


def test_no_column_is_lost_in_a_very_narrow_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The line is longer than the terminal, which breaks it; the total is still there."""
    monkeypatch.setenv("COLUMNS", "50")
    print_class(class_of(9), Path("class"), "en")
    shown = capsys.readouterr().out
    assert shown.count("11.73") == 9
    assert "105.57" in shown
