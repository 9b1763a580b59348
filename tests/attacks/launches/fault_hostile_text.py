"""Expect: values=WRONG rules=WRONG host=WRONG

Writes a fault with terminal escapes and a format string for a text.
"""

from numba import cuda

fail = cuda.jit.__globals__["fail"]


@cuda.jit
def gemm(A, B, C):
    raise fail("index", "\x1b[2J{who}", "%s<b>", "outside", "\u202e", say="x", site=("\x1b]0;", ""))
