"""A notebook with the simulated device, in the process of the test: cells, launches, what is told.

What a launch leaves behind is read as the keeper reads it, decoded and replayed, so each test also
shows that the record holds together.
"""

from __future__ import annotations

import textwrap
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from grader.box.inside.simt import asked
from grader.checks.access import gpu


class Told(NamedTuple):
    """What the box would answer to one call."""

    payload: dict[str, Any]

    @property
    def after(self) -> list[np.ndarray]:
        """Contents of the array arguments at the end."""
        return list(self.payload["after"])

    @property
    def value(self) -> Any:
        return self.payload["value"]

    @property
    def fault(self) -> dict[str, Any]:
        fault = self.payload["fault"]
        assert fault is not None, "nothing went wrong"
        return dict(fault)

    @property
    def launches(self) -> list[gpu.Launch]:
        """The launches, none of which may have a fault."""
        assert self.payload["fault"] is None, self.payload["fault"]
        decoded = [gpu.decode_launch(launch) for launch in self.payload["launches"]]
        for launch in decoded:
            gpu.replay_launch(launch)
        return decoded

    @property
    def launch(self) -> gpu.Launch:
        """The one launch."""
        (launch,) = self.launches
        return launch


class Device:
    """Cells of a notebook and what is launched from them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._cells = 0
        self.names: dict[str, Any] = vars(ModuleType("notebook"))

    def cell(self, source: str) -> Device:
        """Execute a cell; `cuda`, `np`, `math` and numba's types are imported already."""
        self._cells += 1
        path = self._folder / f"cell_{self._cells}.py"
        path.write_text(textwrap.dedent(source).lstrip("\n"))
        exec(compile(path.read_text(), str(path), "exec"), self.names)
        return self

    def launch(self, name: str, grid: Any = 1, block: Any = 1, *args: Any, order: int = 0) -> Told:
        """Launch a kernel on copies of the arrays."""
        sent = [a.copy("A") if isinstance(a, np.ndarray) else a for a in args]
        sizes = [s if isinstance(s, tuple) else (s,) for s in (grid, block)]
        return Told(
            asked.launch(self.names[name], sent, grid=sizes[0], block=sizes[1], order=order)
        )

    def call(self, name: str, order: int = 0, **kwargs: Any) -> Told:
        """Call a host function."""
        return Told(asked.simulate(self.names[name], kwargs, order=order, refuse_products=False))

    def run(self, body: str, grid: Any = 1, block: Any = 1, *args: Any, order: int = 0) -> Told:
        """Launch a kernel with this body; its arguments are called `out`, `a`, `b`, `c`."""
        names = ("out", "a", "b", "c")[: len(args)]
        lines = textwrap.indent(textwrap.dedent(body).strip("\n"), "    ")
        self.cell(f"@cuda.jit\ndef kernel({', '.join(names)}):\n{lines}\n")
        return self.launch("kernel", grid, block, *args, order=order)


def zeros(*shape: int, dtype: Any = np.float32) -> np.ndarray:
    return np.zeros(shape, dtype)


def ramp(*shape: int, dtype: Any = np.float32) -> np.ndarray:
    """Return 0, 1, 2, … in this shape."""
    return np.arange(np.prod(shape, dtype=int)).reshape(shape).astype(dtype)
