"""What an author reads about mutants, in terminals of any width and in both languages."""

from __future__ import annotations

import pytest
from rich.cells import cell_len
from rich.console import Console

from grader.messages import Lang, say
from grader.report.mutants import Fate, MutantReport, Tried, folded, print_mutants

LONG = "if not (math.isfinite(total_bytes) and total_bytes >= 0) or messages < 1:"


def tried(fate: Fate, before: str = "a < b", after: str = "a <= b", why: str = "") -> Tried:
    return Tried(7, "f", "comparison", before, after, fate, why)


def report(killed: int, survived: int, equivalent: int = 0) -> MutantReport:
    fates: list[Fate] = ["killed"] * killed + ["survived"] * survived
    fates += ["equivalent"] * equivalent
    return MutantReport("q01_unit", "solutions/b1/q01_unit/solution.py", tuple(map(tried, fates)))


@pytest.mark.parametrize(
    ("killed", "survived", "equivalent", "rate", "enough"),
    [
        (97, 3, 0, "97.0", True),
        (96, 3, 0, "96.9", False),
        (96, 2, 40, "97.9", True),
        (1999, 1, 0, "99.9", True),  # not all of them
        (0, 0, 3, "–", True),
    ],
)
def test_the_rate_counts_what_is_not_declared(
    killed: int, survived: int, equivalent: int, rate: str, enough: bool
) -> None:
    made = report(killed, survived, equivalent)
    assert (made.rate, made.enough) == (rate, enough)


def test_what_is_not_judged_is_not_killed() -> None:
    made = MutantReport("q01_unit", "x.py", (tried("killed"), tried("not_judged", why="test_x")))
    assert not made.enough


@pytest.mark.parametrize("width", [30, 50, 200])
def test_a_long_line_goes_on_below_itself(width: int) -> None:
    first, *others = folded(Console(width=width), "-", f"    {LONG}")
    assert first.startswith("    -     if not")
    assert all(line.startswith(" " * 12) and line.strip() for line in others)
    assert all(len(line) <= width for line in (first, *others))
    assert "".join([first, *others]).replace(" ", "")[1:] == LONG.replace(" ", "")
    assert bool(others) is (width < 100)


def test_chinese_takes_two_places() -> None:
    lines = list(folded(Console(width=48), "+", f"return '{'长' * 40}'"))
    assert all(cell_len(line) <= 48 for line in lines)
    assert sum(line.count("长") for line in lines) == 40


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_what_is_printed(lang: Lang, capsys: pytest.CaptureFixture[str]) -> None:
    many = "return (\n    [red]\n)"
    made = MutantReport(
        "q01_unit",
        "solutions/b1/q01_unit/solution.py",
        (
            tried("killed", why="test_x"),
            tried("survived", LONG * 3, "if False:"),
            tried("survived", many, "return []"),
            tried("not_judged", why="test_broken"),
        ),
        (say("mutants.solution", checks="test_y=WRONG"),),
    )
    print_mutants([made], lang)
    shown = capsys.readouterr().out
    lines = shown.splitlines()
    assert "test_y=WRONG" in lines[0]
    assert lines[1].startswith("✗ q01_unit")
    assert lines[2] == "  solutions/b1/q01_unit/solution.py:7"
    assert lines[3] == f"    - {LONG * 3}"  # a file is searched by lines
    assert "    + if False:" in lines
    assert "    -     [red]" in lines
    assert "test_broken" in shown
    assert say("mutants.short", count=1, units=1, least=97).text(lang) in shown
    assert "test_x" not in shown


def test_when_all_is_well(capsys: pytest.CaptureFixture[str]) -> None:
    print_mutants([report(99, 1), report(5, 0)], "en")
    assert capsys.readouterr().out.splitlines()[-1].startswith("✓ 2 units")
