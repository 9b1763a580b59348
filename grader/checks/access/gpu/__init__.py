"""Verbs about what the threads of a CUDA kernel do: ``from grader import access``, `access.gpu`.

Theory of operation
-------------------
A box simulates a kernel, one fiber a thread, and sends a record: who touched what, in which line,
and where each thread stopped. The box is hostile, so the record is a claim. `decode.decode_launch`
refuses what no launch can have done: a thread that goes on after its end, a barrier that somebody
passes before all have come. `replay.replay_launch` carries the accesses out on values that we know.
What is left is a `Launch`: a valid execution, whoever wrote it, and the verbs judge nothing else.

A GPU would run the threads in another order, and no one order shows what goes wrong in the others.
So the verbs look at what orders two accesses instead of at what came out:

`barriers`
    All threads of a block meet at the same barriers.
`races`
    No two threads touch an element, one of them writing, with nothing that orders them.
`initialised`
    No shared element is read before its block wrote it.
`coalesced`, `sectors`, `sectors_at_most`
    What the accesses of a warp move of global memory.
`bank_conflicts`, `no_bank_conflicts`
    How many turns they take in shared memory.
`traffic`, `uses_shared`
    How much is read and written in all, and whether tiles are shared at all.
`configured`
    The launch had this grid and block.

The verbs of `access` work on a `Launch` too. A launch that was given up has no such verdict:
`faults.fault_failure` says what stopped it.
"""

from __future__ import annotations

from grader.checks.access.gpu.banks import LineBanks, bank_conflicts, no_bank_conflicts
from grader.checks.access.gpu.barriers import barriers
from grader.checks.access.gpu.coalescing import coalesced, sectors_at_most
from grader.checks.access.gpu.configuration import configured
from grader.checks.access.gpu.decode import decode_launch, decode_launches
from grader.checks.access.gpu.faults import fault_failure
from grader.checks.access.gpu.initialised import initialised
from grader.checks.access.gpu.launch import DeviceArray, Launch, Runs, Site
from grader.checks.access.gpu.races import races
from grader.checks.access.gpu.replay import replay_launch
from grader.checks.access.gpu.requests import LineSectors, sectors
from grader.checks.access.gpu.traffic import traffic, uses_shared

__all__ = [
    "DeviceArray",
    "Launch",
    "LineBanks",
    "LineSectors",
    "Runs",
    "Site",
    "bank_conflicts",
    "barriers",
    "coalesced",
    "configured",
    "decode_launch",
    "decode_launches",
    "fault_failure",
    "initialised",
    "no_bank_conflicts",
    "races",
    "replay_launch",
    "sectors",
    "sectors_at_most",
    "traffic",
    "uses_shared",
]
