"""Expect: ex=ERROR err=ERROR claim=ERROR cell=PASSED

Exceptions by which a test runner skips, expects to fail, or ends well: exceptions like any other.
"""

import unittest


class Skipped(BaseException):
    """As pytest calls it."""


Skipped.__module__ = "_pytest.outcomes"


def room_for(people):
    raise unittest.SkipTest("no GPU")


def price(hours):
    raise Skipped("passed")
