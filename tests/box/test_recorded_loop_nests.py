"""Random loop nests leave one record, whether they run as Python or compiled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numba import njit

from tests.box import traced
from tests.box.traced import Traced, stays_compiled, whole_numbers

ONE_OF = st.sampled_from
RANGES = ("range(K)", "range(K - 1, -1, -1)", "range(0, K, 2)")
HELPER = """
@decorate
def helper(C, i, j, value):
    C[i, j] += value

"""


@pytest.fixture(autouse=True, scope="module")
def installed() -> Iterator[None]:
    """Let dispatchers take part in recordings, in this module only."""
    with traced.installed():
        yield


def wrapped(header: str, body: list[str]) -> list[str]:
    """Return a block of source."""
    return [header, *("    " + line for line in body)]


def element(array: str, row: str, column: str, width: str, form: str) -> str:
    """Return how an element is written in one form of loop nest."""
    return {
        "pairs": f"{array}[{row}, {column}]",
        "rows": f"{array}[{row}][{column}]",
        "flat": f"{array}[({row}) * {width} + {column}]",
        "transposed": f"{array}[{column}, {row}]",
    }[form]


def loop(draw: st.DrawFn, v: str) -> list[str]:
    """Draw the headers of the loop or loops over `v`."""
    n = "MNK"["ijk".index(v)]
    return draw(
        ONE_OF(
            (
                [f"for {v} in range({n}):"],
                [f"for {v} in range({n} - 1, -1, -1):"],
                [f"for {v}0 in range(0, {n}, 2):", f"for {v} in range({v}0, min({v}0 + 2, {n})):"],
            )
        )
    )


def index(draw: st.DrawFn, v: str, form: str) -> str:
    """Draw how a loop variable is used: as it is, from the end, or unsigned."""
    if form == "flat":
        return v
    return draw(ONE_OF((v, v, f"{v} - {'MNK'['ijk'.index(v)]}", f"np.uint8({v})")))


@st.composite
def nests(draw: st.DrawFn) -> tuple[str, str, tuple[int, int, int]]:
    """Draw a loop nest: its source, the form of its arrays, and M, N, K."""
    sizes = draw(st.tuples(*[st.integers(1, 4)] * 3) | st.tuples(*[st.integers(0, 4)] * 3))
    form = draw(ONE_OF(("pairs", "rows", "flat", "transposed")))
    order = draw(st.permutations("ijk"))
    headers = {v: loop(draw, v) for v in "ijk"}
    i, j, k = (index(draw, v, form) for v in "ijk")
    beyond = draw(ONE_OF((*[""] * 7, " + 1")))
    a = element("A", i, k + beyond, "K", form)
    b = element("B", k, j, "N", form)
    c = element("C", i, j, "N", form)
    style = draw(ONE_OF(("in place", "gathered", "by helper")))
    outer = order
    if style == "gathered" and order[2] == "k":
        body = ["s = 0.0", *wrapped(f"for k in {draw(ONE_OF(RANGES))}:", [f"s += {a} * {b}"])]
        body, outer = [*body, f"{c} = s"], order[:2]
    elif style == "gathered" and order[2] == "j":
        body = [f"a = {a}", *wrapped("for j in range(N):", [f"{c} += a * {b}"])]
        outer = order[:2]
    elif style == "by helper" and form == "pairs":
        body = [f"helper(C, {i}, {j}, {a} * {b})"]
    else:
        body = [f"{c} += {a} * {b}"]
    for v in reversed(outer):
        for header in reversed(headers[v]):
            body = wrapped(header, body)
    zeroed = draw(ONE_OF(([], ["C[:] = 0"], ["for z in range(len(C)):", "    C[z] = 0"])))
    turned = ["A, B, C = A.T, B.T, C.T"] if form == "transposed" else []
    known = "sizes" if form == "flat" else "A.shape[0], B.shape[1], len(B)"
    lines = ["M, N, K = " + known, *turned, *zeroed, *body]
    source = wrapped("def nest(A, B, C, sizes):", lines)
    return HELPER + "\n".join(["@decorate", *source]), form, sizes


def defined(source: str, decorate: Callable[[Any], Any]) -> Any:
    """Return the function `nest` of a source."""
    namespace: dict[str, Any] = {"np": np, "decorate": decorate}
    exec(source, namespace)
    return namespace["nest"]


def demand_one_record(nest: tuple[str, str, tuple[int, int, int]], dtype: Any) -> None:
    """Run a nest as plain Python, as the source of a compiled function, and compiled."""
    source, form, sizes = nest
    arrays = whole_numbers(*sizes, dtype)
    if form == "flat":
        arrays = {name: array.reshape(-1) for name, array in arrays.items()}
    plain = Traced(defined(source, lambda f: f), arrays, sizes, native=False)
    assert plain.error is None or isinstance(plain.error, IndexError)
    for native in (False, True):
        function = defined(source, njit)
        assert Traced(function, arrays, sizes, native=native).same_as(plain)
        assert stays_compiled(function) == native


@settings(max_examples=12, deadline=None, derandomize=True, database=None)
@given(nests(), ONE_OF((np.float32, np.float64, np.int32, np.int64)))
def test_a_loop_nest_leaves_one_record(nest: Any, dtype: Any) -> None:
    demand_one_record(nest, dtype)


@pytest.mark.long
@settings(max_examples=400, deadline=None, derandomize=True, database=None)
@given(nests(), ONE_OF((np.float32, np.float64, np.int16, np.int32, np.int64)))
def test_many_loop_nests_leave_one_record(nest: Any, dtype: Any) -> None:
    demand_one_record(nest, dtype)
