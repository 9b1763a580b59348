"""Expect: ex=WRONG prop=WRONG err=PASSED

Counts y of axpy once, although it is read and written.
"""

VECTOR_OPS = VECTOR_OPS | {"axpy": (2, 2, 0)}
