"""What a GPU's memory has to hold, when it overflows, and what is known before running.

Weights are only one item. What decides is the peak: the largest sum of everything that is live at
once. A verdict about the peak needs every item; one unknown item leaves it open, unless what is
known is too much already. Sizes are bytes; GiB is 2**30 bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any, TypedDict

from reference.models import domain

GIB = 2**30
REQUIRED: Mapping[str, frozenset[str]] = {
    "inference": frozenset({"weights", "kv_cache", "activations", "workspace", "runtime"}),
    "training": frozenset(
        {"weights", "gradients", "optimizer_state", "activations", "workspace", "runtime"}
    ),
}
"""Items without which a memory budget of that mode says nothing."""
FIELDS = {"alloc": 4, "free": 2}


class Replay(TypedDict):
    """What a sequence of allocations did."""

    peak_bytes: int
    peak_event: int
    """First event that reached the peak; -1 if nothing was ever in use."""
    oom_event: int | None
    """The allocation that failed and ended the replay."""
    free_at_oom_bytes: int | None
    by_category_at_peak: dict[str, int]
    """Categories that held bytes after `peak_event`."""


def weight_bytes(n_params: int, bytes_per_param: int) -> int:
    """Return the bytes of a model's weights; both arguments >= 0, else ValueError."""
    return domain.integer("n_params", n_params, 0) * domain.integer(
        "bytes_per_param", bytes_per_param, 0
    )


def to_gib(n_bytes: int) -> float:
    """Return bytes in GiB, n / 2**30; ValueError below 0."""
    return domain.integer("n_bytes", n_bytes, 0) / GIB


def training_state_bytes(
    n_params: int, weight_b: int, grad_b: int, optimizer_b: Sequence[int]
) -> int:
    """Return the bytes of weights, gradients and optimizer state, n (w + g + sum o).

    Mixed-precision Adam: 2, 2 and (4, 4, 4) for the FP32 master weights and two moments, 16 bytes
    a parameter.

    Parameters
    ----------
    n_params : int
        Number of parameters, >= 0.
    weight_b, grad_b : int
        Bytes of a weight and of its gradient, >= 0.
    optimizer_b : sequence of int
        Bytes a parameter of each optimizer state, master weights included, >= 0.

    Raises
    ------
    ValueError
        A number is negative.
    """
    per_param = [weight_b, grad_b, *optimizer_b]
    return domain.integer("n_params", n_params, 0) * sum(
        domain.integers("bytes per parameter", per_param, 0)
    )


def memory_verdict(capacity_bytes: int, items: Mapping[str, int | None]) -> str:
    """Decide whether items fit together: "fits", "does_not_fit" or "unknown".

    Parameters
    ----------
    capacity_bytes : int
        >= 0; items that fill it exactly fit.
    items : mapping
        Bytes of each item, >= 0, None where not known.

    Raises
    ------
    ValueError
        A number is negative.
    """
    capacity = domain.integer("capacity_bytes", capacity_bytes, 0)
    known = sum(domain.integer(name, size, 0) for name, size in items.items() if size is not None)
    if known > capacity:
        return "does_not_fit"
    return "unknown" if None in items.values() else "fits"


def missing_items(mode: str, known: set[str]) -> set[str]:
    """Return what a budget still lacks; `mode` is a key of `REQUIRED`, else ValueError."""
    return set(REQUIRED[domain.choice("mode", mode, REQUIRED)] - set(known))


def replay(capacity_bytes: int, events: Sequence[tuple[Any, ...]]) -> Replay:
    """Return the peak of a sequence of allocations and the first that does not fit.

    The first allocation with in_use + nbytes > capacity fails: it is not applied, and no later
    event is looked at.

    Parameters
    ----------
    capacity_bytes : int
        >= 0.
    events : sequence of tuple
        ("alloc", name, nbytes >= 0, category) or ("free", name). A name may be used again once it
        is free.

    Raises
    ------
    ValueError
        A number is negative, an event is malformed, a name is allocated while it is live, or freed
        while it is not.
    """
    capacity = domain.integer("capacity_bytes", capacity_bytes, 0)
    peak: dict[str, int] = {}
    peak_event, in_use, applied = -1, 0, 0
    for applied, held in enumerate(ledger(capacity, events), start=1):
        in_use = sum(held.values())
        if in_use > sum(peak.values()):
            peak, peak_event = held, applied - 1
    failed = applied < len(events)
    return {
        "peak_bytes": sum(peak.values()),
        "peak_event": peak_event,
        "oom_event": applied if failed else None,
        "free_at_oom_bytes": capacity - in_use if failed else None,
        "by_category_at_peak": peak,
    }


