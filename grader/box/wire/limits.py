"""What one frame may hold and cost, and the exceptions that say it held something else.

Size alone does not bound the time that decoding takes: fractions are reduced, sets are hashed by
functions that a hostile box knows. So each value is charged about what it costs, in units of a
plain float.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, islice
from typing import NoReturn

_SAME_HASH = 8
"""Keys of one container that may share a hash. Honest ones hardly do, but hash(-1) == hash(-2); two
keys are compared only if their hashes are equal, so this keeps a container linear."""
_SURROGATES = 2
"""Halves of surrogate pairs in a str that cost as much as one value."""
_EXPONENT = 2048
"""What an exponent of a Decimal may be for as much: its hash takes a power of ten."""
_KEYED = frozenset({str, bytes})
"""Python keys its hash for these two only, so that nobody can make them collide."""


class ProtocolError(Exception):
    """The bytes that came are not a frame that was asked for."""


class WireTimeout(Exception):
    """The deadline passed before the frame was through."""


class Unsendable(TypeError):
    """A value is of a type that the wire does not carry."""


class TooLarge(Unsendable):
    """A value is of a type that the wire carries, but larger than the limits allow."""


@dataclass(frozen=True)
class WireLimits:
    """What one frame may hold."""

    meta_bytes: int = 1 << 20
    """Everything but the memory of arrays."""
    buffers: int = 1024
    buffer_bytes: int = 256 << 20
    """Of all arrays together."""
    depth: int = 32
    nodes: int = 50_000
    """Values, under 1 µs each; what takes longer counts as several: dicts, sets, fractions,
    decimals, arrays, long ints, numpy scalars. bench/worst_frame.py measures each kind."""
    ndim: int = 8
    int_bytes: int = 64 << 10
    str_bytes: int = 1 << 20
    """Of one str (in UTF-8) or bytes."""
    unkeyed: int = 2000
    """Keys or members of one container that are neither str nor bytes: 49,000 integers made to
    collide cost the keeper 81 s."""
    key_pairs: int = 16_000_000
    """The square of that number, summed over all containers: the probes collisions can force."""
    fraction_bytes: int = 512
    """Of a numerator or denominator; the exact sum of doubles needs 270."""
    decimal_digits: int = 1000
    decimal_exponent: int = 10_000


DEFAULT_LIMITS = WireLimits()


class Books:
    """What one frame may still cost; the sender refuses with TooLarge, the receiver distrusts."""

    refusal: type[Exception] = ProtocolError

    def __init__(self, limits: WireLimits) -> None:
        self.limits = limits
        self.nodes_left = limits.nodes
        self.pairs = 0
        self.buffers = 0
        self.buffer_bytes = 0

    def refuse(self, what: str) -> NoReturn:
        """Raise the refusal of this side."""
        raise self.refusal(what)

    def at_most(self, limit: int, n: int, what: str) -> None:
        """Refuse `n` if it is more than `limit`."""
        if n > limit:
            self.refuse(f"{what}: {n}, and {limit} is the most")

    def spend(self, nodes: int) -> None:
        """Charge the cost of `nodes` floats."""
        self.nodes_left -= nodes
        if self.nodes_left < 0:
            self.refuse(f"more values than {self.limits.nodes}")

    def fraction(self, in_bytes: int) -> None:
        """Charge for the gcd that puts a fraction of that size in lowest terms."""
        self.spend(6 + in_bytes // 4)

    def decimal(self, digits: int, exponent: int) -> None:
        """Charge for a Decimal, or refuse it."""
        self.at_most(self.limits.decimal_digits, digits, "digits of a Decimal")
        self.at_most(self.limits.decimal_exponent, abs(exponent), "exponent of a Decimal")
        self.spend(3 + digits // 64 + abs(exponent) // _EXPONENT)

    def surrogates(self, data: bytes) -> None:
        """Charge for a str that is not quite UTF-8: Python asks back for each half of a pair."""
        self.spend(2 + data.count(b"\xed") // _SURROGATES)

    def array(self, shape: Sequence[int], itemsize: int, memory_bytes: int) -> None:
        """Charge for an array and its memory, or refuse it."""
        limits = self.limits
        self.spend(16)
        self.buffers += 1
        self.at_most(limits.buffers, self.buffers, "arrays")
        self.at_most(limits.ndim, len(shape), "dimensions of an array")
        # A zero among the dimensions does not excuse the others: numpy multiplies them first.
        size = itemsize * math.prod(max(n, 1) for n in shape)
        self.at_most(limits.buffer_bytes, size, "bytes of an array")
        self.buffer_bytes += memory_bytes
        self.at_most(limits.buffer_bytes, self.buffer_bytes, "bytes of all arrays")

    def keys(self, keys: Sequence[object]) -> None:
        """Charge for the hash table of one dict or set, or refuse its keys."""
        self.spend(2)
        if not keys:
            return
        unkeyed = len(keys) - sum(map(_KEYED.__contains__, map(type, keys)))
        self.at_most(self.limits.unkeyed, unkeyed, "keys that are not str")
        self.pairs += unkeyed * unkeyed
        self.at_most(self.limits.key_pairs, self.pairs, "pairs of keys that are not str")
        if len(keys) > 1:
            hashes = sorted(map(hash, keys))
            if any(map(operator.eq, hashes, islice(hashes, 1, None))):
                self._comparisons(keys)

    def _comparisons(self, keys: Sequence[object]) -> None:
        """Charge for comparing the keys that share a hash, or refuse them."""
        for _, group in groupby(sorted(keys, key=hash), hash):
            same = list(group)
            if len(same) > _SAME_HASH:
                self.refuse("too many keys with the same hash")
            for earlier, key in enumerate(same):
                if earlier:  # the first is compared with none
                    self.spend(earlier * _steps(key))


def _steps(key: object) -> int:
    """Return how many values are compared at most to tell `key` from one of the same hash.

    A member of a set meets all members of the other set that share its hash: sets in sets in sets,
    five deep, made a frame of 390 kB cost 1.1 s.
    """
    if type(key) is tuple:
        return 1 + sum(map(_steps, key))
    if type(key) is frozenset:
        return 1 + _SAME_HASH * sum(map(_steps, key))
    return 1
