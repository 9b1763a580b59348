"""Kill -9 of any part of a running `grader grade`, at moments drawn from a seed.

A moment is an event, so many more results in the store, and a moment more. When it comes, something
of the run is killed: a keeper, a zygote, a box, or the whole program. What is alive then depends on
the machine, and so does what is killed; what has to hold afterwards does not.
"""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, NamedTuple

from tests.faults.class_of_twenty import verdicts
from tests.faults.processes import Process, adopting, below, identities, left_of

ROOT = Path(__file__).parents[2]
Target = Literal["keeper", "zygote", "box", "program"]
TARGETS: tuple[Target, ...] = ("program", "keeper", "zygote", "box")
MOST_RESULTS = 4
MOST_DELAY_S = {"program": 3.0, "keeper": 0.1, "zygote": 0.1, "box": 0.1}
"""Start, proof and gradebook take that long; the others are there while something is judged."""
LOOK_S = 0.02
MOST_RUNS = 60
"""Runs of one class until it has to be done: many more than there are faults for it."""


class Fault(NamedTuple):
    """What is killed, and when."""

    target: Target
    results: int
    """This many results after the fault before, or after the start of the run."""
    delay_s: float
    """And so much later."""


@dataclass
class Tally:
    """What was done to a class, and what came of it."""

    injected: Counter[str] = field(default_factory=Counter)
    runs: int = 0
    codes: Counter[int] = field(default_factory=Counter)
    lost: list[str] = field(default_factory=list)
    """Results that were there once, and later were not, or were others."""
    orphans: list[Process] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    """What each run wrote to standard error."""
    left: list[Fault] = field(default_factory=list)
    """Faults whose moment did not come before the class was done."""

    def __add__(self, other: Tally) -> Tally:
        """Return what was done to two classes."""
        return Tally(
            self.injected + other.injected,
            self.runs + other.runs,
            self.codes + other.codes,
            self.lost + other.lost,
            self.orphans + other.orphans,
            self.said + other.said,
        )


def drawn(seed: int, targets: Sequence[Target] = TARGETS) -> Iterator[Fault]:
    """Yield faults without end, every target as often as the others."""
    chance = random.Random(seed)
    while True:
        for target in chance.sample(targets, len(targets)):
            delay_s = chance.uniform(0, MOST_DELAY_S[target])
            yield Fault(target, chance.randint(0, MOST_RESULTS), delay_s)


def grade_command(folder: Path, *options: str) -> list[str]:
    """Return the command that a TA would type."""
    return [sys.executable, "-m", "grader", "grade", "b1", "--class", str(folder), *options]


def grade_through(folder: Path, faults: Sequence[Fault], *options: str) -> Tally:
    """Grade a class, with these faults, again and again until a run ends well."""
    tally = Tally(left=list(faults))
    with adopting():
        while tally.runs < MOST_RUNS:
            had = verdicts(folder)
            known = identities(below(os.getpid()))
            code = _run(folder, tally, options)
            tally.orphans += left_of(known)
            now = verdicts(folder)
            tally.lost += [name for name, data in had.items() if now.get(name) != data]
            tally.runs += 1
            tally.codes[code] += 1
            if code == 0:
                break
    return tally


def _run(folder: Path, tally: Tally, options: Sequence[str]) -> int:
    """Run the command once, with the faults that come while it runs; return its exit code."""
    process = subprocess.Popen(
        grade_command(folder, *options),
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        while tally.left and _reached(process, folder, tally.left[0]):
            if _inject(process, tally.left[0].target):
                tally.injected[tally.left.pop(0).target] += 1
        tally.said.append(process.communicate()[1].decode())
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
    return process.returncode


def _reached(process: subprocess.Popen[bytes], folder: Path, fault: Fault) -> bool:
    """Wait for the moment of a fault; return whether the run still goes on then."""
    since = _count(folder)
    while _goes_on(process, LOOK_S):
        if _count(folder) >= since + fault.results:
            return _goes_on(process, fault.delay_s)
    return False


def _goes_on(process: subprocess.Popen[bytes], seconds: float) -> bool:
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(seconds)
        return False
    return True


def _count(folder: Path) -> int:
    return len(list((folder / "results").glob("*.json")))


def _inject(process: subprocess.Popen[bytes], target: Target) -> bool:
    """Kill one process of that kind, or all; return whether there was one."""
    if target == "program":
        os.killpg(process.pid, signal.SIGKILL)
        return True
    victims = [p for p in below(process.pid) if p.role == target and not p.zombie]
    for victim in random.Random(len(victims)).sample(victims, len(victims)):
        with contextlib.suppress(ProcessLookupError):
            os.kill(victim.pid, signal.SIGKILL)
            return True
    return False
