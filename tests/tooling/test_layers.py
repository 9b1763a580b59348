"""The import rules of the house hold, and each contract is seen to break when it is violated.

A contract that analyses nothing reports KEPT too, so a forbidden import is planted in a copy of
each tree.
"""

import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
CONTRACTS = PYPROJECT["tool"]["importlinter"]["contracts"]
PLANTS = [
    # contract, file that gets the import, import, what the report must name
    ("layers", "grader/messages/planted.py", "import grader.cli", "grader.messages.planted"),
    ("layers", "grader/course.py", "import grader.box", "grader.course"),
    ("layers", "grader/report/planted.py", "import grader.gradebook", "grader.report.planted"),
    ("layers", "grader/helpers.py", "", "grader.helpers"),
    ("framework", "grader/engine/planted.py", "import reference", "grader.engine.planted"),
    ("framework", "grader/box/planted.py", "import solutions.target", "grader.box.planted"),
    ("reference", "reference/models/planted.py", "import grader", "reference.models.planted"),
    ("reference", "reference/planted.py", "import solutions.target", "reference.planted"),
    (
        "public",
        "assignments/b0/q0/inputs.py",
        "import reference.models",
        "assignments.b0.q0.inputs",
    ),
    (
        "public",
        "assignments/b0/q0/inputs.py",
        "import solutions.target",
        "assignments.b0.q0.inputs",
    ),
    ("front-door", "assignments/b0/q0/stub.py", "import grader.box", "assignments.b0.q0.stub"),
    ("front-door", "solutions/b0/q0/test_hidden.py", "import grader.checks", "solutions.b0.q0"),
    ("front-door", "solutions/b0/q0/wrong/slip.py", "import grader.course", "q0.wrong.slip"),
]


def lint_imports(root: Path, *contracts: str) -> subprocess.CompletedProcess[str]:
    """Run import-linter on the checkout at `root`; all contracts unless some are named."""
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-logo"]
    command += [f"--contract={name}" for name in contracts]
    return subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)


@contextmanager
def planted(root: Path, file: str, statement: str) -> Iterator[None]:
    """Add a statement to a file, a new one if need be, and take it back."""
    path = root / file
    before = path.read_text("utf-8") if path.is_file() else None
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{before or ''}\n{statement}\n", "utf-8")
    try:
        yield
    finally:
        if before is None:
            path.unlink()
        else:
            path.write_text(before, "utf-8")


def test_every_contract_is_kept(checkout: Path) -> None:
    done = lint_imports(checkout)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{len(CONTRACTS)} kept, 0 broken" in done.stdout


@pytest.mark.parametrize(("contract", "file", "statement", "named"), PLANTS)
def test_a_planted_import_breaks_its_contract(
    checkout: Path, contract: str, file: str, statement: str, named: str
) -> None:
    with planted(checkout, "solutions/target.py", ""), planted(checkout, file, statement):
        done = lint_imports(checkout, contract)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "0 kept, 1 broken" in done.stdout
    assert named in done.stdout


def test_every_contract_has_a_plant() -> None:
    assert {contract for contract, *_ in PLANTS} == {entry["id"] for entry in CONTRACTS}


@pytest.mark.parametrize("tree", ["grader", "reference"])
def test_every_folder_of_a_package_is_one(tree: str) -> None:
    """A folder without __init__.py inside a package is analysed by nobody, and reported KEPT."""
    folders = {path.parent for path in (ROOT / tree).rglob("*.py")}
    assert [f for f in sorted(folders) if not (f / "__init__.py").is_file()] == []


@pytest.mark.parametrize("tree", ["assignments", "solutions"])
def test_course_trees_have_no_init_file(tree: str) -> None:
    """One at the top would hide every folder below it from import-linter."""
    assert list((ROOT / tree).rglob("*.py")), f"{tree}/ holds no Python at all"
    assert not list((ROOT / tree).rglob("__init__.py"))
