"""Sizes of cache, codes and scores against the numbers of f03 and against packing bits."""

from __future__ import annotations

from itertools import chain, combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.models.kvcache import (
    SIZES,
    TECHNIQUES,
    kv_cache_bytes,
    kv_projections,
    memory_terms,
    quantized_bytes,
)

GIB = 2**30
few = settings(max_examples=50, deadline=None)
counts = st.integers(1, 100)
TERMS = {
    "kv_cache": "kv_bytes",
    "kv_quant": "kv_bytes",
    "flash": "scores_bytes",
    "weight_quant": "weights_bytes",
}
MODEL = {
    "params": 7 * 10**9,
    "layers": 32,
    "heads": 32,
    "kv_heads": 8,
    "head_dim": 128,
    "tokens": 4096,
    "batch": 1,
    "bits": 4,
    "group": 128,
    "scale_bytes": 2,
}
configs = st.fixed_dictionaries(
    {name: st.integers(1, 16) for name in SIZES} | {"tokens": st.integers(0, 50)}
)


def packed_bytes(n: int, bits: int, group: int, scale_bytes: int) -> int:
    """Return the bytes of codes written one after the other, and of the scales met on the way."""
    bit = scales = 0
    for i in range(n):
        bit += bits
        scales += i % group == 0
    return len(bytearray(bit // 8 + (bit % 8 > 0))) + scales * scale_bytes


def test_numbers_of_the_unit() -> None:
    assert kv_cache_bytes(32, 32, 128, 1, 1, 2) == 524_288
    assert kv_cache_bytes(32, 32, 128, 4096, 1, 2) == 2 * GIB
    assert memory_terms(MODEL, set())["scores_bytes"] == 1 * GIB
    assert quantized_bytes(7 * 10**9, 4, 128, 2) == 3_609_375_000
    assert memory_terms(MODEL, {"weight_quant"})["weights_bytes"] == 3_609_375_000
    assert memory_terms(MODEL, set())["weights_bytes"] == 14 * 10**9
    assert kv_projections(100, 10, cached=True) == 109
    assert kv_projections(100, 10, cached=False) == 1045


def test_grouped_heads_shrink_the_cache() -> None:
    cached = memory_terms(MODEL, {"kv_cache"})["kv_bytes"]
    assert cached == kv_cache_bytes(32, 8, 128, 4096, 1, 2) == GIB // 2
    small = memory_terms(MODEL, {"kv_cache", "kv_quant"})["kv_bytes"]
    assert small == cached // 4 + cached // 2 // 128 * 2


@few
@given(st.integers(0, 300), st.integers(1, 16), st.integers(1, 400), st.integers(1, 4))
def test_codes_are_packed(n: int, bits: int, group: int, scale_bytes: int) -> None:
    got = quantized_bytes(n, bits, group, scale_bytes)
    assert got == packed_bytes(n, bits, group, scale_bytes)


@few
@given(counts, st.integers(1, 4))
def test_sixteen_bits_in_one_group_add_one_scale(n: int, scale_bytes: int) -> None:
    assert quantized_bytes(n, 16, n, scale_bytes) == 2 * n + scale_bytes
    assert quantized_bytes(0, 16, n, scale_bytes) == 0


@few
@given(configs)
def test_the_cache_grows_linearly_and_the_scores_quadratically(cfg: dict[str, int]) -> None:
    twice = cfg | {"tokens": 2 * cfg["tokens"]}
    before, after = memory_terms(cfg, {"kv_cache"}), memory_terms(twice, {"kv_cache"})
    assert after["kv_bytes"] == 2 * before["kv_bytes"]
    assert after["scores_bytes"] == 4 * before["scores_bytes"]


@few
@given(counts, counts)
def test_the_cache_saves_projections(prompt: int, new: int) -> None:
    cached, not_cached = (kv_projections(prompt, new, on) for on in (True, False))
    assert not_cached == sum(prompt + i for i in range(new))
    assert cached <= not_cached
    assert (cached == not_cached) == (new == 1)


@few
@given(configs)
def test_each_technique_changes_its_own_term(cfg: dict[str, int]) -> None:
    sets = chain.from_iterable(combinations(TECHNIQUES, count) for count in range(5))
    valid = [set(s) for s in sets if "kv_quant" not in s or "kv_cache" in s]
    assert len(valid) == 12
    alone = {term: memory_terms(cfg, set())[term] for term in set(TERMS.values())}
    for used in valid:
        terms = memory_terms(cfg, used)
        for term in alone:
            acting = {technique for technique in used if TERMS[technique] == term}
            assert terms[term] == memory_terms(cfg, acting)[term]
            if not acting:
                assert terms[term] == alone[term]


def test_more_keys_do_no_harm() -> None:
    assert memory_terms(MODEL | {"name": 1}, set()) == memory_terms(MODEL, set())


@pytest.mark.parametrize("name", SIZES)
def test_configurations_refused(name: str) -> None:
    with pytest.raises(ValueError, match=name):
        memory_terms({key: value for key, value in MODEL.items() if key != name}, set())
    with pytest.raises(ValueError, match=name):
        memory_terms(MODEL | {name: -1 if name == "tokens" else 0}, set())


@pytest.mark.parametrize("used", [{"kv_quant"}, {"kv_quant", "flash"}, {"paging"}])
def test_techniques_refused(used: set[str]) -> None:
    with pytest.raises(ValueError, match=r"kv_cache"):
        memory_terms(MODEL, used)


@pytest.mark.parametrize(
    "change", [{"n": -1}, {"bits": 0}, {"bits": 17}, {"group": 0}, {"scale_bytes": 0}]
)
def test_codes_refused(change: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="must"):
        quantized_bytes(**{"n": 8, "bits": 4, "group": 4, "scale_bytes": 2} | change)


@pytest.mark.parametrize("position", range(6))
def test_caches_refused(position: int) -> None:
    sizes = [1] * 6
    sizes[position] = -1 if position == 3 else 0
    with pytest.raises(ValueError, match="must be at least"):
        kv_cache_bytes(*sizes)


def test_generations_refused() -> None:
    for prompt, new in ((0, 1), (1, 0)):
        with pytest.raises(ValueError, match="must be at least 1"):
            kv_projections(prompt, new, cached=True)