def ledger(capacity_bytes: int, events: Sequence[tuple[Any, ...]]) -> Iterator[dict[str, int]]:
    """Yield the bytes that each category holds after every event, up to the first that fails.

    Categories that hold nothing are left out. Arguments and errors as in `replay`.
    """
    capacity = domain.integer("capacity_bytes", capacity_bytes, 0)
    live: dict[str, tuple[int, str]] = {}
    held: dict[str, int] = {}
    for event in events:
        change, category = _change(event, live)
        if sum(held.values()) + change > capacity:
            return
        if event[0] == "alloc":
            live[event[1]] = (change, category)
        else:
            del live[event[1]]
        held = held | {category: held.get(category, 0) + change}
        held = {name: size for name, size in held.items() if size}
        yield held


def training_events(
    act_bytes: Sequence[int], param_bytes: Sequence[int], opt_multiple: int
) -> list[tuple[Any, ...]]:
    """Return the allocations of one training step over L layers, as `replay` takes them.

    All weights "w0" ..., all optimizer states "o0" ... of `opt_multiple` times their size (none at
    all for 0), activations "a0" ... in the forward pass; then, from the last layer to the first,
    gradient "g<i>" of the size of the weights is allocated and activation "a<i>" freed.

    Parameters
    ----------
    act_bytes, param_bytes : sequence of int, length L >= 0
        Bytes of each layer's activations and weights, >= 0.
    opt_multiple : int
        >= 0; Adam in one precision has 2.

    Raises
    ------
    ValueError
        Lengths differ or a number is negative.
    """
    acts, params, multiple = _layers(act_bytes, param_bytes, opt_multiple)
    events: list[tuple[Any, ...]] = [
        ("alloc", f"w{i}", size, "weights") for i, size in enumerate(params)
    ]
    if multiple:
        events += [
            ("alloc", f"o{i}", multiple * size, "optimizer") for i, size in enumerate(params)
        ]
    events += [("alloc", f"a{i}", size, "activations") for i, size in enumerate(acts)]
    for i in reversed(range(len(acts))):
        events += [("alloc", f"g{i}", params[i], "gradients"), ("free", f"a{i}")]
    return events


def training_peak_bytes(
    act_bytes: Sequence[int], param_bytes: Sequence[int], opt_multiple: int
) -> int:
    """Return the peak of `training_events` in closed form; arguments and errors as there.

    (1 + m) sum p + max over i of (sum of a_j for j <= i + sum of p_j for j >= i): when the gradient
    of layer i appears, the activations up to i and the gradients from i on are live.
    """
    acts, params, multiple = _layers(act_bytes, param_bytes, opt_multiple)
    kept = accumulate(acts)
    gradients = list(accumulate(reversed(params)))[::-1]
    backward = max((a + g for a, g in zip(kept, gradients, strict=True)), default=0)
    return (1 + multiple) * sum(params) + backward


def _layers(
    act_bytes: Sequence[int], param_bytes: Sequence[int], opt_multiple: int
) -> tuple[list[int], list[int], int]:
    domain.same_length(act_bytes=act_bytes, param_bytes=param_bytes)
    return (
        domain.integers("act_bytes", act_bytes, 0),
        domain.integers("param_bytes", param_bytes, 0),
        domain.integer("opt_multiple", opt_multiple, 0),
    )


def _change(event: tuple[Any, ...], live: Mapping[str, tuple[int, str]]) -> tuple[int, str]:
    """Return by how many bytes an event changes which category."""
    kind = domain.choice("event", event[0] if event else "", FIELDS)
    if len(event) != FIELDS[kind]:
        raise ValueError(f"a {kind} event must have {FIELDS[kind]} entries, not {event!r}")
    name = event[1]
    if (name in live) == (kind == "alloc"):
        state = "live" if kind == "alloc" else "not live"
        raise ValueError(f"{kind} of {name!r}, which is {state}")
    if kind == "free":
        size, category = live[name]
        return -size, category
    return domain.integer(f"size of {name!r}", event[2], 0), event[3]
