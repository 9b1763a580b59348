"""One launch of a compiled kernel as plain data, and what the text of the kernel must look like.

The order of parameters is numba's own, which it promises to nobody. So the head of every kernel is
compared with what the arguments need before anything is launched: a version of numba that passes
arrays in another way is noticed here, and not by a GPU that reads a length as an address.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

# No run is unbounded across what begins a match: the text is a box's, and may be a megabyte of it.
_ENTRY = re.compile(
    r"^[ \t]*+\.visible\s++\.entry\s++([A-Za-z_$][\w$]*+)\s*+\(([^()]*+)\)", re.ASCII | re.M
)
_PARAMETER = re.compile(r"\.param\s+\.[a-z]+(\d+)\s")
Argument = NDArray[Any] | np.generic


class UnknownHead(Exception):
    """The text holds no kernel, or one with other parameters than the arguments need."""


@dataclass(frozen=True, eq=False)
class Launch:
    """A kernel with its arguments, in the order of the call."""

    code: bytes
    entry: str
    grid: tuple[int, int]
    block: tuple[int, int]
    arguments: tuple[Argument, ...]
    outputs: tuple[int, ...]
    """Which of the arguments the kernel fills."""


def types_of(arguments: Sequence[Argument]) -> tuple[tuple[str, int], ...]:
    """Return dtype and number of dimensions of each argument, as `Box.compile` wants them."""
    return tuple((str(a.dtype), a.ndim) for a in arguments)


def entry_of(ptx: str, arguments: Sequence[Argument]) -> str:
    """Return the name of the one kernel in `ptx`. UnknownHead if it does not fit `arguments`."""
    found = _ENTRY.findall(ptx)
    if len(found) != 1:
        raise UnknownHead(f"{len(found)} kernels")
    name, parameters = found[0]
    widths = [int(bits) // 8 for bits in _PARAMETER.findall(parameters)]
    wanted = [parameter.itemsize for parameter in parameters_of(arguments, lambda _: 0)]
    if widths != wanted:
        raise UnknownHead(f"parameters of {widths} bytes and not {wanted}")
    return str(name)


def parameters_of(arguments: Sequence[Argument], address: Callable[[int], int]) -> list[np.generic]:
    """Return what a kernel is given for its arguments; `address(i)` is where array i lies.

    An array in C order is seven numbers for one dimension and two more for each further one: two
    counters (0), elements, bytes of an element, address, shape, strides in bytes.
    """
    parameters: list[np.generic] = []
    for i, argument in enumerate(arguments):
        if not isinstance(argument, np.ndarray):
            parameters.append(argument)
            continue
        parameters += [np.uint64(0), np.uint64(0)]
        parameters += [np.int64(argument.size), np.int64(argument.itemsize)]
        parameters.append(np.uint64(address(i)))
        parameters += [np.int64(n) for n in argument.shape]
        parameters += [np.int64(n) for n in _c_strides(argument)]
    return parameters


def _c_strides(array: NDArray[Any]) -> tuple[int, ...]:
    """Return the strides in bytes that an array of this shape has in C order."""
    strides = []
    step = array.itemsize
    for n in reversed(array.shape):
        strides.append(step)
        step *= n
    return tuple(reversed(strides))
