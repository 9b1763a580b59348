"""Operators to kernels on two backends: the numbers of q03 and what holds for every backend."""

import itertools
import math
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.models.lowering import EVIDENCE, conclusions, lower, run_time_s

OPS = ["linear", "add", "relu"]
A = {"linear": ["gemm"], "add": ["add"], "relu": ["relu"]}
B = {"linear": ["pack", "gemm", "unpack"], "add": ["add"], "relu": ["relu"]}
FUSED = {("add", "relu"): "add_relu"}
COST = {
    "gemm": (2e9, 12e6),
    "add_relu": (2e6, 8e6),
    "add": (1e6, 12e6),
    "relu": (0, 8e6),
    "pack": (0, 8e6),
    "unpack": (0, 8e6),
}
DEVICE = (1e12, 1e11, 5e-6)
modest = settings(max_examples=50, deadline=None)
programs = st.lists(st.sampled_from("abc"), max_size=12)
patterns = st.lists(st.sampled_from("abc"), min_size=2, max_size=4).map(tuple)
fusion_sets = st.sets(patterns, max_size=5).map(lambda found: {p: "+".join(p) for p in found})
KERNELS = {"a": ["a1"], "b": ["b1", "b2"], "c": ["c1", "c2", "c3"]}
kernel_lists = st.lists(st.sampled_from(sorted(COST)), max_size=6)
evidences = st.fixed_dictionaries({key: st.booleans() for key in EVIDENCE})


def by_regex(ops, kernels, fusions):
    """Lower one-letter operators with an alternation that has the longest patterns first."""
    words = ["".join(p) for p in sorted(fusions, key=len, reverse=True)]
    tokens = re.findall("|".join([*words, "."]), "".join(ops))
    fused = {"".join(p): [kernel] for p, kernel in fusions.items()}
    return list(itertools.chain.from_iterable((kernels | fused)[t] for t in tokens))


def test_one_program_becomes_two_lists_of_kernels():
    assert lower(OPS, A, FUSED) == ["gemm", "add_relu"]
    assert lower(OPS, B, {}) == ["pack", "gemm", "unpack", "add", "relu"]


def test_and_takes_two_times():
    assert run_time_s(["gemm", "add_relu"], COST, *DEVICE) * 1e3 == pytest.approx(2.09)
    on_b = ["pack", "gemm", "unpack", "add", "relu"]
    assert run_time_s(on_b, COST, *DEVICE) * 1e3 == pytest.approx(2.385)


def test_the_longest_fusion_wins_and_the_scan_moves_on():
    fusions = {("a", "b"): "short", ("a", "b", "c"): "long", ("c", "c"): "never reached"}
    assert lower("abcc", KERNELS, fusions) == ["long", "c1", "c2", "c3"]


def test_a_fused_operator_needs_no_kernels_of_its_own():
    assert lower(["add", "relu"], {}, FUSED) == ["add_relu"]


@modest
@given(programs, fusion_sets)
def test_a_regular_expression_agrees(ops, fusions):
    assert lower(ops, KERNELS, fusions) == by_regex(ops, KERNELS, fusions)


@modest
@given(programs)
def test_without_fusions_every_operator_has_its_kernels(ops):
    assert len(lower(ops, KERNELS, {})) == sum(len(KERNELS[op]) for op in ops)


@modest
@given(programs, fusion_sets)
def test_renaming_kernels_renames_the_result(ops, fusions):
    renamed = lower(
        ops,
        {op: [name.upper() for name in names] for op, names in KERNELS.items()},
        {pattern: name.upper() for pattern, name in fusions.items()},
    )
    assert renamed == [name.upper() for name in lower(ops, KERNELS, fusions)]


@modest
@given(kernel_lists, kernel_lists, st.floats(0, 1e-3))
def test_time_adds_up_and_each_launch_counts(first, second, more):
    both = run_time_s(first + second, COST, *DEVICE)
    parts = run_time_s(first, COST, *DEVICE) + run_time_s(second, COST, *DEVICE)
    assert both == pytest.approx(parts, abs=1e-15)
    slower = run_time_s(first + second, COST, 1e12, 1e11, 5e-6 + more)
    assert slower == pytest.approx(both + len(first + second) * more)


def test_conclusions_for_every_combination_of_evidence():
    for values in itertools.product([False, True], repeat=len(EVIDENCE)):
        on_a, on_b, same_out, same_traces, same_times, same_conditions = values
        both = on_a and on_b
        expected = {
            "portable": both,
            "same_result_within_tol": both and same_out,
            "same_kernels": both and same_traces,
            "same_performance_here": both and same_times and same_conditions,
        }
        found = conclusions(dict(zip(EVIDENCE, values, strict=True)))
        assert found == {name for name, holds in expected.items() if holds}


@modest
@given(evidences, st.sampled_from(EVIDENCE))
def test_more_evidence_never_takes_a_conclusion_back(evidence, key):
    assert conclusions(evidence) <= conclusions(evidence | {key: True})
    absent = {name: value for name, value in evidence.items() if value}
    assert conclusions(absent) == conclusions(evidence)


@pytest.mark.parametrize(
    ("ops", "kernels", "fusions"),
    [
        (["conv"], A, {}),
        (["linear"], {"linear": []}, {}),
        (["add", "linear"], {"linear": ["gemm"]}, FUSED),
        (["add"], A, {("add",): "add"}),
        ([], A, {(): "nothing"}),
    ],
)
def test_bad_programs_are_refused(ops, kernels, fusions):
    with pytest.raises(ValueError, match="must have"):
        lower(ops, kernels, fusions)


@pytest.mark.parametrize(
    ("kernel_list", "cost", "device"),
    [
        (["conv"], COST, DEVICE),
        (["x"], {"x": (-1.0, 0.0)}, DEVICE),
        (["x"], {"x": (0.0, math.nan)}, DEVICE),
        ([], COST, (0.0, 1.0, 0.0)),
        ([], COST, (1.0, math.inf, 0.0)),
        ([], COST, (1.0, 1.0, -1.0)),
    ],
)
def test_bad_costs_are_refused(kernel_list, cost, device):
    with pytest.raises(ValueError, match=r"must|out of range"):
        run_time_s(kernel_list, cost, *device)


def test_unknown_evidence_is_refused():
    with pytest.raises(ValueError, match="evidence must be one of"):
        conclusions({"looks_good": True})
