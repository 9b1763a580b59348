"""What the threads of a warp do together: shuffles, votes, and a barrier of their own.

A value is exchanged when every thread that the mask names, and that still runs, has come to the
same call with the same mask. A lane that does not take part has nothing to give: what is read from
it is poison, as it may be anything on a GPU.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from .blocks import ALL_LANES, WARP, Exchange, wait
from .record import WARP_BARRIER

_frame = sys._getframe
Operands = tuple[Any, ...]
Party = dict[int, Operands]
_UNKNOWN = float("nan")
_UNKNOWN_INTEGER = 0x5A5A5A5A


def syncwarp(mask: int = ALL_LANES) -> None:
    """Wait for the threads of the warp that `mask` names; memory is in order afterwards."""
    wait(Exchange("cuda.syncwarp", _lanes(mask), (), _nothing, WARP_BARRIER), _frame(1))


def shfl_sync(mask: int, value: Any, src_lane: int) -> Any:
    """Return the value of another lane."""
    return _exchange("cuda.shfl_sync", mask, (value, src_lane), _from_lane, _frame(1))


def shfl_up_sync(mask: int, value: Any, delta: int) -> Any:
    """Return the value of the lane `delta` below, one's own where there is none."""
    return _exchange("cuda.shfl_up_sync", mask, (value, delta), _from_below, _frame(1))


def shfl_down_sync(mask: int, value: Any, delta: int) -> Any:
    """Return the value of the lane `delta` above, one's own where there is none."""
    return _exchange("cuda.shfl_down_sync", mask, (value, delta), _from_above, _frame(1))


def shfl_xor_sync(mask: int, value: Any, lane_mask: int) -> Any:
    """Return the value of the lane whose number is one's own, some bits flipped."""
    return _exchange("cuda.shfl_xor_sync", mask, (value, lane_mask), _from_flipped, _frame(1))


def all_sync(mask: int, predicate: Any) -> Any:
    """Return whether the predicate holds in all lanes of the mask."""
    return _exchange("cuda.all_sync", mask, (predicate,), _vote_all, _frame(1))


def any_sync(mask: int, predicate: Any) -> Any:
    """Return whether the predicate holds in any lane of the mask."""
    return _exchange("cuda.any_sync", mask, (predicate,), _vote_any, _frame(1))


def eq_sync(mask: int, predicate: Any) -> Any:
    """Return whether the predicate is the same in all lanes of the mask."""
    return _exchange("cuda.eq_sync", mask, (predicate,), _vote_equal, _frame(1))


def ballot_sync(mask: int, predicate: Any) -> Any:
    """Return the lanes of the mask in which the predicate holds, as bits."""
    return _exchange("cuda.ballot_sync", mask, (predicate,), _ballot, _frame(1))


def match_any_sync(mask: int, value: Any) -> Any:
    """Return the lanes of the mask with one's own value, as bits."""
    return _exchange("cuda.match_any_sync", mask, (value,), _matching, _frame(1))


def match_all_sync(mask: int, value: Any) -> Any:
    """Return the mask and True where all its lanes have the same value, else 0 and False."""
    return _exchange("cuda.match_all_sync", mask, (value,), _match_all, _frame(1))


def lanemask_lt() -> int:
    """Return the lanes below one's own, as bits."""
    from .intrinsics import running

    return (1 << running().lane) - 1


def _exchange(
    call: str,
    mask: int,
    operands: Operands,
    settle: Callable[[int, Party], Any],
    frame: Any,
) -> Any:
    return wait(Exchange(call, _lanes(mask), operands, settle), frame)


def _lanes(mask: Any) -> int:
    return int(mask) & ALL_LANES


def _nothing(_: int, __: Party) -> None:
    return None


def _given(lane: int, source: int, party: Party) -> Any:
    """Return the value of the lane `source`, for `lane`."""
    if source in party:
        return party[source][0]
    mine = party[lane][0]
    if isinstance(mine, np.floating):
        return type(mine)(_UNKNOWN)
    return _UNKNOWN_INTEGER if isinstance(mine, (int, np.integer)) else _UNKNOWN


def _from_lane(lane: int, party: Party) -> Any:
    return _given(lane, int(party[lane][1]) % WARP, party)


def _from_below(lane: int, party: Party) -> Any:
    source = lane - int(party[lane][1])
    return party[lane][0] if source < 0 else _given(lane, source, party)


def _from_above(lane: int, party: Party) -> Any:
    source = lane + int(party[lane][1])
    return party[lane][0] if source >= WARP else _given(lane, source, party)


def _from_flipped(lane: int, party: Party) -> Any:
    source = lane ^ int(party[lane][1])
    return party[lane][0] if source >= WARP else _given(lane, source, party)


def _vote_all(_: int, party: Party) -> bool:
    return all(operands[0] for operands in party.values())


def _vote_any(_: int, party: Party) -> bool:
    return any(operands[0] for operands in party.values())


def _vote_equal(_: int, party: Party) -> bool:
    return len({bool(operands[0]) for operands in party.values()}) == 1


def _ballot(_: int, party: Party) -> int:
    return sum(1 << lane for lane, operands in party.items() if operands[0])


def _matching(lane: int, party: Party) -> int:
    mine = party[lane][0]
    return sum(1 << other for other, operands in party.items() if operands[0] == mine)


def _match_all(_: int, party: Party) -> tuple[int, bool]:
    same = len({operands[0] for operands in party.values()}) == 1
    return (sum(1 << lane for lane in party), True) if same else (0, False)
