"""Hidden checks of the counter unit."""

import numpy as np

from assignments.b1_rooms.u2_counter.inputs import arrays, keys
from grader import check, exact, expects, given, poisoned

ONE = np.zeros(1, "f4")


@check("ex", of="running_sum")
def test_three_numbers(student):
    """1, 2, 3 的前缀和是 1, 3, 6。

    The prefix sums of 1, 2, 3 are 1, 3, 6.
    """
    x = np.array([1, 2, 3], "float32")
    _, total = student.call("running_sum", x=x, total=poisoned((3,)), out=("total",))
    exact(total, np.array([1, 3, 6], "float32"))


@check("prop", of="Counter")
@given(keys())
def test_two_counters_are_apart(student, sequence):
    """两个计数器互不影响。

    Two counters do not share their counts.
    """
    first, second = student.new("Counter"), student.new("Counter")
    for i, key in enumerate(sequence):
        exact(first.call("add", key), sequence[: i + 1].count(key))
    exact(second.call("add", "a"), 1)


@check("prop", of="running_sum")
@given(arrays())
def test_prefix_sums(student, case):
    """每个位置是到它为止的和。

    Every place holds the sum up to it.
    """
    _, total = student.call("running_sum", **case, out=("total",))
    exact(total, np.cumsum(case["x"]).astype("float32"))


@check("err", of="Counter", valid=lambda student: student.new("Counter").call("add", "a"))
def test_empty_key(student):
    """空的键被拒绝。

    An empty key is refused.
    """
    counter = student.new("Counter")
    with expects(ValueError):
        counter.call("add", "")


@check("err", of="running_sum", valid={"x": ONE, "total": ONE, "out": ("total",)})
def test_lengths(student):
    """长度不同被拒绝。

    Different lengths are refused.
    """
    with expects(ValueError):
        student.call("running_sum", x=ONE, total=np.zeros(3, "f4"), out=("total",))
