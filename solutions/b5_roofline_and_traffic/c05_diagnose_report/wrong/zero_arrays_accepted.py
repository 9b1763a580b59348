"""Expect: ex=PASSED prop=PASSED err=WRONG

Tests for negative counts only: items without bytes and kernels that read nothing are accepted.
"""

COUNTS = COUNTS | {"itemsize": 0, "reads": 0}
