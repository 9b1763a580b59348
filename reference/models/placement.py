"""Memory on several cards: what fits where, and what splitting costs.

An address belongs to one card. Two cards of 3 GB are therefore no card of 6 GB: a tensor lies on
one card, or it is split on purpose and the layers pay for the exchange over the link.
"""

from __future__ import annotations

from collections.abc import Sequence

from reference.models import domain

MAX_TENSORS, MAX_CARDS = 8, 3
"""Placing is bin packing: the search may have to try cards ** tensors placements."""


def place_tensors(tensor_bytes: Sequence[int], free_bytes: Sequence[int]) -> list[int] | None:
    """Return a card for each tensor so that every card's sum fits, or None if there is no way.

    The largest tensors are placed first and every choice can be taken back, so None is a proof.
    Which of several placements is returned carries no meaning.

    Parameters
    ----------
    tensor_bytes : sequence of int, at most `MAX_TENSORS`
        Size of each tensor, >= 1; a tensor is not split.
    free_bytes : sequence of int, 1 ... `MAX_CARDS`
        Free memory of each card, >= 0.

    Raises
    ------
    ValueError
        A size is out of range, or there are too many tensors or cards, or no card.
    """
    sizes = domain.integers("tensor_bytes", tensor_bytes, 1)
    free = _cards(free_bytes)
    domain.integer("number of tensors", len(sizes), 0, MAX_TENSORS)
    domain.integer("number of cards", len(free), 1, MAX_CARDS)
    largest_first = sorted(range(len(sizes)), key=lambda i: -sizes[i])
    placed = _place([sizes[i] for i in largest_first], free)
    if placed is None:
        return None
    card_of = dict(zip(largest_first, placed, strict=True))
    return [card_of[i] for i in range(len(sizes))]


def placement_fits(
    placement: Sequence[int], tensor_bytes: Sequence[int], free_bytes: Sequence[int]
) -> bool:
    """Decide whether a placement is valid: known cards, and no card holds more than is free.

    Parameters
    ----------
    placement : sequence of int
        Card of each tensor, one for each tensor.
    tensor_bytes, free_bytes : sequence of int
        As in `place_tensors`, but any number of them.

    Raises
    ------
    ValueError
        Lengths differ or a size is out of range.
    """
    domain.same_length(placement=placement, tensor_bytes=tensor_bytes)
    left = _cards(free_bytes)
    for card, size in zip(placement, domain.integers("tensor_bytes", tensor_bytes, 1), strict=True):
        if not 0 <= card < len(left):
            return False
        left[card] -= size
    return min(left) >= 0


def capacity_verdict(
    tensor_bytes: int, replicated_bytes: int, free_bytes: Sequence[int], splittable: bool
) -> str:
    """Decide how a tensor fits: "one_card", "split" into equal shares on all cards, or "no".

    Parameters
    ----------
    tensor_bytes : int
        Size of the tensor, >= 1. Split over n cards each holds ceil(tensor / n).
    replicated_bytes : int
        What every card that takes part must hold besides, >= 0.
    free_bytes : sequence of int, length n >= 1
        Free memory of each card, >= 0.
    splittable : bool
        Whether the program can split the tensor. One card is preferred where it suffices.

    Raises
    ------
    ValueError
        A size is out of range, or there is no card.
    """
    tensor = domain.integer("tensor_bytes", tensor_bytes, 1)
    replicated = domain.integer("replicated_bytes", replicated_bytes, 0)
    free = _cards(free_bytes)
    if tensor + replicated <= max(free):
        return "one_card"
    share = -(-tensor // len(free))
    return "split" if splittable and share + replicated <= min(free) else "no"


def split_step_s(
    layer_compute_s: Sequence[float],
    exchange_bytes: Sequence[int],
    cards: int,
    latency_s: float,
    link_bytes_per_s: float,
) -> float:
    """Return the time of one step over all layers, sum c / p + sum over q > 0 of (L + q / beta).

    Computing splits evenly, exchanges overlap with nothing, and a layer that exchanges nothing
    costs no latency. One card exchanges nothing at all.

    Parameters
    ----------
    layer_compute_s : sequence of float
        Seconds c of each layer on one card, >= 0.
    exchange_bytes : sequence of int, as long
        Bytes q that each layer exchanges when split, >= 0.
    cards : int
        p >= 1.
    latency_s : float
        L >= 0, seconds for each exchange.
    link_bytes_per_s : float
        beta > 0.

    Raises
    ------
    ValueError
        Lengths differ or a number is out of range.
    """
    domain.same_length(layer_compute_s=layer_compute_s, exchange_bytes=exchange_bytes)
    compute_s = sum(domain.reals("layer_compute_s", layer_compute_s, low=0))
    exchanges = domain.integers("exchange_bytes", exchange_bytes, 0)
    cards = domain.integer("cards", cards, 1)
    latency_s = domain.real("latency_s", latency_s, low=0)
    rate = domain.real("link_bytes_per_s", link_bytes_per_s, above=0)
    if cards == 1:
        return float(compute_s)
    return compute_s / cards + sum(latency_s + size / rate for size in exchanges if size > 0)


def _cards(free_bytes: Sequence[int]) -> list[int]:
    domain.same_length(1, free_bytes=free_bytes)
    return domain.integers("free_bytes", free_bytes, 0)


def _place(sizes: Sequence[int], free: list[int]) -> list[int] | None:
    if sum(sizes) > sum(free):
        return None
    if not sizes:
        return []
    for card, room in enumerate(free):
        # Cards with the same room left are alike: trying the first of them is enough.
        if sizes[0] > room or room in free[:card]:
            continue
        rest = _place(sizes[1:], [*free[:card], room - sizes[0], *free[card + 1 :]])
        if rest is not None:
            return [card, *rest]
    return None
