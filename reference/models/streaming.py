"""When the tokens of an answer exist and when a person has read them.

Streaming shows each token as soon as it is generated, so that reading overlaps with the generation
of later tokens. It hides waiting; it shortens no generation, because a token needs the one before.
Times are seconds; sums are exact rationals, so that a wait of zero comes out as zero.

Token i (1 ... n) exists at G_i = gen_1 + ... + gen_i. Reading it starts when reading i - 1 has
ended and the token is visible: at G_i with streaming, at G_n without.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Any, TypedDict

from reference.models import domain

FIELDS = {"out": ("req", "step", "layer", "elem"), "read": ("req", "step")}
"""What an item of each kind says, besides its kind."""


class ReadingTimeline(TypedDict):
    """How an answer looks to its reader."""

    first_visible_s: float
    generated_s: float
    finish_s: float
    exposed_wait_s: float
    """Time up to `finish_s` that was not spent reading."""


def reading_timeline(
    gen_s: Sequence[float], read_s: Sequence[float], streaming: bool
) -> ReadingTimeline:
    """Return when the first token is visible, all are generated, all are read, and the wait.

    Parameters
    ----------
    gen_s, read_s : sequence of float, length n >= 1
        Seconds to generate and to read each token, >= 0.
    streaming : bool
        Whether a token is shown when it exists, or all are shown together.

    Raises
    ------
    ValueError
        Lengths differ or are 0, or a time is negative or not finite.
    """
    generated, reading = _exact_times(gen_s, read_s)
    spans = list(_reading(generated, reading, streaming))
    finish = spans[-1][1]
    return {
        "first_visible_s": float(generated[0] if streaming else generated[-1]),
        "generated_s": float(generated[-1]),
        "finish_s": float(finish),
        "exposed_wait_s": float(finish - sum(reading)),
    }


def reading_spans_s(
    gen_s: Sequence[float], read_s: Sequence[float], streaming: bool
) -> list[tuple[float, float]]:
    """Return start and end of reading each token, for a timeline; arguments as above."""
    generated, reading = _exact_times(gen_s, read_s)
    return [(float(start), float(end)) for start, end in _reading(generated, reading, streaming)]


def hidden_wait_s(gen_s: Sequence[float], read_s: Sequence[float]) -> float:
    """Return how much earlier the reader is done with streaming than without, in seconds.

    It lies between 0 and min(G_n - G_1, sum of all reading but the last).

    Raises
    ------
    ValueError
        As in `reading_timeline`.
    """
    generated, reading = _exact_times(gen_s, read_s)
    *_, (_, with_streaming) = _reading(generated, reading, streaming=True)
    *_, (_, without) = _reading(generated, reading, streaming=False)
    return float(without - with_streaming)


def pass_rows(prompt_tokens: int, new_tokens: int, batch: int = 1) -> list[int]:
    """Return the rows M of every forward pass with a KV cache: [b P] + [b] (n - 1).

    The pass over the prompt already yields the first new token; each later pass sees one token of
    each request.

    Parameters
    ----------
    prompt_tokens, new_tokens, batch : int
        P, n and b, >= 1.

    Raises
    ------
    ValueError
        A count is below 1.
    """
    prompt = domain.integer("prompt_tokens", prompt_tokens, 1)
    passes = domain.integer("new_tokens", new_tokens, 1)
    requests = domain.integer("batch", batch, 1)
    return [requests * prompt] + [requests] * (passes - 1)


def may_overlap(x: Mapping[str, Any], y: Mapping[str, Any]) -> bool:
    """Decide whether two pieces of work may happen at the same time, with streaming on.

    Different requests share nothing. Outputs of one request may be computed together only within
    one layer of one step, since layers run in order. One person reads one token at a time, and
    reads step s while a later step is generated, never before s exists.

    Parameters
    ----------
    x, y : mapping
        {"kind": "out", "req", "step", "layer", "elem"}, one element of the output of one layer, or
        {"kind": "read", "req", "step"}. `step` and `layer` are integers >= 0.

    Raises
    ------
    ValueError
        An item is malformed, or both are the same.
    """
    for item in (x, y):
        _demand_item(item)
    if all(x.get(field) == y.get(field) for field in ("kind", *FIELDS["out"])):
        raise ValueError(f"the two items must differ, not both be {dict(x)}")
    if x["req"] != y["req"]:
        return True
    match x["kind"], y["kind"]:
        case "out", "out":
            return bool((x["step"], x["layer"]) == (y["step"], y["layer"]))
        case "read", "read":
            return False
        case "read", _:
            return bool(y["step"] > x["step"])
        case _:
            return bool(x["step"] > y["step"])


def _exact_times(
    gen_s: Sequence[float], read_s: Sequence[float]
) -> tuple[list[Fraction], list[Fraction]]:
    """Return G_1 ... G_n and the reading times."""
    domain.same_length(1, gen_s=gen_s, read_s=read_s)
    gen = [domain.exact(f"gen_s[{i}]", t, low=0) for i, t in enumerate(gen_s)]
    read = [domain.exact(f"read_s[{i}]", t, low=0) for i, t in enumerate(read_s)]
    return list(accumulate(gen)), read


def _reading(
    generated: Sequence[Fraction], reading: Sequence[Fraction], streaming: bool
) -> Iterator[tuple[Fraction, Fraction]]:
    end = Fraction(0)
    for exists, duration in zip(generated, reading, strict=True):
        start = max(end, exists if streaming else generated[-1])
        end = start + duration
        yield start, end


def _demand_item(item: Mapping[str, Any]) -> None:
    kind = domain.choice("kind", item.get("kind", ""), FIELDS)
    missing = [field for field in FIELDS[kind] if field not in item]
    if missing:
        raise ValueError(f"an item of kind {kind!r} must have {', '.join(missing)}")
    for field in {"step", "layer"}.intersection(FIELDS[kind]):
        domain.integer(field, item[field], 0)
