"""A CUDA device for `@cuda.jit` kernels on any machine: deterministic, and everything is recorded.

Theory of operation
-------------------
`module` stands in the place of `numba.cuda`. A kernel stays the Python function it is; `kernels`
launches it, block by block. Within a block (`blocks`) every thread is a fiber: it runs until it
waits for others at a barrier, a warp operation or a lock, finishes, or faults; then the next one
runs, in an order that the keeper chooses. What a kernel calls finds the running thread in
`machine`. Arrays (`arrays`) check each index, poison what nobody wrote, and append each access to
the `record`: which element, which value, where in the source. Shared memory belongs to one block.

Nothing is judged here. Races, divergent barriers and the cost of accesses are worked out by the
keeper from the record, which it replays first. Only what makes going on impossible (an index out of
range, a launch beyond the limits, threads that wait for ever) ends a launch, as a `Fault`.

What a launch needs and the simulator has not is a fault of the kind "unsupported", never a guess.
"""

from __future__ import annotations

from .asked import launch, prepare, simulate
from .machine import KernelFault
from .module import install, installed

__all__ = ["KernelFault", "install", "installed", "launch", "prepare", "simulate"]
