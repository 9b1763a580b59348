"""What a course says about running a unit on a GPU: `device.py` beside the unit's solution.

It is ours to run in the keeper, like the hidden checks, and never seen by a box or a runner.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from grader.course import Bundle, Unit
from grader.errors import CourseError, UsageError
from grader.messages import say

FILE = "device.py"
Size = tuple[int, ...]
NAMES = (
    *("KERNELS", "CONSTANTS", "SIZES", "TIMED", "OUTPUTS"),
    *("label", "arguments", "expected", "launch"),
)


class UnitDevice(Protocol):
    """The contents of a `device.py`."""

    KERNELS: Sequence[str]
    """Names in the submission, all with the same arguments. The first is what the others are timed
    against."""
    CONSTANTS: Sequence[Mapping[str, int]]
    """Module constants to set before compiling; everything runs under each of them."""
    SIZES: Sequence[Size]
    """Ascending: after a kernel died at one size, larger ones are not tried."""
    TIMED: Size
    """One of the sizes."""
    OUTPUTS: Sequence[str]

    def label(self, size: Size, /) -> str:
        """Return a size as people write it."""

    def arguments(self, size: Size, rng: np.random.Generator, /) -> Mapping[str, Any]:
        """Return arrays (in C order) and numpy scalars in the order of the call."""

    def expected(self, arguments: Mapping[str, Any], /) -> Mapping[str, Any]:
        """Return the exact outputs."""

    def launch(
        self, size: Size, constants: Mapping[str, int], /
    ) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return grid and block, x first."""


def device_units(bundle: Bundle) -> tuple[Unit, ...]:
    """Return the units of a bundle that run on a GPU. UsageError if there are none."""
    units = tuple(u for u in bundle.units if "SIM" in u.rules and (u.secret / FILE).is_file())
    if not units:
        raise UsageError(say("device.no_unit", bundle=bundle.id))
    return units


def load_device(unit: Unit, root: Path) -> UnitDevice:
    """Return what the unit's `device.py` says. CourseError if it cannot be used."""
    path = unit.secret / FILE
    if str(root) not in sys.path:  # it may import `reference`
        sys.path.insert(0, str(root))
    spec = spec_from_file_location(f"_device_{unit.id}", path)
    assert spec is not None
    assert spec.loader is not None
    module: Any = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:  # noqa: BLE001 - an author's file may raise anything
        why = f"{type(error).__name__}: {error}"
        raise CourseError(path, "", say("device.broken_file", why=why)) from None
    for name in NAMES:
        if not hasattr(module, name):
            raise CourseError(path, name, say("device.missing_name"))
    found: UnitDevice = module
    return found
