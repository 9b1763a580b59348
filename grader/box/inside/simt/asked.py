"""What the keeper can ask of a box with the simulator: a launch, or a host function with some."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

import numpy as np

from .. import no_library
from .kernels import Kernel
from .machine import Fault, KernelFault, fail, machine
from .module import install
from .record import MOST_EVENTS, MOST_RUNS, Recorder

Payload = dict[str, Any]


def prepare(folder: str, *, guard_products: bool = True) -> None:
    """Make this a box with the simulator. To be done before the first cell.

    Parameters
    ----------
    folder
        Where the cells lie: lines of the source are named after it.
    guard_products
        Whether library products can be found. It changes numpy for the whole process.
    """
    machine.folder = folder
    install()
    if guard_products:
        no_library.install()


def launch(
    kernel: Any,
    args: Sequence[Any],
    *,
    grid: tuple[int, ...],
    block: tuple[int, ...],
    order: int,
    refuse_products: bool = False,
) -> Payload:
    """Launch a kernel and return the payload of the answer.

    Raises
    ------
    TypeError
        It is no kernel.
    """
    if not isinstance(kernel, Kernel):
        raise TypeError("不是核函数：缺少 @cuda.jit / no kernel: @cuda.jit is missing")
    # A write to an input is a line in the record, not an error of the copy back.
    given = tuple(_open(value) for value in args)
    return _recorded(
        lambda: kernel[grid, block](*given), given, order, refuse_products=refuse_products
    )


def simulate(
    function: Callable[..., Any],
    kwargs: Mapping[str, Any],
    *,
    order: int,
    refuse_products: bool,
) -> Payload:
    """Call a host function, record every launch it makes, and return the payload of the answer."""
    return _recorded(
        lambda: function(**kwargs), tuple(kwargs.values()), order, refuse_products=refuse_products
    )


def _recorded(
    call: Callable[[], Any], args: Sequence[Any], order: int, *, refuse_products: bool
) -> Payload:
    recorder = machine.recorder = Recorder()
    machine.order = order
    if refuse_products:
        # It only ever sets `library`.
        no_library.arm(cast("Any", recorder))
    value = None
    try:
        value = call()
        _demand_records(recorder)
    except KernelFault:
        pass  # noted where it was made
    except BaseException:
        if recorder.fault is None and not recorder.library:
            raise
    finally:
        if refuse_products:
            no_library.disarm()
        machine.recorder, machine.order = None, 0
    return {
        "value": value,
        "after": tuple(a.copy() for a in args if isinstance(a, np.ndarray)),
        "library": recorder.library,
        "launches": tuple(launch.payload() for launch in recorder.launches),
        "fault": None if recorder.fault is None else _told(recorder.fault),
    }


def _demand_records(recorder: Recorder) -> None:
    """Refuse a call that is over if it did more than can be told to the keeper."""
    if any(launch.forgotten for launch in recorder.launches):
        construct = f"more than {MOST_EVENTS} accesses or {MOST_RUNS} waits in one call"
        raise fail("unsupported", construct, say=construct)


def _open(value: Any) -> Any:
    if not isinstance(value, np.ndarray) or value.flags.writeable:
        return value
    whole = value.flags.c_contiguous or value.flags.f_contiguous
    return value.copy(order="A") if whole else value


def _told(fault: Fault) -> Payload:
    return fault._asdict()
