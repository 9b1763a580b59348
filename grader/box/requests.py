"""What a box is asked, as plain data: for a call at once, and for one that is written down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grader.box import answers


def call_request(
    name: str,
    where: Mapping[str, object],
    args: Sequence[object],
    kwargs: Mapping[str, object],
    watched: Sequence[str],
) -> dict[str, object]:
    """Return what a box is sent for a call, a new object or a method."""
    return {
        **where,
        "name": name,
        "args": tuple(args),
        "kwargs": dict(kwargs),
        "buffers": tuple(answers.array_arguments(args, kwargs, watched)),
    }


def launch_request(
    name: str,
    kwargs: Mapping[str, object],
    *,
    grid: Sequence[int],
    block: Sequence[int],
    order: int,
    refuse_products: bool,
) -> dict[str, object]:
    """Return what a box is sent for a launch, or for a call of a host function that launches."""
    return {
        "name": name,
        "args": tuple(kwargs.values()) if grid else (),
        "kwargs": {} if grid else dict(kwargs),
        "grid": tuple(grid),
        "block": tuple(block),
        "order": order,
        "refuse_products": refuse_products,
    }


def trace_request(
    name: str,
    args: Sequence[object],
    kwargs: Mapping[str, object],
    *,
    native: bool,
    refuse_products: bool,
) -> dict[str, object]:
    """Return what a trace box is sent for a recorded call."""
    return {
        "name": name,
        "args": tuple(args),
        "kwargs": dict(kwargs),
        "native": native,
        "refuse_products": refuse_products,
    }
