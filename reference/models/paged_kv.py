"""A KV cache in blocks: block tables, shared prefixes, copy on write, and the slots left empty.

Room for the longest possible sequence wastes most of itself. Cut into blocks of a few tokens, a
sequence wastes less than one block, and sequences with the same beginning can share its blocks,
as processes share pages. Only the bookkeeping is modelled, not the keys and values.

Source: Kwon et al., "Efficient memory management for large language model serving with
PagedAttention" (SOSP 2023), arXiv:2309.06180.
"""

from __future__ import annotations

import heapq
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field

from reference.models import domain


class OutOfBlocks(Exception):
    """No free block is left for an append; nothing was changed."""


@dataclass(slots=True)
class _Sequence:
    length: int = 0
    blocks: list[int] = field(default_factory=list)


class PagedKV:
    """Block tables over a pool of physical blocks, with reference counts.

    The free block with the lowest number is taken first. A partly filled last block that is
    shared is copied by the sequence that appends to it; full shared blocks stay shared, and a
    block is free again when its last sequence is gone.

    Parameters
    ----------
    n_blocks : int
        Physical blocks, >= 0.
    block_size : int
        Tokens that fit one block, >= 1.

    Raises
    ------
    ValueError
        An argument is out of range.
    """

    def __init__(self, n_blocks: int, block_size: int) -> None:
        self._free = list(range(domain.integer("n_blocks", n_blocks, 0)))
        self._size = domain.integer("block_size", block_size, 1)
        self._users: dict[int, int] = {}
        self._sequences: dict[Hashable, _Sequence] = {}

    def append(self, seq: Hashable, n_tokens: int = 1) -> None:
        """Add tokens at the end of a sequence, which is created if it is new.

        Parameters
        ----------
        seq : hashable
            Name of the sequence.
        n_tokens : int
            >= 0; with 0 a new sequence is created empty.

        Raises
        ------
        ValueError
            `n_tokens` is negative.
        OutOfBlocks
            The pool has too few free blocks; nothing was changed, nor a sequence created.
        """
        n_tokens = domain.integer("n_tokens", n_tokens, 0)
        grown = self._sequences.get(seq, _Sequence())
        copies = n_tokens > 0 and self._last_block_is_shared_and_open(grown)
        new = blocks_of(grown.length + n_tokens, self._size) - len(grown.blocks)
        if copies + new > len(self._free):
            raise OutOfBlocks(f"{copies + new} blocks needed, {len(self._free)} are free")
        if copies:
            self._release(grown.blocks.pop())
        grown.blocks += [self._take() for _ in range(copies + new)]
        grown.length += n_tokens
        self._sequences[seq] = grown

    def fork(self, parent: Hashable, child: Hashable) -> None:
        """Create `child` with the tokens of `parent`, sharing all of its blocks.

        Raises
        ------
        ValueError
            `parent` is unknown or `child` exists.
        """
        shared = self._of(parent)
        if child in self._sequences:
            raise ValueError(f"child must be a new sequence, {child!r} exists")
        for block in shared.blocks:
            self._users[block] += 1
        self._sequences[child] = _Sequence(shared.length, list(shared.blocks))

    def free(self, seq: Hashable) -> None:
        """Forget a sequence; blocks that no other one uses become free.

        Raises
        ------
        ValueError
            `seq` is unknown.
        """
        for block in self._of(seq).blocks:
            self._release(block)
        del self._sequences[seq]

    def block_table(self, seq: Hashable) -> list[int]:
        """Return the physical block of each logical block of a sequence.

        Raises
        ------
        ValueError
            `seq` is unknown.
        """
        return list(self._of(seq).blocks)

    def length(self, seq: Hashable) -> int:
        """Return the tokens of a sequence.

        Raises
        ------
        ValueError
            `seq` is unknown.
        """
        return self._of(seq).length

    def slot(self, seq: Hashable, pos: int) -> tuple[int, int]:
        """Return (physical block, offset in it) of a token.

        Parameters
        ----------
        seq : hashable
            Name of the sequence.
        pos : int
            Position from 0, below the length of the sequence.

        Raises
        ------
        ValueError
            `seq` is unknown or `pos` out of range.
        """
        found = self._of(seq)
        logical, offset = divmod(domain.integer("pos", pos, 0, found.length - 1), self._size)
        return found.blocks[logical], offset

    def used_blocks(self) -> int:
        """Return how many physical blocks hold at least one sequence's tokens."""
        return len(self._users)

    def free_blocks(self) -> list[int]:
        """Return the numbers of the free blocks, ascending."""
        return sorted(self._free)

    def wasted_slots(self) -> int:
        """Return the slots of used blocks that hold no token; a shared block counts once."""
        # Sequences that share a block agree on its filling: who appends to it copies it first.
        filled: dict[int, int] = {}
        for sequence in self._sequences.values():
            for logical, block in enumerate(sequence.blocks):
                filled[block] = min(self._size, sequence.length - logical * self._size)
        return len(filled) * self._size - sum(filled.values())

    def _of(self, seq: Hashable) -> _Sequence:
        if seq not in self._sequences:
            raise ValueError(f"seq must be a known sequence, not {seq!r}")
        return self._sequences[seq]

    def _last_block_is_shared_and_open(self, sequence: _Sequence) -> bool:
        is_open = sequence.length % self._size != 0
        return is_open and self._users[sequence.blocks[-1]] > 1

    def _take(self) -> int:
        block = heapq.heappop(self._free)
        self._users[block] = 1
        return block

    def _release(self, block: int) -> None:
        self._users[block] -= 1
        if self._users[block] == 0:
            del self._users[block]
            heapq.heappush(self._free, block)


def blocks_of(length: int, block_size: int) -> int:
    """Return the blocks that `length` tokens need, ceil(length / block_size)."""
    return -(-length // block_size)


def internal_waste(lengths: Sequence[int], block_size: int) -> int:
    """Return the empty slots in the last blocks of sequences that share nothing.

    Parameters
    ----------
    lengths : sequence of int
        Tokens of each sequence, each >= 0.
    block_size : int
        Tokens that fit one block, >= 1.

    Raises
    ------
    ValueError
        An argument is out of range.
    """
    block_size = domain.integer("block_size", block_size, 1)
    tokens = domain.integers("lengths", lengths, 0)
    return sum(blocks_of(length, block_size) * block_size - length for length in tokens)


def contiguous_waste(lengths: Sequence[int], max_len: int) -> int:
    """Return the empty slots where each sequence has room for `max_len` tokens.

    Parameters
    ----------
    lengths : sequence of int
        Tokens of each sequence, 0 ... max_len.
    max_len : int
        >= 0.

    Raises
    ------
    ValueError
        An argument is out of range, or a sequence is longer than `max_len`.
    """
    max_len = domain.integer("max_len", max_len, 0)
    return sum(max_len - length for length in domain.integers("lengths", lengths, 0, max_len))
