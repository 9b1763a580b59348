"""Expect: values=FORBIDDEN rules=FORBIDDEN host=FORBIDDEN

Writes a fault of another form into the recorder.
"""

from numba import cuda

machine = cuda.jit.__globals__["machine"]


class Fault:
    def _asdict(self):
        return {"kind": "unsupported", "texts": ("x",) * 300, "points": 100}


@cuda.jit
def gemm(A, B, C):
    machine.recorder.fault = Fault()
