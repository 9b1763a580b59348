"""Expect: values=WRONG rules=WRONG host=WRONG

Makes `cuda.syncthreads` a function that does nothing.
"""

from numba import cuda

cuda.syncthreads = lambda: None
