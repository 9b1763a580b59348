"""What the kernel tells of processes: who is below whom, CPU time, memory, open descriptors."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import NamedTuple

TICK_S = 1 / os.sysconf("SC_CLK_TCK")


class Process(NamedTuple):
    """One process as it is now."""

    pid: int
    parent: int
    command: str
    peak_mb: float


def below(root: int) -> list[Process]:
    """Return the processes that `root` started, directly or not, parents first."""
    found: list[Process] = []
    waiting = [root]
    while waiting:
        parent = waiting.pop(0)
        for pid in _children(parent):
            process = _process(pid, parent)
            if process is not None:
                found.append(process)
                waiting.append(pid)
    return found


def peak_mb(pid: int) -> float:
    """Return the peak resident memory of a process in MiB; 0 if it is gone."""
    process = _process(pid, 0)
    return process.peak_mb if process is not None else 0.0


def shared_mb(pid: int) -> float:
    """Return what a process holds now in MiB, its share of shared pages only; 0 if it is gone."""
    try:
        rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
    except OSError:
        return 0.0
    share = re.search(r"^Pss:\s+(\d+) kB", rollup, re.M)
    return int(share[1]) / 1024 if share else 0.0


def open_files(pid: int) -> int:
    """Return how many descriptors a process has open; 0 if it is gone."""
    try:
        return len(os.listdir(f"/proc/{pid}/fd"))
    except OSError:
        return 0


def own_cpu_s(pid: int) -> float:
    """Return the CPU seconds of one process alone, in ticks of 10 ms; 0 if it is gone."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return 0.0
    return sum(int(field) for field in stat.rpartition(")")[2].split()[11:13]) * TICK_S


def cpu_s_below(root: int) -> float:
    """Return the CPU seconds of all processes that `root` started, those they reaped included.

    In ticks of 10 ms: take the difference over many submissions.
    """
    ticks = 0
    for process in below(root):
        try:
            stat = Path(f"/proc/{process.pid}/stat").read_text()
        except OSError:
            continue
        # utime, stime, cutime, cstime; the name before them may hold spaces.
        ticks += sum(int(field) for field in stat.rpartition(")")[2].split()[11:15])
    return ticks * TICK_S


def _children(pid: int) -> list[int]:
    try:
        tasks = list(Path(f"/proc/{pid}/task").iterdir())
        texts = [(task / "children").read_text() for task in tasks]
    except OSError:
        return []
    return [int(child) for text in texts for child in text.split()]


def _process(pid: int, parent: int) -> Process | None:
    try:
        status = Path(f"/proc/{pid}/status").read_text()
        command = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return None
    peak = re.search(r"^VmHWM:\s+(\d+) kB", status, re.M)
    return Process(pid, parent, command, int(peak[1]) / 1024 if peak else 0.0)
