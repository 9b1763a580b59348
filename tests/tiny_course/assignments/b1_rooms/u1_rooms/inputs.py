"""Inputs of the rooms unit: groups around every capacity."""

from hypothesis import strategies as st

from grader import scenario


def rooms():
    """Groups of 1 to 30 people, each with the rule that decides."""
    return st.integers(1, 30).map(lambda people: scenario(_rule(people), people=people))


def _rule(people):
    return "fits a room" if people <= 10 else "no room is large enough"
