"""Fusion against the numbers of x16 and q27, and against counting pass by pass."""

from __future__ import annotations

import tracemalloc
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.models.fusion import (
    CHUNK,
    Operator,
    add_mul_report,
    chain_traffic_bytes,
    fp16_inputs_change_result,
    fused_add_mul,
    fusion_speed_limit,
)

ADD_MUL: list[Operator] = [("add", ("x", "y"), "u"), ("mul", ("u", "w"), "z")]
H200_BYTES_PER_S = 4.8e12
H200_FLOP_PER_S = 67e12
few = settings(max_examples=50, deadline=None)
counts = st.integers(1, 10**9)
widths = st.integers(1, 16)


@st.composite
def chains(draw: st.DrawFn) -> tuple[list[Operator], set[str]]:
    """Return operators in dependency order and the outputs somebody needs."""
    names = ["x", "y", "w"]
    ops: list[Operator] = []
    for i in range(draw(st.integers(1, 6))):
        inputs = tuple(draw(st.lists(st.sampled_from(names), min_size=1, max_size=3)))
        ops.append(("op", inputs, f"u{i}"))
        names.append(f"u{i}")
    results = [result for _, _, result in ops]
    return ops, draw(st.sets(st.sampled_from(results))) | {results[-1]}


def reals(shape: tuple[int, ...], seed: int, count: int = 3) -> list[np.ndarray]:
    rng = np.random.default_rng(seed)
    return [rng.normal(0, 100, shape).astype(np.float32) for _ in range(count)]


def test_a_fused_chain_moves_16_bytes_an_element_and_not_24() -> None:
    assert chain_traffic_bytes(1, ADD_MUL, 4, {"z"}, fused=False) == 24
    assert chain_traffic_bytes(1, ADD_MUL, 4, {"z"}, fused=True) == 16
    assert chain_traffic_bytes(1, ADD_MUL, 4, {"u", "z"}, fused=True) == 20


def test_the_report_of_a_hundred_million_elements() -> None:
    unfused = add_mul_report(10**8, 4, 4, 4, H200_BYTES_PER_S, fused=False)
    fused = add_mul_report(10**8, 4, 4, 4, H200_BYTES_PER_S, fused=True)
    assert unfused["flop"] == fused["flop"] == 2e8
    assert (unfused["bytes"], fused["bytes"]) == (2.4e9, 1.6e9)
    assert round(unfused["intensity"], 4) == 0.0833
    assert fused["intensity"] == 0.125
    assert unfused["memory_s"] * 1e3 == pytest.approx(0.5)
    assert round(fused["memory_s"] * 1e3, 4) == 0.3333
    assert round(unfused["flop"] / H200_FLOP_PER_S * 1e6, 3) == 2.985
    assert fusion_speed_limit(10**8, 4, 4, 4) == 1.5


def test_short_inputs_move_less() -> None:
    short = add_mul_report(10**8, 2, 4, 4, H200_BYTES_PER_S, fused=True)
    assert round(short["memory_s"] * 1e3, 4) == 0.2083


@few
@given(st.integers(0, 3 * CHUNK), st.integers(0, 999))
def test_the_kernel_rounds_twice(n: int, seed: int) -> None:
    x, y, w = reals((n,), seed)
    z = np.full(n, np.nan, np.float32)
    fused_add_mul(x, y, w, z)
    total = (x.astype(np.float64) + y).astype(np.float32)
    want = (total.astype(np.float64) * w).astype(np.float32)
    assert z.tobytes() == want.tobytes()


@pytest.mark.parametrize("shape", [(), (0,), (3, 0), (5, 7, 11)])
def test_the_kernel_takes_any_shape(shape: tuple[int, ...]) -> None:
    x, y, w, z = reals(shape, 0, 4)
    fused_add_mul(x, y, w, z)
    assert np.array_equal(z, (x + y) * w)


def test_the_kernel_takes_any_strides() -> None:
    x, y, w, z = (array[::2, ::-1].T for array in reals((200, 90), 0, 4))
    fused_add_mul(x, y, w, z)
    assert np.array_equal(z, (x + y) * w)


def test_the_kernel_has_no_temporary_as_large_as_an_array() -> None:
    x, y, w, z = reals((65_536,), 0, 4)
    tracemalloc.start()
    fused_add_mul(x, y, w, z)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak <= 64 * 1024


@few
@given(chains(), st.integers(0, 100), widths)
def test_fusing_never_moves_more(
    chain: tuple[list[Operator], set[str]], n: int, itemsize: int
) -> None:
    ops, outputs = chain
    fused = chain_traffic_bytes(n, ops, itemsize, outputs, fused=True)
    unfused = chain_traffic_bytes(n, ops, itemsize, outputs, fused=False)
    assert fused <= unfused
    if len(ops) == 1:
        assert fused == unfused


@few
@given(chains(), st.integers(1, 100), widths, st.data())
def test_one_more_output_is_one_more_write_only_when_fused(
    chain: tuple[list[Operator], set[str]], n: int, itemsize: int, data: st.DataObject
) -> None:
    ops, outputs = chain
    more = outputs | {data.draw(st.sampled_from([result for _, _, result in ops]))}
    for fused, cost in ((True, n * itemsize * (len(more) - len(outputs))), (False, 0)):
        before = chain_traffic_bytes(n, ops, itemsize, outputs, fused)
        assert chain_traffic_bytes(n, ops, itemsize, more, fused) == before + cost


