"""The simulator stands in the place of `numba.cuda` for one test, and goes again."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import numba
import pytest

from grader.box.inside.simt import asked
from grader.box.inside.simt.machine import machine
from tests.box.simt.device import Device

IMPORTS = """
import math
import numpy as np
import numba
from numba import cuda, float32, float64, int8, int32, int64, njit, uint32
from numba.types import float16
"""


@pytest.fixture
def device(tmp_path: Path) -> Iterator[Device]:
    """A notebook whose `from numba import cuda` finds the simulator."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(numba, "cuda", None, raising=False)
        for name in _modules():
            patch.delitem(sys.modules, name)
        patch.setattr(machine, "folder", "")
        try:
            asked.prepare(str(tmp_path), guard_products=False)
            notebook = Device(tmp_path)
            exec(IMPORTS, notebook.names)
            yield notebook
        finally:
            # What `prepare` put there is not known to the patch.
            for name in _modules():
                del sys.modules[name]


def _modules() -> list[str]:
    return [name for name in sys.modules if name.split(".")[:2] == ["numba", "cuda"]]
