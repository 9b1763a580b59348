"""Expect: ex=WRONG prop=WRONG err=PASSED

Lets the fused kernel write u and read it back.
"""

VECTOR_OPS = VECTOR_OPS | {"add_mul_fused": (2, 6, 0)}
