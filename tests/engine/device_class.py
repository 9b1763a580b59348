"""A course with one unit that runs on a GPU, a compiler that is none, and boxes that are none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from grader.box import BoxDied, CellDone, Compiled, Missing, Raised
from grader.messages import say
from grader.outcome import Status
from tests.engine.device_stub import compiled, ptx

BUNDLE, UNIT = "b1_rooms", "u1_rooms"
DEVICE = """
import numpy as np

KERNELS = ("naive", "shared")
CONSTANTS = ({"TILE": 2},)
SIZES = ((1, 1), (2, 3), (4, 5))
TIMED = (4, 5)
OUTPUTS = ("C",)

def label(size):
    return "M = {}, N = {}".format(*size)

def arguments(size, rng):
    M, N = size
    A, B = (rng.integers(1, 9, s).astype(np.float32) for s in ((M, 3), (3, N)))
    return {"A": A, "B": B, "C": np.zeros((M, N), np.float32)}

def expected(arguments):
    return {"C": arguments["A"] @ arguments["B"]}

def launch(size, constants):
    tile = constants["TILE"]
    return (-(-size[1] // tile), -(-size[0] // tile)), (tile, tile)
"""


def with_device(root: Path, source: str = DEVICE) -> Path:
    """Give the first unit of a copy of the tiny course a `device.py`; return the root."""
    toml = root / "assignments" / BUNDLE / UNIT / "unit.toml"
    toml.write_text('rules = ["SIM"]\n' + toml.read_text("utf-8"), "utf-8")
    (root / "solutions" / BUNDLE / UNIT / "device.py").write_text(source, "utf-8")
    return root


class FakeBox:
    """Takes a cell's `# name: kernel` lines for definitions; the kernel's name is what it does."""

    def __init__(self) -> None:
        self._kernels: dict[str, str] = {}
        self.constants: dict[str, object] = {}

    def __enter__(self) -> FakeBox:
        return self

    def __exit__(self, *_: object) -> None:
        return None

    def run_cell(self, source: str, index: int) -> CellDone:
        if "endless" in source:
            raise BoxDied(Status.TIME_LIMIT, say("device.garbled"))
        for line in source.splitlines():
            if line.startswith("# "):
                name, kernel = line.removeprefix("# ").split(": ")
                self._kernels[name] = kernel
        return CellDone()

    def set(self, name: str, value: object) -> None:
        self.constants[name] = value

    def compile(
        self, name: str, arguments: Sequence[tuple[str, int]], cc: tuple[int, int]
    ) -> Compiled | Raised | Missing:
        assert arguments == (("float32", 2),) * 3
        assert self.constants == {"TILE": 2}
        kernel = self._kernels.get(name)
        if kernel is None:
            return Missing(name)
        if kernel == "untypable":
            return Raised("TypingError", ("Exception",), "no such thing")
        if kernel == "unknown_abi":
            return Compiled(ptx(kernel, ("u64",) * 15), compiled(kernel))
        return Compiled(ptx(kernel), compiled(kernel))


class FakeZygote:
    """Opens such boxes."""

    def __init__(self, *_: object, **options: Mapping[str, Any]) -> None:
        assert options.get("kind", "gpu") == "gpu"

    def __enter__(self) -> FakeZygote:
        return self

    def __exit__(self, *_: object) -> None:
        return None

    def open_box(self, limits: object) -> FakeBox:
        return FakeBox()


UNIT_LIKE: Any = SimpleNamespace(id=UNIT, limits=None, given=None)
