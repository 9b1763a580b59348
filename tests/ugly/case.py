"""One ugly submission: how it is made from the released notebook, and what has to come of it.

Every case is a student who hands in two units: `u1_rooms`, made ugly, and `u2_counter`, honest. The
makers below start from the released notebook with right answers in it, so that a case says only
what is ugly about it.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader.outcome import Status

UNIT, HONEST = "u1_rooms", "u2_counter"
FILE = f"{UNIT}.ipynb"
PROMPT, GIVEN, IMPORTS, ROOM_FOR, PRICE, EX, ERR, CLAIM, HEADING, WRITTEN = range(10)
"""The cells of the released notebook of `u1_rooms`, by position."""

HALF = "3"
"""Points without `price`: it is worth half of ex (1) and half of err (1) of 4."""
RATE = "PRICE_PER_HOUR = 3"
ROOM = '''\
def room_for(people):
    if people < 1:
        raise ValueError("at least one person")
    return "small" if people <= 2 else "large" if people <= 10 else "none"'''
COST = """\
def price(hours):
    if hours < 0:
        raise ValueError("hours are not negative")
    return PRICE_PER_HOUR * hours"""
ANSWER = "先放进最小的房间，大房间才留得给大的组。"
COUNTER = """\
class Counter:
    def __init__(self):
        self.counts = {}

    def add(self, key):
        if not key:
            raise ValueError("an empty key")
        self.counts[key] = self.counts.get(key, 0) + 1
        return self.counts[key]"""
RUNNING_SUM = """\
def running_sum(x, total):
    if len(x) != len(total):
        raise ValueError("different lengths")
    so_far = 0.0
    for i in range(len(x)):
        so_far += x[i]
        total[i] = so_far"""

Notebook = dict[str, Any]


@dataclass(frozen=True)
class Released:
    """The notebooks that were handed out."""

    rooms: Notebook
    counter: Notebook

    def blank(self) -> Notebook:
        """Return `u1_rooms` as it was released."""
        return copy.deepcopy(self.rooms)

    def solved(self, room: str = ROOM, cost: str = COST, rate: str = RATE) -> Notebook:
        """Return `u1_rooms` with everything answered."""
        notebook = self.blank()
        for position, source in ((IMPORTS, rate), (ROOM_FOR, room), (PRICE, cost)):
            notebook["cells"][position]["source"] = source
        notebook["cells"][WRITTEN]["source"] = ANSWER
        return notebook

    def honest(self) -> Notebook:
        """Return `u2_counter` with everything answered."""
        notebook = copy.deepcopy(self.counter)
        code = [c for c in notebook["cells"] if c["metadata"]["nbgrader"]["solution"]]
        code[0]["source"], code[1]["source"] = COUNTER, RUNNING_SUM
        return notebook


Plant = Callable[[Path, Released], None]
"""Writes the student's files for `u1_rooms` into the folder of the bundle."""


@dataclass(frozen=True)
class Case:
    """One student, what they did, and what `u1_rooms` has to come to."""

    name: str
    plant: Plant
    status: Status
    points: str
    says: frozenset[str]
    """Ids of sentences that the student gets about this unit."""
    written: bool
    """Whether a written answer waits for a person."""
    student: str
    """The name of the student's folder."""


def case(
    name: str, plant: Plant, status: Status, points: str, *says: str, written: bool = True
) -> Case:
    """Return a case that loses points, or could not be read."""
    return Case(name, plant, status, points, frozenset(says), written, name)


def fine(name: str, plant: Plant, *says: str, written: bool = True, student: str = "") -> Case:
    """Return a case that costs nothing, with what is said about it."""
    return Case(name, plant, Status.PASSED, "4", frozenset(says), written, student or name)


def dumps(notebook: object) -> bytes:
    """Return a notebook as Jupyter saves it."""
    return json.dumps(notebook, ensure_ascii=False, indent=1).encode()


def code(source: str, **metadata: Any) -> Notebook:
    """Return a code cell of the student's own."""
    cell = {"cell_type": "code", "execution_count": 1, "outputs": [], "metadata": metadata}
    return {**cell, "source": source}


def text(source: str) -> Notebook:
    """Return a text cell of the student's own."""
    return {"cell_type": "markdown", "metadata": {}, "source": source}


def handing_in(data: bytes | Callable[[Released], bytes], name: str = FILE) -> Plant:
    """Return a plant of one file."""

    def plant(folder: Path, released: Released) -> None:
        (folder / name).write_bytes(data(released) if callable(data) else data)

    return plant


def changed(change: Callable[[list[Notebook]], object], name: str = FILE) -> Plant:
    """Return a plant of the solved notebook after `change` has been made to its cells."""

    def plant(folder: Path, released: Released) -> None:
        notebook = released.solved()
        change(notebook["cells"])
        (folder / name).write_bytes(dumps(notebook))

    return plant


def running(
    *cells: str, room: str = ROOM, cost: str = COST, rate: str = RATE, first: bool = False
) -> Plant:
    """Return a plant of the solved notebook with other answers, or with cells of the student's.

    The cells stand behind the answers, or before them.
    """

    def plant(folder: Path, released: Released) -> None:
        notebook = released.solved(room, cost, rate)
        place = IMPORTS if first else EX
        notebook["cells"][place:place] = [code(source) for source in cells]
        (folder / FILE).write_bytes(dumps(notebook))

    return plant


def files(named: Mapping[str, Callable[[Released], bytes]]) -> Plant:
    """Return a plant of several files; a name may lead into a folder."""

    def plant(folder: Path, released: Released) -> None:
        for name, make in named.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(make(released))

    return plant
