"""Misses agree with the definition on random traces, and limits hold where the model says so."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.checks import access
from grader.checks.access import AccessLog, Array
from reference.cache import lru as fast
from reference.models import lru as model
from tests.checks.access.tape import failure, nest, product, tiled

SIZES = (5, 1, 12)


@st.composite
def logs(draw: st.DrawFn) -> AccessLog:
    """Draw accesses to three arrays; they need not be a valid execution to be counted."""
    seed, n = draw(st.integers(0, 2**32 - 1)), draw(st.integers(0, 120))
    numbers = np.random.default_rng(seed)
    number = numbers.integers(0, len(SIZES), n)
    place = numbers.integers(0, np.array(SIZES)[number])
    arrays = tuple(
        Array(f"a{i}", (size,), np.zeros(size, np.float32)) for i, size in enumerate(SIZES)
    )
    flags = numbers.integers(0, 2, n).astype(np.bool_)
    none = np.zeros(n, np.bool_)
    return AccessLog(arrays, number.astype(np.uint8), place, flags, none, np.zeros(n))


@settings(deadline=None)  # the first case compiles
@given(log=logs(), lines=st.integers(1, 20), line_elems=st.integers(1, 6))
def test_misses_are_those_of_the_model_and_of_the_fast_simulator(
    log: AccessLog, lines: int, line_elems: int
) -> None:
    # The arrays far apart and each at the begin of a line.
    addresses = log.place + log.number.astype(np.int64) * 100 * line_elems
    got = access.count_misses(log, lines, line_elems=line_elems)
    of_fast = fast.simulate(
        addresses,
        log.is_write,
        lines=lines,
        line_bytes=line_elems,
        array_ids=log.number.astype(np.int64),
    )
    assert list(got.values())[: len(of_fast.misses_by_array)] == list(of_fast.misses_by_array)
    requests = [
        ("W" if w else "R", int(a), 1) for a, w in zip(addresses, log.is_write, strict=True)
    ]
    assert sum(got.values()) == model.simulate(requests, lines, line_elems)["misses"]


def test_one_line_misses_whenever_the_element_changes() -> None:
    log = nest(product(1, 1, 3), "ijk")
    assert access.count_misses(log, 1) == {"A": 3, "B": 3, "C": 4}


LIMITED = [(12, 12, 12, 3), (13, 11, 14, 3), (8, 8, 64, 4), (9, 40, 9, 3)]


def limits(M: int, N: int, K: int, T: int) -> dict[str, int]:
    return {"A": M * K * -(-N // T), "B": K * N * -(-M // T), "C": 2 * M * N}


@pytest.mark.parametrize(("M", "N", "K", "T"), LIMITED)
@pytest.mark.parametrize("inner", ["ijk", "kij", "jki"])
def test_tiles_keep_the_limits_of_the_course(M: int, N: int, K: int, T: int, inner: str) -> None:
    lines = 4 * T * T + 2 * T
    access.misses(tiled(product(M, N, K), T, inner), lines, limits(M, N, K, T))
    access.misses(tiled(product(M, N, K), T, copies=True), lines, limits(M, N, K, T))


@pytest.mark.parametrize(("M", "N", "K", "T"), LIMITED)
def test_plain_loops_fail_and_the_access_that_passed_the_limit_is_named(
    M: int, N: int, K: int, T: int
) -> None:
    log, lines = nest(product(M, N, K), "ijk"), 4 * T * T + 2 * T
    found = failure(lambda: access.misses(log, lines, limits(M, N, K, T)))
    name = str(found.why.args["name"])
    assert f"LRU cache of {lines} lines, {name} is fetched" in found.why.text("en")
    event = int(found.why.args["event"])  # type: ignore[arg-type]
    limit = limits(M, N, K, T)[name]
    before = _cut(log, event - 1)
    assert access.count_misses(before, lines)[name] == limit
    assert access.count_misses(_cut(log, event), lines)[name] == limit + 1
    assert found.where == log.at(event - 1)


def test_the_array_that_passes_its_limit_first_is_named() -> None:
    log = nest(product(2, 2, 2), "ijk")
    assert failure(lambda: access.misses(log, 4, {"A": 0, "B": 0})).why.args["name"] == "A"
    assert failure(lambda: access.misses(log, 4, {"B": 1, "A": 9})).why.args["name"] == "B"


@pytest.mark.parametrize(("lines", "line_elems"), [(0, 1), (1, 0)])
def test_a_cache_without_room_is_an_authors_mistake(lines: int, line_elems: int) -> None:
    with pytest.raises(ValueError, match="a cache has lines"):
        access.count_misses(nest(product(1, 1, 1), "ijk"), lines, line_elems=line_elems)


def test_a_negative_limit_is_an_authors_mistake() -> None:
    with pytest.raises(ValueError, match="the limit of A"):
        access.misses(nest(product(1, 1, 1), "ijk"), 1, {"A": -1})


def _cut(log: AccessLog, n: int) -> AccessLog:
    return AccessLog(
        log.arrays, log.number[:n], log.place[:n], log.is_write[:n], log.negative[:n], log.value[:n]
    )
