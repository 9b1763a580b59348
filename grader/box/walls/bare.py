"""The walls every POSIX system has: own descriptors, own session, resource limits. Alone, rung D.

They stop accidents (loops, memory, output), not intent: on rung D a student's code can read what
the grader can read.
"""

from __future__ import annotations

import os
import resource
import signal

from . import Plan

CHANNEL_FD = 3
# The zygote holds a handful of descriptors, all with low numbers; the rest of the range is empty.
_HIGHEST_FD = 1024
_OPEN_FILES = 64


def raise_walls(plan: Plan, channel: int, output: int) -> None:
    """Set up rung D in this process."""
    setup_descriptors(channel, output)
    setup_session()
    os.chdir(plan.folder)
    setup_limits(plan)


def setup_descriptors(channel: int, output: int) -> None:
    """Keep four descriptors: empty input, captured output twice, the channel to the keeper.

    A descriptor left open would be a door that no later wall closes.
    """
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.dup2(channel, CHANNEL_FD)
    os.closerange(CHANNEL_FD + 1, _HIGHEST_FD)


def setup_session() -> None:
    """Leave the zygote's session, and its deafness to Ctrl-C: a box is addressed alone."""
    os.setsid()
    signal.signal(signal.SIGINT, signal.default_int_handler)


def setup_limits(plan: Plan) -> None:
    """Set the kernel's own limits: they hold even if the keeper hangs."""
    quota = plan.quota
    _limit(resource.RLIMIT_CPU, quota.cpu_s)
    _limit(resource.RLIMIT_FSIZE, quota.disk_bytes)
    _limit(resource.RLIMIT_NOFILE, _OPEN_FILES)
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_MEMLOCK, 0)
    if plan.base_bytes:
        _limit(resource.RLIMIT_AS, plan.base_bytes + quota.memory_bytes)
    if plan.base_tasks >= 0:
        _limit(resource.RLIMIT_NPROC, plan.base_tasks + quota.threads)
    message_queues = getattr(resource, "RLIMIT_MSGQUEUE", None)
    if message_queues is not None:
        _limit(message_queues, 0)


def _limit(kind: int, value: int) -> None:
    _, hard = resource.getrlimit(kind)
    if hard != resource.RLIM_INFINITY:
        value = min(value, hard)
    resource.setrlimit(kind, (value, value))
