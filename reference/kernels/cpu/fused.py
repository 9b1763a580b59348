"""z = (x + y) · w in one pass, and in the two passes that it replaces.

Predicts, for n float32 elements: 2 n FLOP either way. Fused, 16 n bytes: three vectors read, one
written. In two passes 24 n: the sum u is written by the first and read again by the second. With
write-allocate 20 n and 32 n. So in memory fusion gains a factor of 1.5 (1.6). In a cache it saves
two of six loads and stores, 1.5 if those decide. The bits of z are the same: each element is
rounded twice, and neither version may contract.

Measured (one core of a Xeon with AVX-512, shared; medians of 9): 1.60 at 128 MiB a vector; 1.8 at 8
KiB, more than predicted: two short loops also start and end twice. `np.multiply(x + y, w, out=z)`
takes 2.6 to 2.8 times as long at 128 MiB, since its u is new memory at every call.

`reference.models.fusion` has the ledger for longer chains.
"""

from __future__ import annotations

from numba import njit

from reference.kernels.cpu import Float32s
from reference.kernels.cpu.triad import add, demand_vectors


def fused_add_mul(x: Float32s, y: Float32s, w: Float32s, z: Float32s) -> None:
    """Overwrite z with fl32(fl32(x + y) · w); shapes and errors as `demand_vectors` says."""
    demand_vectors({"x": x, "y": y, "w": w}, {"z": z})
    _add_mul(x, y, w, z)


def unfused_add_mul(x: Float32s, y: Float32s, w: Float32s, u: Float32s, z: Float32s) -> None:
    """Overwrite u with x + y, then z with u · w, in two passes; errors as in `fused_add_mul`."""
    demand_vectors({"x": x, "y": y, "w": w}, {"u": u, "z": z})
    add(x, y, u)
    _mul(u, w, z)


@njit()
def _add_mul(x: Float32s, y: Float32s, w: Float32s, z: Float32s) -> None:
    for i in range(len(z)):
        z[i] = (x[i] + y[i]) * w[i]


@njit()
def _mul(u: Float32s, w: Float32s, z: Float32s) -> None:
    for i in range(len(z)):
        z[i] = u[i] * w[i]
