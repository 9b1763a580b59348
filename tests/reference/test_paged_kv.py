"""The block table against the numbers of f04 and against a cache that writes real tokens."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from reference.models.paged_kv import (
    OutOfBlocks,
    PagedKV,
    contiguous_waste,
    internal_waste,
)

few = settings(max_examples=50, deadline=None)
NAMES = st.sampled_from("ABCDE")


def test_the_waste_of_three_sequences() -> None:
    kv = PagedKV(8, 16)
    for name, length in (("A", 5), ("B", 17), ("C", 33)):
        kv.append(name, length)
    assert [len(kv.block_table(name)) for name in "ABC"] == [1, 2, 3]
    assert kv.wasted_slots() == internal_waste([5, 17, 33], 16) == 41
    assert contiguous_waste([5, 17, 33], 64) == 137


def test_copy_on_write_step_by_step() -> None:
    kv = PagedKV(8, 4)
    kv.append("A", 6)
    kv.fork("A", "B")
    assert (kv.used_blocks(), kv.wasted_slots()) == (2, 2)
    kv.append("B", 1)
    assert {name: kv.block_table(name) for name in "AB"} == {"A": [0, 1], "B": [0, 2]}
    assert (kv.used_blocks(), kv.wasted_slots()) == (3, 3)
    assert kv.slot("B", 6) == (2, 2)
    kv.append("A", 3)
    assert kv.block_table("A") == [0, 1, 3]
    kv.free("A")
    assert kv.free_blocks() == [1, 3, 4, 5, 6, 7]


def test_a_full_shared_block_stays_shared() -> None:
    kv = PagedKV(4, 2)
    kv.append("A", 4)
    kv.fork("A", "B")
    kv.append("B", 1)
    assert kv.block_table("B") == [0, 1, 2]
    assert kv.used_blocks() == 3


def test_nothing_appended_creates_an_empty_sequence_and_copies_nothing() -> None:
    kv = PagedKV(0, 2)
    kv.append("A", 0)
    assert (kv.block_table("A"), kv.length("A"), kv.used_blocks()) == ([], 0, 0)
    kv = PagedKV(1, 2)
    kv.append("A", 1)
    kv.fork("A", "B")
    kv.append("B", 0)
    assert kv.block_table("B") == [0]


def test_too_few_blocks_change_nothing() -> None:
    kv = PagedKV(2, 2)
    kv.append("A", 3)
    kv.fork("A", "B")
    with pytest.raises(OutOfBlocks, match="1 blocks needed, 0 are free"):
        kv.append("B", 1)
    with pytest.raises(OutOfBlocks):
        kv.append("C", 1)
    assert kv.block_table("A") == kv.block_table("B") == [0, 1]
    with pytest.raises(ValueError, match="known sequence"):
        kv.length("C")
    kv.free("B")
    kv.append("A", 1)
    assert kv.length("A") == 4


class Cache(RuleBasedStateMachine):
    """Every token is written where `slot` says; what a sequence reads must be what it wrote."""

    @initialize(blocks=st.integers(0, 8), size=st.integers(1, 4))
    def start(self, blocks: int, size: int) -> None:
        self.kv = PagedKV(blocks, size)
        self.blocks, self.size = blocks, size
        self.memory: dict[tuple[int, int], str] = {}
        self.written: dict[str, list[str]] = {}
        self.clock = 0

    @rule(name=NAMES, tokens=st.integers(0, 9))
    def append(self, name: str, tokens: int) -> None:
        before = self.picture()
        old = self.written.get(name, [])
        table = self.kv.block_table(name) if name in self.written else []
        try:
            self.kv.append(name, tokens)
        except OutOfBlocks:
            assert self.picture() == before
            return
        self.copy_block(table, self.kv.block_table(name))
        new = [f"{name}{self.clock + i}" for i in range(tokens)]
        self.clock += tokens
        self.written[name] = old + new
        for pos in range(len(old), len(old) + tokens):
            self.memory[self.kv.slot(name, pos)] = self.written[name][pos]

    @rule(parent=NAMES, child=NAMES)
    def fork(self, parent: str, child: str) -> None:
        if parent not in self.written or child in self.written:
            with pytest.raises(ValueError, match="must be"):
                self.kv.fork(parent, child)
            return
        used = self.kv.used_blocks()
        self.kv.fork(parent, child)
        assert self.kv.used_blocks() == used
        self.written[child] = list(self.written[parent])

    @rule(name=NAMES)
    def free(self, name: str) -> None:
        if name not in self.written:
            with pytest.raises(ValueError, match="must be"):
                self.kv.free(name)
            return
        self.kv.free(name)
        del self.written[name]

    @precondition(lambda self: hasattr(self, "kv"))
    @invariant()
    def every_sequence_reads_what_it_wrote(self) -> None:
        for name, tokens in self.written.items():
            slots = [self.kv.slot(name, pos) for pos in range(self.kv.length(name))]
            assert [self.memory[slot] for slot in slots] == tokens
            assert len(self.kv.block_table(name)) == -(-len(tokens) // self.size)

    @precondition(lambda self: hasattr(self, "kv"))
    @invariant()
    def blocks_are_used_or_free(self) -> None:
        held = {block for name in self.written for block in self.kv.block_table(name)}
        assert sorted([*held, *self.kv.free_blocks()]) == list(range(self.blocks))
        assert self.kv.used_blocks() == len(held)

    @precondition(lambda self: hasattr(self, "kv"))
    @invariant()
    def waste_is_what_no_sequence_reads(self) -> None:
        slots = {
            self.kv.slot(name, pos)
            for name, tokens in self.written.items()
            for pos in range(len(tokens))
        }
        waste = self.kv.wasted_slots()
        assert waste == self.kv.used_blocks() * self.size - len(slots)
        assert waste <= len(self.written) * (self.size - 1)

    def copy_block(self, before: list[int], after: list[int]) -> None:
        """Do what copy on write does to the contents of the block."""
        for old, new in zip(before, after, strict=False):
            if old != new:
                assert old == before[-1]
                for offset in range(self.size):
                    if (old, offset) in self.memory:
                        self.memory[new, offset] = self.memory[old, offset]

    def picture(self) -> Any:
        tables = {name: self.kv.block_table(name) for name in self.written}
        return tables, self.kv.free_blocks(), self.kv.wasted_slots()


TestCache = Cache.TestCase
TestCache.settings = settings(max_examples=50, stateful_step_count=25, deadline=None)


@few
@given(st.lists(st.integers(0, 40), max_size=6), st.integers(1, 9))
def test_blocks_waste_less_than_one_each_and_never_more_than_room_for_the_longest(
    lengths: list[int], size: int
) -> None:
    waste = internal_waste(lengths, size)
    assert waste <= len(lengths) * (size - 1)
    longest = -(-max(lengths, default=0) // size) * size
    assert waste <= contiguous_waste(lengths, longest)
    kv = PagedKV(sum(-(-length // size) for length in lengths), size)
    for name, length in enumerate(lengths):
        kv.append(name, length)
    assert kv.wasted_slots() == waste
    for name in range(len(lengths)):
        kv.free(name)
    assert kv.used_blocks() == 0


def test_refused() -> None:
    kv = PagedKV(2, 2)
    kv.append("A", 1)
    for call in (
        lambda: PagedKV(-1, 1),
        lambda: PagedKV(1, 0),
        lambda: kv.append("A", -1),
        lambda: kv.fork("B", "C"),
        lambda: kv.fork("A", "A"),
        lambda: kv.free("B"),
        lambda: kv.block_table("B"),
        lambda: kv.length("B"),
        lambda: kv.slot("B", 0),
        lambda: kv.slot("A", 1),
        lambda: kv.slot("A", -1),
        lambda: internal_waste([1], 0),
        lambda: internal_waste([-1], 1),
        lambda: contiguous_waste([5], 4),
        lambda: contiguous_waste([-1], 4),
        lambda: contiguous_waste([], -1),
    ):
        with pytest.raises(ValueError, match="must be"):
            call()
