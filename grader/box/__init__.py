"""The box: where a student's code runs, and why nothing leaks either way.

Theory of operation
-------------------
::

    keeper (pytest, checks, reference, clock, verdict)          trusted
      │  execs, never forks
      ▼
    zygote (numpy, numba, IPython's translator)                 trusted, knows no secret
      │  forks one per submission, in milliseconds
      ▼
    box (walls up, then the notebook's cells)                   hostile

1.  **Nothing secret can be remembered.** A fork shares its parent's memory, so boxes are not forked
    from the keeper. It executes `zygote.py` with an environment of its own making; what runs there
    never held a check, a reference value or a salt.
2.  **Nothing secret can be reached.** The zygote leaves every namespace and sees an empty file
    system with the Python installation bound into it read-only: no course, no class, no `/proc`,
    no network. The keeper refuses to start if a secret folder lies inside what is bound. Each box
    adds walls of its own, listed in `walls.linux.raise_walls`: private folder, resource limits, a
    throwaway user, no capabilities, Landlock, seccomp.
3.  **No cell runs before the walls are up.** The box says READY as its first frame, with a number
    only the keeper and the trusted set-up code knew. A box that fails earlier is *our* failure
    (`BoxError`, NOT_JUDGED), never the student's.
4.  **What comes out is data.** `wire` decodes a closed list of plain types, bounded in size and
    time; `answers` checks the shape of each payload; every call carries a random number that its
    answer must repeat, and a byte that nobody asked for ends the box (FORBIDDEN).
5.  **Limits are read from outside.** CPU time, peak memory and the cause of death come from the
    kernel through the box's pidfd. CPU time decides a TIME_LIMIT; wall time only guards.
    MEMORY_LIMIT needs the recorded peak or a refused request as evidence.
6.  **Death is cheap.** A box that crashes or is killed costs one check; the next gets a new box.
    Keeper, zygote and boxes die together: the zygote ends with its socket, the boxes with it.
7.  **Walls are proved, not assumed.** `doctor` attacks a throwaway box of each rung from inside
    and reports which attacks were stopped; a rung is used only if all that it promises were.
8.  **Time is measured from outside.** A call whose time is wanted is held in the box: its arguments
    lie there, one small request makes it, and both clocks are read by the keeper. Between requests
    such a box is frozen, threads and all.

Inside code (`inside/`) is written as if the student had already taken it over: it holds nothing
worth taking, and nothing it says is believed.
"""

from __future__ import annotations

from grader.box.answers import (
    BoxDied,
    CellDone,
    Compiled,
    Held,
    Launched,
    Missing,
    Raised,
    Ran,
    Returned,
    Traced,
)
from grader.box.doctor import Attack, RungReport, best_rung, probe, probe_rung
from grader.box.keeper import Box, Zygote
from grader.box.walls import Rung
from grader.course import Limits

__all__ = [
    "Attack",
    "Box",
    "BoxDied",
    "CellDone",
    "Compiled",
    "Held",
    "Launched",
    "Limits",
    "Missing",
    "Raised",
    "Ran",
    "Returned",
    "Rung",
    "RungReport",
    "Traced",
    "Zygote",
    "best_rung",
    "probe",
    "probe_rung",
]
