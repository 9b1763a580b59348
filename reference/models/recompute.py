"""Memory and extra work of dropping activations in the forward pass and computing them again.

Backward of layer i needs the outputs of layers i and i - 1 and then releases output i; the input
of the model is always there. A missing output is recomputed forwards from the nearest live one
below it, and everything on the way stays live. Transients of the forward pass are ignored. So a
dropped layer is recomputed exactly once, and what is bought is the peak.

Source: Chen, Xu, Zhang, Guestrin, "Training deep nets with sublinear memory cost" (2016),
arXiv:1604.06174.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations

from reference.models import domain

MOST_LAYERS = 10
"""`cheapest_keep` tries every subset: 1024 of them for ten layers."""
TIMES = ("compute_s", "memory_s", "copy_s")
SIZES = ("roundtrip_bytes", "peak_bytes", "capacity_bytes", "droppable_bytes")
FLAGS = ("intermediate_used_elsewhere", "independent_batches")
SCENARIO = (*TIMES, *SIZES, *FLAGS, "input_reuse", "buffers")


@dataclass(frozen=True, slots=True)
class BackwardStep:
    """What happens before backward of one layer can run."""

    layer: int
    recomputed: tuple[int, ...]
    """Layers whose forward pass runs again, in that order."""
    live: frozenset[int]
    """Layers whose outputs are held while backward of `layer` runs."""
    live_bytes: int


def backward_steps(act_bytes: Sequence[int], keep: Collection[int]) -> list[BackwardStep]:
    """Return the backward pass layer by layer, from the last to the first.

    Parameters
    ----------
    act_bytes : sequence of int, length >= 1
        Bytes of the output of each layer, each >= 0. Any number of layers.
    keep : collection of int
        Layers whose outputs the forward pass keeps.

    Raises
    ------
    ValueError
        There is no layer, a size is negative, or `keep` names a layer that is not there.
    """
    sizes = domain.integers("act_bytes", act_bytes, 0)
    domain.same_length(1, act_bytes=sizes)
    return _backward(sizes, _layers_of(keep, len(sizes)))


def simulate(
    act_bytes: Sequence[int], fwd_flop: Sequence[int], keep: Collection[int]
) -> tuple[int, int]:
    """Return the peak of live activation bytes in the backward pass, and the FLOP done again.

    Parameters
    ----------
    act_bytes, fwd_flop : sequence of int, 1 to 10 layers
        Bytes of the output and FLOP of the forward pass of each layer, each >= 0.
    keep : collection of int
        Layers whose outputs the forward pass keeps.

    Returns
    -------
    tuple of int
        (peak_bytes, extra_flop).

    Raises
    ------
    ValueError
        The lengths differ or are out of range, a value is negative, or `keep` names a layer that
        is not there.
    """
    sizes, flop = _network(act_bytes, fwd_flop)
    steps = _backward(sizes, _layers_of(keep, len(sizes)))
    extra = sum(flop[layer] for step in steps for layer in step.recomputed)
    return max(step.live_bytes for step in steps), extra


def cheapest_keep(
    act_bytes: Sequence[int], fwd_flop: Sequence[int], budget_bytes: int
) -> set[int] | None:
    """Return a set of layers to keep with the least extra FLOP whose peak fits the budget.

    Subsets are tried in the order of their extra FLOP, the sum over dropped layers; among equals
    the one that keeps more layers comes first.

    Parameters
    ----------
    act_bytes, fwd_flop
        As in `simulate`.
    budget_bytes : int
        Largest peak allowed, >= 0.

    Returns
    -------
    set of int or None
        One optimum of possibly several; None where no set fits.

    Raises
    ------
    ValueError
        As in `simulate`, or the budget is negative.
    """
    sizes, flop = _network(act_bytes, fwd_flop)
    budget = domain.integer("budget_bytes", budget_bytes, 0)
    layers = range(len(sizes))
    drops = chain.from_iterable(combinations(layers, count) for count in range(len(sizes) + 1))
    for drop in sorted(drops, key=lambda layers: sum(flop[layer] for layer in layers)):
        keep = set(layers) - set(drop)
        if max(step.live_bytes for step in _backward(sizes, keep)) <= budget:
            return keep
    return None


def recompute_is_exact(uses_rng: bool, rng_state_saved: bool, inputs_unchanged: bool) -> bool:
    """Decide whether recomputing gives the bits of the first time.

    The inputs must be unchanged, and a layer that draws random numbers (dropout) must draw the
    same ones again.
    """
    return bool(inputs_unchanged and (rng_state_saved or not uses_rng))


def uniform_checkpoint(layers: int, act_bytes: int, seg: int) -> dict[str, int]:
    """Return peak and extra work of keeping the last output of every segment of `seg` layers.

    With n = ceil(L / seg) segments the peak of segment g, counted from 0, is g + 1 kept outputs
    and the size_g - 1 recomputed inside it, so peak = max_g (g + size_g) · a, which is largest in
    one of the last two segments; L - n layers run forward again. This is `simulate` with that
    keep set, for any number of layers.

    Parameters
    ----------
    layers : int
        L >= 1.
    act_bytes : int
        a >= 0, bytes of the output of every layer.
    seg : int
        1 <= seg <= L; the last segment may be shorter.

    Returns
    -------
    dict
        `peak_bytes` and `extra_layer_forwards`.

    Raises
    ------
    ValueError
        An argument is out of range.
    """
    layers = domain.integer("layers", layers, 1)
    act_bytes = domain.integer("act_bytes", act_bytes, 0)
    seg = domain.integer("seg", seg, 1, layers)
    segments = -(-layers // seg)
    last = layers - (segments - 1) * seg
    outputs = segments - 1 + last
    if segments > 1:
        outputs = max(outputs, segments - 2 + seg)
    return {"peak_bytes": outputs * act_bytes, "extra_layer_forwards": layers - segments}


def useful_techniques(s: Mapping[str, object]) -> set[str]:
    """Return the techniques that attack what is scarce in the scenario `s`.

    - "tiling": memory_s > compute_s and input_reuse > 1
    - "fusion": memory_s > compute_s and roundtrip_bytes > 0 and not intermediate_used_elsewhere
    - "recompute": peak_bytes > capacity_bytes >= peak_bytes - droppable_bytes
    - "pipelining": copy_s > 0 and compute_s > 0 and independent_batches and buffers >= 2

    Parameters
    ----------
    s : mapping
        `compute_s`, `memory_s`, `copy_s` in seconds, `roundtrip_bytes`, `peak_bytes`,
        `capacity_bytes`, `droppable_bytes`, `input_reuse` (uses of a loaded element within the
        operator) and `buffers` are at least 0; `intermediate_used_elsewhere` and
        `independent_batches` are true or false. Other keys are not read.

    Raises
    ------
    ValueError
        A key is missing or a number is out of range.
    """
    missing = [key for key in SCENARIO if key not in s]
    if missing:
        raise ValueError(f"the scenario must have {', '.join(missing)}")
    number = {key: domain.exact(key, s[key], low=0) for key in SCENARIO if key not in FLAGS}
    from_memory = number["memory_s"] > number["compute_s"]
    lacking = number["peak_bytes"] - number["capacity_bytes"]
    held = {
        "tiling": from_memory and number["input_reuse"] > 1,
        "fusion": from_memory
        and number["roundtrip_bytes"] > 0
        and not s["intermediate_used_elsewhere"],
        "recompute": 0 < lacking <= number["droppable_bytes"],
        "pipelining": min(number["copy_s"], number["compute_s"]) > 0
        and bool(s["independent_batches"])
        and number["buffers"] >= 2,
    }
    return {technique for technique, useful in held.items() if useful}


def _network(act_bytes: Sequence[int], fwd_flop: Sequence[int]) -> tuple[list[int], list[int]]:
    sizes = domain.integers("act_bytes", act_bytes, 0)
    flop = domain.integers("fwd_flop", fwd_flop, 0)
    layers = domain.same_length(1, act_bytes=sizes, fwd_flop=flop)
    domain.integer("layers", layers, 1, MOST_LAYERS)
    return sizes, flop


def _layers_of(keep: Collection[int], layers: int) -> set[int]:
    return set(domain.integers("keep", sorted(keep), 0, layers - 1))


def _backward(sizes: Sequence[int], keep: set[int]) -> list[BackwardStep]:
    live = set(keep)
    steps = []
    for layer in reversed(range(len(sizes))):
        recomputed: list[int] = []
        for needed in (max(layer - 1, 0), layer):
            start = max((below for below in live if below <= needed), default=-1)
            recomputed += range(start + 1, needed + 1)
            live.update(recomputed)
        live_bytes = sum(sizes[held] for held in live)
        steps.append(BackwardStep(layer, tuple(recomputed), frozenset(live), live_bytes))
        live.discard(layer)
    return steps
