"""What a trace box does: a call on recording arrays, and a call whose memory is counted.

A trace box is a box like any other in which `prepare` ran before the first cell. It judges nothing:
the record goes to the keeper, which replays it against the values it knows.
"""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from . import compiled, no_library, plain_arrays, recording
from .recording import Recorder, contents, record


def prepare(*, guard_products: bool = True) -> None:
    """Make compiled functions and, if asked to, library products take part in a recording.

    Parameters
    ----------
    guard_products
        Whether products of plain arrays are found too. It changes numpy for the whole process.
    """
    compiled.install()
    recording.install()
    plain_arrays.install()
    if guard_products:
        no_library.install()


def warm_up() -> None:
    """Work out in the zygote what every box needs to know."""
    no_library.warm_up()


def trace(
    function: Callable[..., Any],
    args: Sequence[Any],
    kwargs: Mapping[str, Any],
    *,
    native: bool,
    refuse_products: bool,
) -> dict[str, Any]:
    """Call `function` with every array argument recorded; return the payload of the answer.

    Parameters
    ----------
    native
        Whether compiled functions stay compiled; otherwise their Python source runs.
    refuse_products
        Whether a product by a library is an error.
    """
    by_name = {str(i): value for i, value in enumerate(args)} | dict(kwargs)
    arrays = {name: value for name, value in by_name.items() if isinstance(value, np.ndarray)}
    recorder = Recorder(tuple(arrays))
    recorded = {
        name: record(value, number, recorder) for number, (name, value) in enumerate(arrays.items())
    }
    given = by_name | recorded
    positional = [given[str(i)] for i in range(len(args))]
    if refuse_products:
        no_library.arm(recorder)
    try:
        with compiled.tracing(recorder, native=native):
            function(*positional, **{name: given[name] for name in kwargs})
    except BaseException:
        # One who catches it, or dies of it in another way, has used it all the same.
        if not recorder.library:
            raise
    finally:
        if refuse_products:
            no_library.disarm()
    codes, values = recorder.log()
    after = tuple(contents(array) for array in recorded.values())
    return {"codes": codes, "values": values, "after": after, "library": recorder.library}


def peak_bytes(function: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any]) -> int:
    """Return how many bytes more than before the call Python and numpy held at the worst moment.

    Compiled functions run as Python: what numba allocates by itself would not be counted.
    """
    with compiled.tracing(None, native=False):
        tracemalloc.start()
        try:
            before, _ = tracemalloc.get_traced_memory()
            tracemalloc.reset_peak()
            function(*args, **kwargs)
            return tracemalloc.get_traced_memory()[1] - before
        finally:
            tracemalloc.stop()