@pytest.mark.parametrize("fused", [False, True])
def test_a_name_used_twice_by_one_operator_is_read_once(fused: bool) -> None:
    assert chain_traffic_bytes(10, [("add", ("x", "x"), "z")], 4, {"z"}, fused) == 80


@few
@given(counts, counts, widths, widths, widths)
def test_fusion_saves_the_two_passes_over_u(
    n: int, other: int, read: int, mid: int, written: int
) -> None:
    unfused = add_mul_report(n, read, mid, written, 1e9, fused=False)
    fused = add_mul_report(n, read, mid, written, 1e9, fused=True)
    assert unfused["bytes"] - fused["bytes"] == 2 * n * mid
    limit = fusion_speed_limit(n, read, mid, written)
    assert limit == pytest.approx(unfused["memory_s"] / fused["memory_s"])
    assert limit == fusion_speed_limit(other, read, mid, written)


@few
@given(counts, widths, st.booleans())
def test_the_report_is_the_chain_of_equal_widths(n: int, itemsize: int, fused: bool) -> None:
    chain = chain_traffic_bytes(n, ADD_MUL, itemsize, {"z"}, fused)
    assert add_mul_report(n, itemsize, itemsize, itemsize, 1.0, fused)["bytes"] == chain


@few
@given(st.integers(0, 999))
def test_inputs_that_fp16_holds_change_nothing(seed: int) -> None:
    x, y, w = (array.astype(np.float16).astype(np.float32) for array in reals((50,), seed))
    assert not fp16_inputs_change_result(x, y, w).any()


@few
@given(st.integers(0, 999))
def test_changes_are_found_bit_by_bit(seed: int) -> None:
    x, y, w = reals((50,), seed)
    short = [array.astype(np.float16).astype(np.float32) for array in (x, y, w)]
    full = [((a + b) * c).tobytes() for a, b, c in zip(x, y, w, strict=True)]
    less = [((a + b) * c).tobytes() for a, b, c in zip(*short, strict=True)]
    want = [a != b for a, b in zip(full, less, strict=True)]
    assert fp16_inputs_change_result(x, y, w).tolist() == want


def test_a_lost_bit_may_cancel_or_not_and_the_sign_of_zero_counts() -> None:
    one, tiny = np.float32(1), np.float32(2**-20)
    x = np.array([one + tiny, one, tiny * tiny * tiny], np.float32)
    y = np.array([0, 0, 0], np.float32)
    w = np.array([1, 0, -1], np.float32)
    assert fp16_inputs_change_result(x, y, w).tolist() == [True, False, True]
    lost = np.array([-(2**-30)], np.float32)  # rounds to -0.0, and -0.0 + 0.0 is +0.0
    assert fp16_inputs_change_result(lost, np.zeros(1, np.float32), np.zeros(1, np.float32))[0]
    assert fp16_inputs_change_result(*(np.float32(1 / 3).reshape(()) for _ in range(3))).shape == ()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"n": -1}, "n must"),
        ({"itemsize": 0}, "itemsize must"),
        ({"ops": []}, "at least one"),
        ({"ops": [*ADD_MUL, ("add", ("x", "y"), "z")]}, "name of its own"),
        ({"ops": ADD_MUL[::-1], "outputs": {"u"}}, "come after"),
        ({"ops": [("add", ("z", "x"), "z")]}, "come after"),
        ({"outputs": {"u"}}, "outputs"),
        ({"outputs": {"z", "x"}}, "outputs"),
        ({"outputs": set()}, "outputs"),
    ],
)
def test_chains_refused(change: dict[str, Any], message: str) -> None:
    chain = {"n": 1, "ops": ADD_MUL, "itemsize": 4, "outputs": {"z"}, "fused": True}
    with pytest.raises(ValueError, match=message):
        chain_traffic_bytes(**chain | change)


@pytest.mark.parametrize("name", ["n", "in_itemsize", "mid_itemsize", "out_itemsize"])
def test_sizes_of_a_report_start_at_one(name: str) -> None:
    sizes = {"n": 1, "in_itemsize": 4, "mid_itemsize": 4, "out_itemsize": 4, name: 0}
    with pytest.raises(ValueError, match=name):
        add_mul_report(**sizes, bytes_per_s=1.0, fused=True)
    with pytest.raises(ValueError, match=name):
        fusion_speed_limit(**sizes)


@pytest.mark.parametrize("rate", [0.0, float("nan"), float("inf")])
def test_a_rate_is_positive_and_finite(rate: float) -> None:
    with pytest.raises(ValueError, match="bytes_per_s"):
        add_mul_report(1, 4, 4, 4, rate, fused=True)


def test_arrays_refused() -> None:
    ok = np.ones(3, np.float32)
    with pytest.raises(ValueError, match="shapes"):
        fused_add_mul(ok, ok, ok[:2], ok.copy())
    with pytest.raises(ValueError, match="float32"):
        fused_add_mul(ok, ok, ok.astype(np.float64), ok.copy())
    with pytest.raises(ValueError, match="shapes"):
        fp16_inputs_change_result(ok, ok, ok[:2])
    for bad in (6.1e4, -np.inf, np.nan):
        with pytest.raises(ValueError, match="magnitude"):
            fp16_inputs_change_result(ok, np.full(3, bad, np.float32), ok)
