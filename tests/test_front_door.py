"""What authors may import from `grader`, and what importing it costs."""

from __future__ import annotations

import importlib
import subprocess
import sys
from types import ModuleType

import pytest

import grader

NAMES = [
    "check",
    "given",
    "claims",
    "scenario",
    "exact",
    "close",
    "identical",
    "bounded",
    "holds",
    "real",
    "integer",
    "sequence",
    "mapping",
    "expects",
    "poisoned",
    "access",
    "Student",
    "self_check",
    "simulate_cuda",
]
HEAVY = ("numpy", "numba", "hypothesis", "pytest", "nbgrader", "nbformat", "IPython", "msgspec")


def modules_after(source: str) -> set[str]:
    """Return the modules a fresh process has after running `source`."""
    done = subprocess.run(
        [sys.executable, "-c", f"{source}\nimport sys\nprint(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stdout.split())


def test_the_names_are_these() -> None:
    assert grader.__all__ == NAMES


@pytest.mark.parametrize("name", [name for name in NAMES if name != "access"])
def test_every_name_is_there_and_from_where_it_says(name: str) -> None:
    found = getattr(grader, name)
    assert not isinstance(found, ModuleType)
    home = importlib.import_module(grader._HOME[name])
    assert found is getattr(home, name)
    assert name in dir(grader)


def test_every_lazy_name_is_public() -> None:
    assert sorted([*grader._HOME, "access"]) == sorted(NAMES)


def test_the_verbs_about_accesses_are_a_module_of_their_own() -> None:
    """Their names (`order`, `counts`) say little without it."""
    assert grader.access is importlib.import_module("grader.checks.access")
    assert "access" in dir(grader)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="'clsoe'"):
        _ = grader.clsoe
    with pytest.raises(ImportError):
        exec("from grader import clsoe")


def test_importing_grader_costs_nothing() -> None:
    loaded = modules_after("import grader")
    assert loaded.isdisjoint(HEAVY)
    assert {m for m in loaded if m.startswith("grader")} == {"grader"}


def test_a_verb_brings_neither_pytest_nor_hypothesis_nor_numba() -> None:
    loaded = modules_after("from grader import check, given, close, exact, expects, poisoned")
    assert "numpy" in loaded
    assert loaded.isdisjoint({"numba", "hypothesis", "pytest", "nbgrader", "nbformat", "rich"})
