"""How large a feedback page is, and how much CPU time writing one takes.

The pages are made of verdicts that were really given: the stored results of a class, seven units a
page, by turns. A demo class holds more wrong work than an honest one, so its pages are long ones.

Run: python bench/feedback_page.py [class folder] [pages]
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import msgspec

from grader.checks.shares import decimal
from grader.course import Course, Feedback, load_course
from grader.gradebook.score import total
from grader.messages import LANGS, Lang
from grader.outcome import (
    AUTOMATIC_KEYS,
    WRITTEN_KEY,
    StudentReport,
    UnitReport,
    UnitResult,
    UnitRow,
)
from grader.report.html import MAX_BYTES, feedback_page

ROOT = Path(__file__).parents[1]
UNITS = 7
"""Units of a usual bundle."""
LANGUAGES: tuple[tuple[str, tuple[Lang, ...]], ...] = (
    ("zh", ("zh",)),
    ("en", ("en",)),
    ("both", LANGS),
)


def stored(folder: Path) -> list[list[UnitResult]]:
    """Return the results of a class, unit by unit."""
    by_unit: dict[str, list[UnitResult]] = {}
    for path in sorted((folder / "results").glob("*.json")):
        result = msgspec.json.decode(path.read_bytes(), type=UnitResult)
        by_unit.setdefault(result.unit, []).append(result)
    return [by_unit[unit] for unit in sorted(by_unit)]


def unit_report(course: Course, result: UnitResult) -> UnitReport:
    """Return a result as the report of a student who also wrote an answer."""
    unit = course.unit(result.unit)
    keys = [key for key in (*AUTOMATIC_KEYS, WRITTEN_KEY) if key in unit.points]
    row = UnitRow(
        unit.id,
        result.status,
        decimal(total(result.keys)),
        decimal(sum((Fraction(key.possible) for key in result.keys), Fraction(0))),
        f"{unit.id}.ipynb",
        result.job,
        written="answered" if WRITTEN_KEY in keys else "",
    )
    points = {key: decimal(unit.points[key]) for key in keys}
    return UnitReport(row, unit.title, points, result, "…" if WRITTEN_KEY in keys else None)


def student(course: Course, results: Sequence[Sequence[UnitResult]], number: int) -> StudentReport:
    """Return a student with seven units, other ones for each number."""
    units = []
    for place in range(UNITS):
        of_unit = results[place % len(results)]
        units.append(unit_report(course, of_unit[(number + 5 * place) % len(of_unit)]))
    return StudentReport(f"student {number}", "bundle", course.title, tuple(units))


def row(name: str, values: list[float], unit: str) -> str:
    """Return median, quartiles and extremes in one line."""
    low, middle, high = statistics.quantiles(values, n=4)
    ends = f"{min(values):.1f} … {max(values):.1f}"
    return (
        f"  {name:<6} median {middle:6.1f} {unit}   quartiles {low:.1f} … {high:.1f}   all {ends}"
    )


def main() -> None:
    """Print size and time for each choice of languages."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "demo" / "class"
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 60
    results = stored(folder)
    if not results:
        sys.exit(f"{folder} has no results; run ./dev demo first")
    course = load_course(ROOT)
    reports = [student(course, results, number) for number in range(count)]
    checks = [[c for u in r.units if u.result for c in u.result.checks] for r in reports]
    failed = statistics.median(sum(c.failure is not None for c in of) for of in checks)
    print(f"{count} pages of {UNITS} units; failed checks a page: median {failed:g}")
    for name, langs in LANGUAGES:
        feedback_page(reports[0], langs, Feedback())  # the catalogue and the style are read once
        sizes, times = [], []
        for report in reports:
            start = time.process_time()
            page = feedback_page(report, langs, Feedback())
            times.append((time.process_time() - start) * 1e3)
            sizes.append(len(page.encode()) / 1000)
        print(row(name, sizes, "kB"))
        print(row("", times, "ms of CPU time"))
    print(f"limits: {MAX_BYTES / 1000:g} kB and 30 ms")


if __name__ == "__main__":
    main()
