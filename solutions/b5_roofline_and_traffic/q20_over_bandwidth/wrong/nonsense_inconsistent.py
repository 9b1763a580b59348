"""Expect: ex=PASSED prop=PASSED err=WRONG

is_consistent answers False to nonsense instead of refusing it.
"""

_strict = is_consistent


def is_consistent(n, itemsize, streams, flop_per_item, time_s, flop_per_s, bytes_per_s):
    try:
        return _strict(n, itemsize, streams, flop_per_item, time_s, flop_per_s, bytes_per_s)
    except ValueError:
        return False
