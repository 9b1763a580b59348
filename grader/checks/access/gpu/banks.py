"""How often a request to shared memory is repeated because its words lie in one bank.

Shared memory has 32 banks of 4-byte words, word w in bank w mod 32. A request is done at once where
each bank has to give one word, whoever wants it; else as many times as the worst bank has words to
give. Elements of 8 bytes take two banks each and go half a warp at a time, those of 16 a quarter.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from grader.checks.access.gpu.launch import WARP, DeviceArray, Launch, stable_order, starts_of
from grader.checks.access.gpu.requests import (
    Requests,
    by_site,
    byte_offsets,
    packed,
    requests,
    site_of,
    warp_picture,
)
from grader.checks.compare import Hint
from grader.checks.verdicts import CheckFailed
from grader.messages import say
from grader.outcome import Failure, Text

BANKS = 32
WORD_BYTES = 4


class LineBanks(NamedTuple):
    """How one access in the source meets the banks of shared memory."""

    site: int
    array: str
    is_write: bool
    requests: int
    worst: int
    """Different words that one request wants of one bank; 1 is no conflict."""
    mean: float
    """The same on average over all requests."""


class Wanted(NamedTuple):
    """The words that the requests to one shared array want, an entry for each access."""

    part: NDArray[np.int64]
    """Number of the request, times the parts that a request is done in, plus this one."""
    bank: NDArray[np.int64]
    """The first bank of the word."""
    word: NDArray[np.int64]


def bank_conflicts(launch: Launch) -> tuple[LineBanks, ...]:
    """Return for each access in the source to shared memory how it meets the banks."""
    rows = []
    for array in _shared(launch):
        chosen = requests(launch).of(array.name)
        degrees = _degrees(chosen, array)
        for site, is_write, of_site in by_site(chosen):
            here = degrees[of_site]
            worst, mean = int(here.max()), float(here.mean())
            rows.append(LineBanks(site, array.name, is_write, len(of_site), worst, mean))
    return tuple(sorted(rows))


def no_bank_conflicts(launch: Launch, *, most: int = 1, hint: Hint = None) -> None:
    """Demand that no request wants more than `most` different words of one bank."""
    for array in _shared(launch):
        chosen = requests(launch).of(array.name)
        degrees = _degrees(chosen, array)
        if degrees.max(initial=0) > most:
            raise _conflict(chosen, array, int(np.argmax(degrees)), most, hint)


def _shared(launch: Launch) -> list[DeviceArray]:
    return [array for array in launch.arrays if array.space == "shared"]


def _wanted(chosen: Requests, array: DeviceArray) -> Wanted:
    wide = max(WORD_BYTES, array.itemsize)
    at_once = BANKS * WORD_BYTES // wide
    lane = chosen.launch.thread[chosen.event] % WARP
    word = byte_offsets(chosen.launch, chosen.event, array.name) // wide
    part = chosen.request * (WARP // at_once) + lane // at_once
    return Wanted(part, word % at_once * (wide // WORD_BYTES), word)


def _degrees(chosen: Requests, array: DeviceArray) -> NDArray[np.int64]:
    """Return how many different words of one bank each request wants, of its worst bank and part.

    An array of shared memory begins in bank 0; another begin would turn all banks by as much.
    """
    wanted = _wanted(chosen, array)
    order = stable_order(packed(wanted.part, wanted.bank, wanted.word))
    part, bank, word = (column[order] for column in wanted)
    first = np.flatnonzero(starts_of(part, bank, word))
    groups = np.flatnonzero(starts_of(part[first], bank[first]))
    words = np.diff(np.append(groups, len(first)))
    degrees = np.zeros(len(chosen), np.int64)
    np.maximum.at(degrees, chosen.request[order][first[groups]], words)
    return degrees


def _conflict(
    chosen: Requests, array: DeviceArray, request: int, most: int, hint: Hint
) -> CheckFailed:
    launch, events = chosen.launch, chosen.events(request)
    asked = _asked(chosen, array, request)
    site = site_of(launch, int(events[0]))
    why = say(
        "gpu.banks",
        segment=site.segment,
        line=site.line,
        threads=len(asked.lanes),
        bank=asked.bank,
        degree=asked.degree,
        most=most,
        one=launch.at(int(events[asked.lanes[0]])),
        other=launch.at(int(events[asked.second])),
        cause=say("gpu.banks_pad") if len(array.shape) > 1 else "",
    )
    return CheckFailed(
        Failure(
            why=why,
            got=str(asked.degree),
            expected=f"≤ {most}",
            hint=None if hint is None else Text(*hint),
            traceback=(site.where,),
            picture=warp_picture(launch, events, asked.second),
        )
    )


class Asked(NamedTuple):
    """What a request asks of its worst bank."""

    bank: int
    degree: int
    lanes: list[int]
    """Positions in the request of the threads that want a word of it."""
    second: int
    """Position of the first that wants another word than those before."""


def _asked(chosen: Requests, array: DeviceArray, request: int) -> Asked:
    events = chosen.events(request)
    alone = Requests(launch=chosen.launch, event=events, start=np.array([0, len(events)]))
    wanted = _wanted(alone, array)
    words: dict[tuple[int, int], dict[int, list[int]]] = {}
    for lane, (part, bank, word) in enumerate(zip(*map(np.ndarray.tolist, wanted), strict=True)):
        words.setdefault((part, bank), {}).setdefault(word, []).append(lane)
    (_, bank), worst = max(words.items(), key=lambda item: len(item[1]))
    lanes = sorted(lane for wanting in worst.values() for lane in wanting)
    return Asked(bank, len(worst), lanes, sorted(wanting[0] for wanting in worst.values())[1])
