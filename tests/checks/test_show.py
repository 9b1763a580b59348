"""What people see of a value is one bounded line, the same in every process."""

from __future__ import annotations

import math
import re
import subprocess
import sys
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from grader.checks import show
from tests.checks.junk import HUGE, junk


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "None"),
        (-0.0, "-0.0"),
        (np.float64(0.5), "np.float64(0.5)"),
        (np.True_, "np.True_"),
        ("a\nb", r"'a\nb'"),
        ([1, (2.5, "x")], "[1, (2.5, 'x')]"),
        ({"b": 1, "a": [2]}, "{'a': [2], 'b': 1}"),
        (Fraction(1, 3), "Fraction(1, 3)"),
        (set(), "set()"),
        (frozenset(), "frozenset()"),
        ({3, 1, 20}, "{1, 3, 20}"),
        ({"b", "a", None}, "{'a', 'b', None}"),
        (frozenset({2, 1}), "frozenset({1, 2})"),
        (10**5000, "<int of 16610 bits>"),
        (Fraction(10**5000, 3), "Fraction(<int of 16610 bits>, 3)"),
        (np.array([1.5, 2.0], np.float32), "array([1.5, 2. ], shape=(2,), float32)"),
        (np.array(7), "array(7, shape=(), int64)"),
        (np.empty((0, 3)), "array([], shape=(0, 3), float64)"),
        (np.arange(100), "array([0, 1, 2, 3, 4, 5, ...], shape=(100,), int64)"),
        (np.eye(2), "array([[1., 0.], [0., 1.]], shape=(2, 2), float64)"),
    ],
    ids=range(20),
)
def test_a_value_is_shown_as_python(value: Any, text: str) -> None:
    assert show.value(value) == text


def test_long_values_are_shortened() -> None:
    assert show.value(list(range(100))) == "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, ...]"
    assert show.value(set(range(100))) == "{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, ...}"
    assert len(show.value(["x" * 10**6] * 12)) <= show.MAX_CHARS
    assert len(show.value("x" * 10**6)) <= show.MAX_CHARS
    assert "..." in show.value(HUGE)


def test_nesting_ends() -> None:
    deep: list[Any] = []
    for _ in range(30):
        deep = [deep]
    assert show.value(deep) == "[[[[[...]]]]]"
    assert show.value([[[[{1}]]]]) == "[[[[{...}]]]]"


def test_a_call_is_shown_as_it_would_be_written() -> None:
    shown = show.call("transfer_s", (1, "a"), {"messages": 4, "latency_s": 1e-05})
    assert shown == "transfer_s(1, 'a', messages=4, latency_s=1e-05)"
    many = {f"name_{i}": list(range(20)) for i in range(50)}
    assert len(show.call("f", (), many)) <= show.MAX_CALL_CHARS


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\x1b[31mred", r"a\u001b[31mred"),
        ("a\u202eb", r"a\u202eb"),  # turns the direction of writing
        ("a\r\nb\x00", r"a\u000d\u000ab\u0000"),
        ("\ud800", r"\ud800"),
        ("数值 é 😀", "数值 é 😀"),
    ],
    ids=range(5),
)
def test_text_keeps_no_control_character(text: str, shown: str) -> None:
    assert show.clip(text, 100) == shown


def test_text_is_cut_in_the_middle() -> None:
    assert show.clip("a" * 50 + "b" * 50, 25) == "aaaaaaaaaa ... bbbbbbbbbb"
    assert show.clip("x" * 100, 100) == "x" * 100


def test_the_places_of_objects_in_memory_are_left_out() -> None:
    """They differ from run to run: `print(f)` of a function made records differ, too."""
    text = f"{test_text_is_cut_in_the_middle} {object()}"
    assert "0x" in text
    for shown in (show.clip(text, 200), show.value(text), show.value([text * 100])):
        assert "0x…" in shown
        assert re.search("0x[0-9a-f]", shown) is None


@pytest.mark.parametrize(
    "changing",
    [
        "Current thread 0x00007ff456e06b80 (most recent call first)",
        "<_MainThread(MainThread, started 140708218878848)>",
        "<Thread(Thread-1 (f), started daemon 140708218878848)>",
        "<cparam 'P' (0x7ff91d557e80)>",
        "/var/grader-box-1iwz7rd1/cell_1.py:3: RuntimeWarning: divide by zero",
        "a line that is cut in the middle: /var/grader-box-1iw",
    ],
)
def test_what_is_another_in_each_run_is_left_out(changing: str) -> None:
    """Threads' numbers, and the folder of a box, which every warning names."""
    for shown in (show.clip(changing, 200), show.value(changing)):
        assert "…" in shown
        assert not re.search("7ff|1407082|1iw", shown)


def test_what_only_looks_like_it_is_shown() -> None:
    for text in ("0x7ff4", "(0x1f)", "started 12345", "grader-boxes", "a, started 1407"):
        assert show.clip(text, 200) == text


@settings(max_examples=100, deadline=None)
@given(junk())
def test_whatever_comes_is_one_bounded_line(value: Any) -> None:
    text = show.value(value)
    assert len(text) <= show.MAX_CHARS
    assert text.isprintable()
    assert " at 0x" not in text


NESTED = """
inner = ('c', frozenset({'d', 'e', b'f'}))
shown = [{'a', 'b', None, 1, inner}, {'x': {'y', 'z', 0}}]
"""
# The members share what may be written; the first ones had all of it.
LARGE = """
rows = lambda i: tuple(tuple(f'{i}{j}{k}' for k in range(6)) for j in range(6))
shown = {rows(i) for i in range(10)}
"""


@pytest.mark.parametrize("source", [NESTED, LARGE], ids=["nested", "large"])
def test_sets_are_shown_the_same_in_every_process(source: str) -> None:
    source = f"from grader.checks import show\n{source}print(show.value(shown))"
    shown = {
        subprocess.run(
            [sys.executable, "-c", source],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(shown) == 1


def test_nan_is_shown() -> None:
    assert show.value([math.nan, {math.nan}]) == "[nan, {nan}]"
