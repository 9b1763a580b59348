"""Right kernels of many kinds, simulated and judged: no rule for threads may find fault with them.

Each comes from what CUDA's own guides teach. A rule that refuses one of them would be wrong, not
the kernel.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from grader.checks.access import gpu
from tests.box.simt import conftest
from tests.box.simt.device import Device, ramp, zeros

device = conftest.device

Arrays = tuple[np.ndarray, ...]


@dataclass(frozen=True)
class Right:
    """A kernel and a launch of it, the array that it fills, and what belongs there."""

    source: str
    grid: tuple[int, ...]
    block: tuple[int, ...]
    args: Arrays
    want: Any
    out: int = 0
    """Which argument is the result."""
    coalesced: tuple[str, ...] = field(default=())
    """Arrays that neighbours access side by side."""


def counted(*shape: int, below: int, dtype: Any = np.int32) -> np.ndarray:
    """Return numbers from 0 that look like no order at all."""
    size = int(np.prod(shape))
    return (np.arange(size) * 7919 % 1009 % below).reshape(shape).astype(dtype)


REDUCED = counted(256, below=100, dtype=np.float32)
SQUARE = ramp(8, 8)
VOLUME = counted(4, 5, 6, below=50, dtype=np.float32)
KEYS = counted(64, below=8)
ODD = counted(70, below=100, dtype=np.float32)


def stencil(volume: np.ndarray) -> np.ndarray:
    """Return the sum of an element and its six neighbours, 0 on the surface."""
    want = np.zeros_like(volume)
    inner = (slice(1, -1),) * 3
    want[inner] = volume[inner]
    for axis in range(3):
        for step in (-1, 1):
            want[inner] += np.roll(volume, step, axis)[inner]
    return want


KERNELS = {
    "reduction in a warp, ordered by syncwarp": Right(
        """
        @cuda.jit
        def kernel(out, a):
            s = cuda.shared.array(32, float32)
            t = cuda.threadIdx.x
            s[t] = a[t]
            cuda.syncwarp()
            step = 16
            while step:
                if t < step:
                    s[t] += s[t + step]
                cuda.syncwarp()
                step //= 2
            if t == 0:
                out[0] = s[0]
        """,
        (1,),
        (32,),
        (zeros(1), REDUCED[:32]),
        [REDUCED[:32].sum()],
        coalesced=("a", "s"),
    ),
    "reduction by shuffles, then of the warps through shared memory": Right(
        """
        @cuda.jit
        def kernel(out, a):
            s = cuda.shared.array(4, float32)
            t = cuda.threadIdx.x
            total = a[cuda.grid(1)]
            for step in (16, 8, 4, 2, 1):
                total += cuda.shfl_down_sync(0xFFFFFFFF, total, step)
            if t % 32 == 0:
                s[t // 32] = total
            cuda.syncthreads()
            if t == 0:
                for w in range(1, 4):
                    total += s[w]
                cuda.atomic.add(out, 0, total)
        """,
        (2,),
        (128,),
        (zeros(1), REDUCED),
        [REDUCED.sum()],
        coalesced=("a",),
    ),
    "tree reduction in shared memory": Right(
        """
        @cuda.jit
        def kernel(out, a):
            s = cuda.shared.array(64, float32)
            t = cuda.threadIdx.x
            i = cuda.grid(1)
            s[t] = a[i] if i < a.size else float32(0)
            cuda.syncthreads()
            step = 32
            while step > 0:
                if t < step:
                    s[t] += s[t + step]
                cuda.syncthreads()
                step //= 2
            if t == 0:
                out[cuda.blockIdx.x] = s[0]
        """,
        (2,),
        (64,),
        (zeros(2), ODD),
        [ODD[:64].sum(), ODD[64:].sum()],
        coalesced=("a",),
    ),
    "two tiles in turns, one barrier a step": Right(
        """
        @cuda.jit
        def kernel(out, a):
            s = cuda.shared.array((2, 8), float32)
            t = cuda.threadIdx.x
            total = float32(0)
            s[0, t] = a[0, t]
            cuda.syncthreads()
            for k in range(8):
                if k < 7:
                    s[(k + 1) % 2, t] = a[k + 1, t]
                for j in range(8):
                    total += s[k % 2, j]
                cuda.syncthreads()
            out[t] = total
        """,
        (1,),
        (8,),
        (zeros(8), SQUARE),
        [SQUARE.sum()] * 8,
        coalesced=("a",),
    ),
    "histogram of a block by atomics": Right(
        """
        @cuda.jit
        def kernel(out, keys):
            s = cuda.shared.array(8, int32)
            t = cuda.threadIdx.x
            if t < 8:
                s[t] = 0
            cuda.syncthreads()
            i = cuda.grid(1)
            if i < keys.size:
                cuda.atomic.add(s, keys[i], 1)
            cuda.syncthreads()
            if t < 8:
                cuda.atomic.add(out, t, s[t])
        """,
        (2,),
        (32,),
        (zeros(8, dtype=np.int32), KEYS),
        np.bincount(KEYS, minlength=8),
        coalesced=("keys", "out"),
    ),
    "transpose through a padded tile": Right(
        """
        @cuda.jit
        def kernel(out, a):
            s = cuda.shared.array((4, 5), float32)
            x, y = cuda.threadIdx.x, cuda.threadIdx.y
            j, i = cuda.blockIdx.x * 4 + x, cuda.blockIdx.y * 4 + y
            if i < a.shape[0] and j < a.shape[1]:
                s[y, x] = a[i, j]
            cuda.syncthreads()
            j, i = cuda.blockIdx.y * 4 + x, cuda.blockIdx.x * 4 + y
            if i < out.shape[0] and j < out.shape[1]:
                out[i, j] = s[x, y]
        """,
        (2, 2),
        (4, 4),
        (zeros(8, 6), ramp(6, 8)),
        ramp(6, 8).T,
        coalesced=("a", "out"),
    ),
    "grid-stride loop": Right(
        """
        @cuda.jit
        def kernel(out, a):
            for i in range(cuda.grid(1), a.size, cuda.gridsize(1)):
                out[i] = 2 * a[i]
        """,
        (2,),
        (16,),
        (zeros(70), ODD),
        2 * ODD,
        coalesced=("a", "out"),
    ),
    "whole blocks return before the barrier": Right(
        """
        @cuda.jit
        def kernel(out, a):
            s = cuda.shared.array(16, float32)
            if cuda.blockIdx.x * 16 >= a.size:
                return
            t = cuda.threadIdx.x
            s[t] = a[cuda.grid(1)]
            cuda.syncthreads()
            out[cuda.grid(1)] = s[15 - t]
        """,
        (6,),
        (16,),
        (zeros(64), REDUCED[:64]),
        REDUCED[:64].reshape(4, 16)[:, ::-1].ravel(),
        coalesced=("a", "out"),
    ),
    "as many barriers as each block needs": Right(
        """
        @cuda.jit
        def kernel(out, a):
            s = cuda.shared.array(8, float32)
            t = cuda.threadIdx.x
            total = float32(0)
            for k in range(cuda.blockIdx.x + 1):
                s[t] = a[k, t]
                cuda.syncthreads()
                total += s[7 - t]
                cuda.syncthreads()
            out[cuda.blockIdx.x, t] = total
        """,
        (8,),
        (8,),
        (zeros(8, 8), SQUARE),
        np.cumsum(SQUARE[:, ::-1], axis=0),
        coalesced=("a", "out"),
    ),
    "a barrier in each branch of what a block decides as a whole": Right(
        """
        @cuda.jit
        def kernel(out, a):
            s = cuda.shared.array(8, float32)
            t = cuda.threadIdx.x
            if cuda.blockIdx.x % 2:
                s[t] = a[cuda.grid(1)]
                cuda.syncthreads()
            else:
                s[t] = -a[cuda.grid(1)]
                cuda.syncthreads()
            out[cuda.grid(1)] = s[7 - t]
        """,
        (2,),
        (8,),
        (zeros(16), REDUCED[:16]),
        np.concatenate([-REDUCED[:8][::-1], REDUCED[8:16][::-1]]),
        coalesced=("a", "out"),
    ),
    "stencil in three dimensions": Right(
        """
        @cuda.jit
        def kernel(out, a):
            k, j, i = cuda.grid(3)
            if i >= a.shape[0] or j >= a.shape[1] or k >= a.shape[2]:
                return
            inside = 0 < i < a.shape[0] - 1 and 0 < j < a.shape[1] - 1 and 0 < k < a.shape[2] - 1
            total = float32(0)
            if inside:
                total = a[i, j, k] + a[i - 1, j, k] + a[i + 1, j, k]
                total += a[i, j - 1, k] + a[i, j + 1, k] + a[i, j, k - 1] + a[i, j, k + 1]
            out[i, j, k] = total
        """,
        (2, 2, 2),
        (4, 4, 2),
        (zeros(4, 5, 6), VOLUME),
        stencil(VOLUME),
        coalesced=("a", "out"),
    ),
    "prefix sum of a block, in two buffers": Right(
        """
        @cuda.jit
        def kernel(out, a):
            s = cuda.shared.array((2, 64), float32)
            t = cuda.threadIdx.x
            here = 0
            s[here, t] = a[t]
            cuda.syncthreads()
            step = 1
            while step < 64:
                there = 1 - here
                s[there, t] = s[here, t] + (s[here, t - step] if t >= step else float32(0))
                here = there
                step *= 2
                cuda.syncthreads()
            out[t] = s[here, t]
        """,
        (1,),
        (64,),
        (zeros(64), REDUCED[:64]),
        np.cumsum(REDUCED[:64]),
        coalesced=("a", "out", "s"),
    ),
    "prefix sum of a warp by shuffles": Right(
        """
        @cuda.jit
        def kernel(out, a):
            lane = cuda.laneid
            total = a[cuda.grid(1)]
            for n in range(5):
                other = cuda.shfl_up_sync(0xFFFFFFFF, total, 1 << n)
                if lane >= 1 << n:
                    total += other
            out[cuda.grid(1)] = total
        """,
        (1,),
        (64,),
        (zeros(64), REDUCED[:64]),
        np.cumsum(REDUCED[:64].reshape(2, 32), axis=1).ravel(),
        coalesced=("a", "out"),
    ),
    "blocks that stay and fetch work by an atomic counter": Right(
        """
        @cuda.jit
        def kernel(out, a, counter):
            s = cuda.shared.array(1, int32)
            t = cuda.threadIdx.x
            while True:
                if t == 0:
                    s[0] = cuda.atomic.add(counter, 0, 1)
                cuda.syncthreads()
                row = s[0]
                cuda.syncthreads()
                if row >= a.shape[0]:
                    return
                out[row, t] = 3 * a[row, t]
        """,
        (3,),
        (8,),
        (zeros(8, 8), SQUARE, zeros(1, dtype=np.int32)),
        3 * SQUARE,
        coalesced=("a", "out"),
    ),
    "rows by the parity of their number, in one tile": Right(
        """
        @cuda.jit
        def kernel(out, a):
            s = cuda.shared.array((8, 8), float32)
            x, y = cuda.threadIdx.x, cuda.threadIdx.y
            if y % 2:
                s[y, x] = a[y, x]
            else:
                s[y, x] = -a[y, x]
            cuda.syncthreads()
            out[y, x] = s[(y + 1) % 8, x]
        """,
        (1,),
        (8, 8),
        (zeros(8, 8), SQUARE),
        np.roll(np.where(np.arange(8)[:, None] % 2, SQUARE, -SQUARE), -1, axis=0),
        coalesced=("a", "out", "s"),
    ),
    "compaction by ballots": Right(
        """
        @cuda.jit
        def kernel(out, keys, size):
            key = keys[cuda.grid(1)]
            wanted = key % 2 == 0
            votes = cuda.ballot_sync(0xFFFFFFFF, wanted)
            base = 0
            if cuda.laneid == 0:
                base = cuda.atomic.add(size, 0, cuda.popc(votes))
            base = cuda.shfl_sync(0xFFFFFFFF, base, 0)
            if wanted:
                out[base + cuda.popc(votes & cuda.lanemask_lt())] = key
        """,
        (1,),
        (64,),
        (zeros(64, dtype=np.int32), KEYS, zeros(1, dtype=np.int32)),
        np.pad(KEYS[KEYS % 2 == 0], (0, int((KEYS % 2).sum()))),
        coalesced=("keys",),
    ),
    "elements of a wavefront, one barrier a diagonal": Right(
        """
        @cuda.jit
        def kernel(out):
            t = cuda.threadIdx.x
            for d in range(2 * out.shape[0] - 1):
                i, j = d - t, t
                if 0 <= i < out.shape[0] and j < out.shape[1]:
                    up = out[i - 1, j] if i else float32(1)
                    left = out[i, j - 1] if j else float32(1)
                    out[i, j] = up + left
                cuda.syncthreads()
        """,
        (1,),
        (5,),
        (zeros(5, 5),),
        [
            [2, 3, 4, 5, 6],
            [3, 6, 10, 15, 21],
            [4, 10, 20, 35, 56],
            [5, 15, 35, 70, 126],
            [6, 21, 56, 126, 252],
        ],
    ),
    "an element without axes, and a column-major matrix": Right(
        """
        @cuda.jit
        def kernel(out, a):
            if cuda.grid(1) == 0:
                out[()] = a[0, 1]
        """,
        (1,),
        (32,),
        (np.zeros((), np.float32), np.asfortranarray(SQUARE)),
        1,
    ),
    "the last block adds up what all have written": Right(
        """
        @cuda.jit
        def kernel(out, a, partial, counter):
            s = cuda.shared.array(16, float32)
            last = cuda.shared.array(1, int32)
            t = cuda.threadIdx.x
            s[t] = a[cuda.grid(1)]
            cuda.syncthreads()
            if t == 0:
                total = float32(0)
                for k in range(16):
                    total += s[k]
                partial[cuda.blockIdx.x] = total
                cuda.threadfence()
                last[0] = cuda.atomic.add(counter, 0, 1) == cuda.gridDim.x - 1
            cuda.syncthreads()
            if last[0] and t == 1:
                total = float32(0)
                for b in range(cuda.gridDim.x):
                    total += partial[b]
                out[0] = total
        """,
        (4,),
        (16,),
        (zeros(1), REDUCED[:64], zeros(4), zeros(1, dtype=np.int32)),
        [REDUCED[:64].sum()],
        coalesced=("a",),
    ),
    "a lock that one thread of each block takes": Right(
        """
        @cuda.jit
        def kernel(out, a, lock):
            if cuda.threadIdx.x == 0:
                while cuda.atomic.cas(lock, 0, 0, 1) != 0:
                    pass
                out[0] += a[cuda.blockIdx.x]
                cuda.threadfence()
                cuda.atomic.exch(lock, 0, 0)
        """,
        (6,),
        (4,),
        (zeros(1), REDUCED[:6], zeros(1, dtype=np.int32)),
        [REDUCED[:6].sum()],
    ),
    "a lock in shared memory": Right(
        """
        @cuda.jit
        def kernel(out, a):
            s = cuda.shared.array(1, float32)
            lock = cuda.shared.array(1, int32)
            t = cuda.threadIdx.x
            if t == 0:
                s[0] = 0
                lock[0] = 0
            cuda.syncthreads()
            if t % 32 == 0:
                while cuda.atomic.cas(lock, 0, 0, 1) != 0:
                    pass
                s[0] += a[t]
                cuda.threadfence_block()
                cuda.atomic.exch(lock, 0, 0)
            cuda.syncthreads()
            if t == 0:
                out[0] = s[0]
        """,
        (1,),
        (128,),
        (zeros(1), REDUCED),
        [REDUCED[:128:32].sum()],
    ),
    "a chain of blocks, each waiting for the one before": Right(
        """
        @cuda.jit
        def kernel(out, a, ready, counter):
            if cuda.threadIdx.x == 0:
                # Blocks may start in any order: the first to start is the first of the chain.
                b = cuda.atomic.add(counter, 0, 1)
                if b:
                    while cuda.atomic.cas(ready, b - 1, -1, -1) == 0:
                        pass
                out[b] = a[b] + (out[b - 1] if b else float32(0))
                cuda.threadfence()
                cuda.atomic.exch(ready, b, 1)
        """,
        (5,),
        (2,),
        (zeros(5), REDUCED[:5], zeros(5, dtype=np.int32), zeros(1, dtype=np.int32)),
        np.cumsum(REDUCED[:5]),
    ),
}


@pytest.mark.parametrize("order", [0, -1, 3])
@pytest.mark.parametrize("name", KERNELS)
def test_no_rule_finds_fault_with_it(device: Device, name: str, order: int) -> None:
    right = KERNELS[name]
    device.cell(right.source)
    told = device.launch("kernel", right.grid, right.block, *right.args, order=order)
    launch = told.launch
    gpu.barriers(launch)
    gpu.races(launch)
    gpu.initialised(launch)
    for array in right.coalesced:
        gpu.coalesced(launch, array)
    after = told.after[right.out]
    assert (np.sort(after) if "ballots" in name else after).tolist() == (
        np.sort(right.want) if "ballots" in name else np.asarray(right.want)
    ).tolist()
