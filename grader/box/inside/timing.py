"""What a timed call needs in the box: arguments that stay here, new in every call.

While the keeper's clock runs, one small frame travels each way; everything else happens before or
after. The inputs are other numbers at each call, so that a result remembered from an earlier one is
a wrong result; the outputs are poisoned, so that a call which does nothing leaves nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

import numpy as np

from .. import wire

LARGEST = 8
"""Inputs are integers up to this: sums of less than 2**18 products are exact in float32 in
whatever order they are added."""
_POISON = 0xFF
"""As every byte of an output: a NaN of every float, and no value a course asks for."""


class Held:
    """One function with its arguments.

    Parameters
    ----------
    outputs
        Names of the arrays that it fills.
    """

    def __init__(
        self, function: Callable[..., Any], kwargs: Mapping[str, Any], outputs: Collection[str]
    ) -> None:
        self._function = function
        arrays = {name: value for name, value in kwargs.items() if isinstance(value, np.ndarray)}
        self._outputs = {name: arrays[name] for name in outputs}
        self._inputs = {name: a for name, a in arrays.items() if name not in self._outputs}
        self._given = dict(kwargs) | {name: _read_only(a) for name, a in self._inputs.items()}

    def refill(self, seed: int) -> None:
        """Give the inputs the values that `seed` stands for and poison the outputs."""
        refill(self._inputs, seed)
        for array in self._outputs.values():
            wire.arrived(array)[:] = _POISON

    def run(self, times: int) -> None:
        """Make the call, several times if it is too short for a clock."""
        for _ in range(times):
            self._function(**self._given)

    def outputs(self) -> dict[str, Any]:
        """Return the memory of each output."""
        return {name: wire.arrived(array) for name, array in self._outputs.items()}


def refill(
    inputs: Mapping[str, Any],
    seed: int,
    # Bound before a student's code could replace it.
    generator: Callable[[Any], Any] = np.random.Generator,
    bits: Callable[[int], Any] = np.random.PCG64,
) -> None:
    """Overwrite every array, in order, with small integers; keeper and box do it alike."""
    rng = generator(bits(seed))
    for array in inputs.values():
        array[...] = rng.integers(-LARGEST, LARGEST, array.shape, np.int8, endpoint=True)


def _read_only(array: Any) -> Any:
    view = array.view()
    view.flags.writeable = False
    return view
