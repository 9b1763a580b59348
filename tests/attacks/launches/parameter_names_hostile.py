"""Expect: values=FORBIDDEN rules=FORBIDDEN host=FORBIDDEN

The names of the parameters have terminal escapes.
"""

from numba import cuda

code = honest.__code__
names = ("\x1b[2J", "x" * 100_000, "C", *code.co_varnames[3:])
honest.__code__ = code.replace(co_varnames=names)
