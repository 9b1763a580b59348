"""Whether shared memory is read before anything was written there."""

from __future__ import annotations

import numpy as np

from grader.checks.access.gpu.launch import Launch
from grader.checks.access.gpu.requests import site_of, warp_picture
from grader.checks.compare import Hint
from grader.checks.verdicts import CheckFailed
from grader.messages import say
from grader.outcome import Failure, Text


def initialised(launch: Launch, *, hint: Hint = None) -> None:
    """Demand that a block reads no shared element before one of its threads wrote it.

    Shared memory begins with whatever the block before left there, not with zeros.
    """
    early = launch.is_shared & ~launch.is_write & (launch.last_write < 0)
    if early.any():
        event = int(np.argmax(early))
        who = launch.who(int(launch.block_number[event]), int(launch.thread[event]))
        raise CheckFailed(
            Failure(
                why=say("gpu.uninitialised", place=launch.at(event), **who),
                where=launch.at(event),
                hint=None if hint is None else Text(*hint),
                traceback=(site_of(launch, event).where,),
                picture=warp_picture(launch, np.array([event]), 0),
            )
        )
