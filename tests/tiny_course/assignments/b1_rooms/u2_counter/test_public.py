"""Checks that students run themselves."""

from grader import check, exact


@check("ex", of="Counter")
def test_counts(student):
    """同一个键数两次。

    The same key counts twice.
    """
    counter = student.new("Counter")
    exact(counter.call("add", "a"), 1)
    exact(counter.call("add", "a"), 2)
