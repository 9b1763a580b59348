"""The traces of rungs 4 and 5 are what the rungs themselves touch, on arrays that record."""

import itertools
from types import SimpleNamespace

import numpy as np
import pytest

from reference.cache import gemm_block_traces as traces
from reference.cache.gemm_traces import room_bytes
from reference.cache.lru import simulate
from reference.kernels.cpu import gemm_4_register_blocked as blocked
from reference.kernels.cpu import gemm_5_packed as packed

SIZES = list(itertools.product((0, 1, 8, 13), (0, 5, 8, 19), (0, 3, 16, 21)))
SMALL_4 = {"MC": 8, "KC": 16, "NC": 12, "KP": 8, "LD": 15}
SMALL_5 = {"MR": 3, "NR": 4, "MC": 6, "KC": 16, "NC": 8}


class Recorded:
    """An array of which each read and write of an element is noted, with its address."""

    def __init__(self, addresses, log):
        self.addresses, self.log = addresses, log
        self.shape, self.strides = addresses.shape, (None, 4)

    def __len__(self):
        return len(self.addresses)

    def __getitem__(self, place):
        found = self.addresses[place]
        if found.ndim:
            return Recorded(found, self.log)
        self.log.append((int(found), False))
        return 0.0

    def __setitem__(self, place, value):
        targets = np.atleast_1d(self.addresses[place])
        for n, address in enumerate(targets.tolist()):
            if isinstance(value, Recorded):
                value[n]
            self.log.append((address, True))


def arrays(shapes):
    """Return recorded arrays one behind the other, and what they will note."""
    log, made, start = [], [], 0
    for shape in shapes:
        size = int(np.prod(shape))
        made.append(Recorded(start + 4 * np.arange(size).reshape(shape), log))
        start += room_bytes(4 * size)
    return made, log


def interpreted(monkeypatch, module, sizes):
    """Let a rung run uncompiled, with these sizes of its blocks."""
    for name, value in vars(module).copy().items():
        if hasattr(value, "py_func"):
            monkeypatch.setattr(module, name, value.py_func)
    for name, size in sizes.items():
        monkeypatch.setattr(module, name, size)


def listed(trace):
    return list(zip(trace.addresses.tolist(), trace.is_write.tolist(), strict=True))


def lower(sizes):
    return {name.lower(): size for name, size in sizes.items()}


@pytest.mark.parametrize(("M", "N", "K"), SIZES)
def test_register_blocked(monkeypatch, M, N, K):
    interpreted(monkeypatch, blocked, SMALL_4)
    mc, kc, _, _, ld = SMALL_4.values()
    made, log = arrays([(M, K), (K, N), (M, N), (mc * kc,), (kc * ld,), (mc * ld,)])
    blocked._blocks(*made)
    assert listed(traces.register_blocked(M, N, K, **lower(SMALL_4))) == log


@pytest.mark.parametrize(("M", "N", "K"), [s for s in SIZES if s[2]])
def test_packed(monkeypatch, M, N, K):
    interpreted(monkeypatch, packed, SMALL_5)
    mr, nr, mc, kc, nc = SMALL_5.values()
    made, log = arrays([(M, K), (K, N), (M, N), (mc * kc,), (kc * nc,), (mr, nr)])

    def micro_kernel(a, b, depth, c, add):
        """Stand in for the vectors: each k loads NR of B and MR of A, the sums go to C after."""
        for k in range(depth):
            for j in range(nr):
                b[k * nr + j]
            for i in range(mr):
                a[k * mr + i]
        for i, j in np.ndindex(mr, nr):
            if add:
                c[i, j]
            c[i, j] = 0.0

    buffers = {mc * kc: made[3], kc * nc: made[4], (mr, nr): made[5]}
    monkeypatch.setattr(packed, "_micro_kernel", micro_kernel)
    monkeypatch.setattr(
        packed, "np", SimpleNamespace(empty=lambda n, _: buffers[n], float32=np.float32)
    )
    packed._blocks(*made[:3])
    assert listed(traces.packed(M, N, K, **lower(SMALL_5))) == log


def test_without_depth_the_packed_rung_clears_c():
    trace = traces.packed(3, 5, 0, **lower(SMALL_5))
    assert trace.is_write.all()
    assert set(trace.array_ids.tolist()) == {traces.C}
    assert len(trace.addresses) == 15


def test_blocks_that_stay_cost_their_copies_and_nothing_more():
    """With room for everything each line of each array is fetched once."""
    trace = traces.register_blocked(16, 16, 16, mc=16, kc=16, nc=16, kp=8, ld=16)
    counts = simulate(
        trace.addresses, trace.is_write, lines=96, line_bytes=64, array_ids=trace.array_ids
    )
    assert counts.misses_by_array == (16,) * 6


@pytest.mark.parametrize("make", [traces.register_blocked, traces.packed])
def test_sizes_out_of_range_are_refused(make):
    sizes = lower(SMALL_4 if make is traces.register_blocked else SMALL_5)
    with pytest.raises(ValueError, match="N must"):
        make(1, -1, 1, **sizes)
    with pytest.raises(ValueError, match="kc must"):
        make(1, 1, 1, **sizes | {"kc": 0})
