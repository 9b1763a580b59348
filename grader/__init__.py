"""The front door for people who write checks: ``from grader import check, given, close``.

Names are loaded when first used (PEP 562), so that ``import grader`` costs nothing in a student's
notebook, on the command line or in pytest. In a box this package does not exist: the box puts an
inert stand-in in its place.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.checks import access
    from grader.checks.arrays import poisoned
    from grader.checks.compare import bounded, close, exact, holds, identical
    from grader.checks.declare import check, claims, given, scenario
    from grader.checks.kinds import integer, mapping, real, sequence
    from grader.checks.self_check import self_check, simulate_cuda
    from grader.checks.student import Student, expects

__version__ = "0.1.0"

_HOME = {
    "Student": "grader.checks.student",
    "bounded": "grader.checks.compare",
    "check": "grader.checks.declare",
    "claims": "grader.checks.declare",
    "close": "grader.checks.compare",
    "exact": "grader.checks.compare",
    "expects": "grader.checks.student",
    "given": "grader.checks.declare",
    "holds": "grader.checks.compare",
    "identical": "grader.checks.compare",
    "integer": "grader.checks.kinds",
    "mapping": "grader.checks.kinds",
    "poisoned": "grader.checks.arrays",
    "real": "grader.checks.kinds",
    "scenario": "grader.checks.declare",
    "self_check": "grader.checks.self_check",
    "sequence": "grader.checks.kinds",
    "simulate_cuda": "grader.checks.self_check",
}

__all__ = [  # noqa: RUF022 - grouped as an author meets them
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


def __getattr__(name: str) -> object:
    if name == "access":
        return import_module("grader.checks.access")
    if name in _HOME:
        return getattr(import_module(_HOME[name]), name)
    raise AttributeError(f"module 'grader' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
