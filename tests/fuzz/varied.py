"""Inputs made from honest ones without looking at coverage: what runs everywhere, in seconds."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from tests.fuzz.targets import Target

_STEPS = 4
"""Changes of one input; more of them hardly ever get past the first check."""
_BLOCK = 64
"""The longest part that is cut out, moved or copied."""


def varied(target: Target, seed: str, inputs: int) -> Iterator[bytes]:
    """Yield `inputs` changed seeds of a target, the same ones for the same `seed`."""
    rng = random.Random(seed)
    seeds = list(target.seeds())
    for _ in range(inputs):
        data = rng.choice(seeds)
        for _ in range(rng.randint(1, _STEPS)):
            data = _changed(data, rng, seeds, target.words)
        yield data


def _changed(
    data: bytes, rng: random.Random, seeds: Sequence[bytes], words: Sequence[bytes]
) -> bytes:
    """Return data with one change: bits, lengths, ends, order, or a part of another seed."""
    at = rng.randrange(len(data) + 1)
    end = min(len(data), at + rng.randint(1, _BLOCK))
    match rng.choice(
        ("bit", "byte", "number", "word", "over", "cut", "end", "twice", "away", "in")
    ):
        case "bit" if at < len(data):
            return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]
        case "byte":
            return data[:at] + rng.randbytes(1) + data[at + 1 :]
        case "number":  # a length, most likely
            size = rng.choice((4, 8))
            number = rng.choice((0, 1, 2, len(data), 1 << 31, (1 << 32) - 1)) + rng.randint(-1, 1)
            return (
                data[:at] + (number % (1 << 8 * size)).to_bytes(size, "little") + data[at + size :]
            )
        case "word":
            return data[:at] + rng.choice(words) + data[at:]
        case "over":
            word = rng.choice(words)
            return data[:at] + word + data[at + len(word) :]
        case "cut":
            return data[:at] + data[end:]
        case "end":
            return data[:at]
        case "twice":
            return data[:end] + data[at:]
        case "away":
            to = rng.randrange(len(data) + 1)
            rest = data[:at] + data[end:]
            return rest[:to] + data[at:end] + rest[to:]
        case "in":
            other = rng.choice(seeds)
            start = rng.randrange(len(other) + 1)
            return data[:at] + other[start : start + _BLOCK] + data[end:]
    return data
