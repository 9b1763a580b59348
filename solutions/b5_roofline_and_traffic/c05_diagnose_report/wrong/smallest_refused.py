"""Expect: ex=ERROR prop=PASSED err=PASSED

Demands more than one item, and more than one byte of cache.
"""

COUNTS = COUNTS | {"n": 2, "cache_bytes": 2}
