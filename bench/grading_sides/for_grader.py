"""The class as grader takes it: a course of one unit, one hidden check a function, a release."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from grader.course import load_course
from grader.engine.classroom import Classroom, ReleaseEntry, ReleaseFile
from grader.notebooks.build import build_notebook, dumps
from grading_sides.functions import Function
from grading_sides.submissions import pieces, students

BUNDLE, UNIT = "b1_bench", "u1_bench"
SALT = "the same in every run, so that the same cases are drawn"
TOML = """title = {{ zh = "基准", en = "Bench" }}
track = "core"
minutes = 60
points = {{ prop = {points} }}
entry_points = {names}
"""
CHECK = '''

@check("prop", of="{name}")
@given(inputs.{name}, examples={cases})
def test_{name}(student, case):
    """{name} 的值正确。

    The value of {name} is right.
    """
    {compare}(student.call("{name}", **case), answers.{name}(**case))
'''


def write_course(root: Path, functions: Sequence[Function], cases: int) -> None:
    """Write the course whose only unit asks for `functions`, `cases` drawn inputs each."""
    public, secret = root / "assignments" / BUNDLE / UNIT, root / "solutions" / BUNDLE / UNIT
    title = 'title = { zh = "基准", en = "Bench" }\n'
    names = json.dumps([f.name for f in functions])
    solutions = "\n\n".join(f.source("solution") for f in functions)
    strategies = "\n".join(f"{f.name} = {f.strategy}" for f in functions)
    checks = "".join(CHECK.format(name=f.name, cases=cases, compare=f.compare) for f in functions)
    files = {
        root / "assignments" / "course.toml": title,
        public.parent / "bundle.toml": title,
        public / "unit.toml": TOML.format(points=len(functions), names=names),
        public / "prompt.zh.md": "写出这些函数。\n",
        public / "prompt.en.md": "Write these functions.\n",
        public / "stub.py": "\n\n# %%\n".join(f.source("stub") for f in functions),
        public / "inputs.py": f"from hypothesis import strategies as st\n\n{strategies}\n",
        secret / "solution.py": solutions,
        secret / "test_hidden.py": f"from assignments.{BUNDLE}.{UNIT} import inputs\n"
        "from grader import check, close, exact, given\n"
        f"from solutions.{BUNDLE}.{UNIT} import answers\n{checks}",
        secret / "answers.py": solutions,
    }
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def write_class(
    folder: Path, functions: Sequence[Function], quality: str, count: int, cases: int
) -> Path:
    """Write course and class below `folder`; return the class folder, with nothing graded."""
    write_course(folder / "course", functions, cases)
    course = load_course(folder / "course")
    unit = course.unit(UNIT)
    classroom = Classroom.create(folder / "class", course.root)
    blank = build_notebook(unit, ("zh", "en"), {}, set(), "bench")
    source = classroom.folder / "source" / BUNDLE / f"{UNIT}.ipynb"
    source.parent.mkdir(parents=True)
    source.write_bytes(dumps(blank))
    entry = ReleaseEntry("bench", (UNIT,), ("zh", "en"), "", {UNIT: ""})
    classroom.add_release(ReleaseFile(BUNDLE, SALT), entry)
    for number, student in enumerate(students(count)):
        target = classroom.folder / "submitted" / student / BUNDLE / f"{UNIT}.ipynb"
        target.parent.mkdir(parents=True)
        target.write_bytes(filled(dumps(blank), pieces(functions, number, quality)))
    return classroom.folder


def filled(blank: bytes, code: Sequence[str]) -> bytes:
    """Return a released notebook, nbgrader's or ours, with code in its solution cells."""
    notebook = json.loads(blank)
    cells = [c for c in notebook["cells"] if c["metadata"].get("nbgrader", {}).get("solution")]
    for cell, source in zip(cells, code, strict=True):
        cell["source"] = source
    return json.dumps(notebook, ensure_ascii=False, indent=1).encode()


def tried_cases(folder: Path) -> int:
    """Return how many cases the stored results of a class tell of."""
    results = (json.loads(path.read_bytes()) for path in (folder / "results").glob("*.json"))
    return sum(check.get("cases", 0) for result in results for check in result["checks"])
