"""A course imports what its reader has: a student's files nothing that a student does not hold.

import-linter holds the lines between the four trees (test_layers); it cannot say "nothing else at
all", nor "only the twin's inputs". That is said here.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
STUDENT_PACKAGES = sys.stdlib_module_names | {"numba", "numpy"}
"""What answers a question in a box: stub.py, given.py, solution.py, wrong/ and right/."""
CHECK_PACKAGES = STUDENT_PACKAGES | {"grader", "hypothesis"}
"""What checks it, in the keeper or in the student's own Jupyter."""
PUBLIC_CHECKS = {"inputs.py", "test_public.py"}
"""What may import the front door."""
PUBLIC = sorted((ROOT / "assignments").rglob("*.py"))
SECRET = sorted((ROOT / "solutions").rglob("*.py"))


def imports(path: Path) -> Iterator[str]:
    """Yield the modules a file imports; a relative one with its dots."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." * node.level + (node.module or "")


def outside(path: Path, packages: frozenset[str], *modules: str) -> list[str]:
    """Return the imports that are neither of `packages` nor exactly one of `modules`."""
    return [m for m in imports(path) if m.split(".")[0] not in packages and m not in modules]


def short(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", PUBLIC, ids=short)
def test_a_public_file_imports_what_a_student_has(path: Path) -> None:
    packages = CHECK_PACKAGES if path.name in PUBLIC_CHECKS else STUDENT_PACKAGES
    beside: tuple[str, ...] = (".inputs", ".given") if path.name == "test_public.py" else ()
    if path.name == "stub.py":
        # For `grader.simulate_cuda()`: a student has it, and a box something inert in its place.
        beside = ("grader",)
    assert outside(path, frozenset(packages), *beside) == []


@pytest.mark.parametrize("path", SECRET, ids=short)
def test_a_secret_file_imports_its_twin_and_no_other_unit(path: Path) -> None:
    if path.name == "test_hidden.py":
        bundle, unit = path.parts[-3:-1]
        twin = f"assignments.{bundle}.{unit}"
        packages = frozenset(CHECK_PACKAGES | {"reference"})
        assert outside(path, packages, f"{twin}.inputs", f"{twin}.given") == []
    else:
        assert outside(path, frozenset(STUDENT_PACKAGES)) == []


@pytest.mark.parametrize(
    "statement", ["import reference", "from .solution import f", "import assignments.b1.q1.inputs"]
)
def test_a_forbidden_import_is_seen(tmp_path: Path, statement: str) -> None:
    path = tmp_path / "test_public.py"
    path.write_text(f"import numpy\n{statement}\n", "utf-8")
    assert len(outside(path, frozenset(CHECK_PACKAGES), ".inputs")) == 1
