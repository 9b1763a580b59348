"""What a box says about a launch, read strictly: the wire made it plain data, of any shape.

Sizes are bounded before anything is computed from them. After that the rules of execution hold by
arithmetic on columns: a thread that finished does nothing more, and a barrier lets nobody through
before all have come. How many barriers a thread had passed is counted here, never sent.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from grader.checks.access.gpu.launch import (
    CUT_OFF,
    FINISHED,
    SYNCTHREADS,
    SYNCWARP,
    DeviceArray,
    Dim3,
    Launch,
    Runs,
    Site,
    Space,
    poison,
    stable_order,
    starts_of,
)
from grader.checks.access.gpu.names import called_in_source, own_name
from grader.checks.access.log import MOST_ARRAYS, Forged
from grader.checks.show import clip
from grader.messages import say

MOST_SITES = 4096
MOST_TEXT = 300
MOST_THREADS_PER_BLOCK = 1024
MOST_THREADS = 1 << 20
MOST_ACCESSES = 2 << 20
MOST_RUNS = 1 << 20
"""Of all launches of one call, as of one alone. A million accesses take 0.2 s to decode and
replay, and 160 MB; a frame would hold sixteen times as many."""
MOST_ELEMENTS = 1 << 27
MOST_DIMENSIONS = 8
MOST_SHARED_BYTES = 1 << 20
"""Of one block; the largest GPU has a quarter of that."""
MOST_NUMBER = (1 << 63) - 1
WRITE, ATOMIC = 1, 2
FLOATS = ("float16", "float32", "float64")
INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
KINDS = (*FLOATS, *INTEGERS, "bool")
_LAUNCH = ("kernel", "grid", "block", "order", "arrays", "sites", "codes", "values", "runs")
_ARRAY = ("name", "space", "shape", "dtype", "strides", "before", "after")


def decode_launches(payloads: Iterable[object]) -> tuple[Launch, ...]:
    """Return the launches of one call, which together have to keep within what one may have.

    Raises
    ------
    Forged
        As for one of them.
    """
    launches: list[Launch] = []
    threads = accesses = runs = 0
    for payload in payloads:
        launch = decode_launch(payload)
        launches.append(launch)
        threads += launch.blocks * launch.threads
        accesses += len(launch)
        runs += len(launch.runs)
        demand(threads <= MOST_THREADS, "grid")
        demand(accesses <= MOST_ACCESSES, "codes")
        demand(runs <= MOST_RUNS, "runs")
    return tuple(launches)


def decode_launch(payload: object) -> Launch:
    """Return the launch that a box describes.

    Raises
    ------
    Forged
        It is no record of the simulator's, or no launch can have gone that way.
    """
    fields = fields_of(payload, (*_LAUNCH, "finished"), "launch")
    grid, block = extent(fields["grid"], "grid"), extent(fields["block"], "block")
    threads = math.prod(block)
    demand(threads <= MOST_THREADS_PER_BLOCK, "block")
    demand(math.prod(grid) * threads <= MOST_THREADS, "grid")
    arrays, after = _arrays(fields["arrays"])
    sites = _sites(fields["sites"])
    place, site, number, flags, value = _accesses(
        fields["codes"], fields["values"], arrays, len(sites)
    )
    finished = fields["finished"]
    demand(type(finished) is bool, "finished")
    runs = _runs(fields["runs"], len(place), math.prod(grid), threads, len(sites))
    lengths = np.diff(runs.end, prepend=0)
    launch = Launch(
        arrays=called_in_source(arrays, sites, number, site),
        number=number,
        place=place,
        is_write=(flags & WRITE).astype(np.bool_),
        negative=np.zeros(len(place), np.bool_),
        value=value,
        after=after,
        kernel=text(fields["kernel"], "kernel"),
        grid=grid,
        block=block,
        order=whole(fields["order"], -1, MOST_NUMBER, "order"),
        sites=sites,
        site=site,
        block_number=np.repeat(runs.block, lengths),
        thread=np.repeat(runs.thread, lengths),
        epoch=np.repeat(runs.epoch, lengths),
        warp_epoch=np.repeat(runs.warp_epoch, lengths),
        is_atomic=(flags & ATOMIC).astype(np.bool_),
        runs=runs,
        finished=cast("bool", finished),
    )
    _demand_ends(launch)
    _demand_barriers(launch)
    return launch


def fields_of(payload: object, names: tuple[str, ...], what: str) -> dict[str, Any]:
    """Return a dict with exactly the fields `names`."""
    demand(type(payload) is dict and payload.keys() == set(names), what)
    return cast("dict[str, Any]", payload)


def text(came: object, what: str) -> str:
    """Return a short text as one line that can be printed."""
    demand(type(came) is str and len(came) <= MOST_TEXT, what)
    return clip(cast("str", came), MOST_TEXT)


def whole(came: object, low: int, high: int, what: str) -> int:
    """Return an int between two bounds, both included."""
    demand(type(came) is int and low <= came <= high, what)
    return cast("int", came)


def demand(holds: bool, what: str) -> None:
    """Refuse the record, naming the field that is malformed, unless something holds."""
    if not holds:
        raise Forged(say("gpu.form", what=what))


def extent(came: object, what: str, low: int = 1) -> Dim3:
    """Return three whole numbers, x first."""
    demand(type(came) is tuple and len(came) == 3, what)
    x, y, z = (whole(n, low, MOST_NUMBER, what) for n in cast("tuple[object, ...]", came))
    return x, y, z


def _arrays(came: object) -> tuple[tuple[DeviceArray, ...], Mapping[str, NDArray[np.generic]]]:
    demand(type(came) is tuple and len(came) <= MOST_ARRAYS, "arrays")
    arrays: list[DeviceArray] = []
    after: dict[str, NDArray[np.generic]] = {}
    for one in cast("tuple[object, ...]", came):
        fields = fields_of(one, _ARRAY, "arrays")
        array = _array(fields, {known.name for known in arrays})
        # The arguments come first. The keeper gives them its own names, and of two arrays with one
        # name the first is judged: shared memory must not stand in for an argument.
        demand(array.space == "shared" or all(a.space == "global" for a in arrays), "space")
        arrays.append(array)
        demand(sum(known.size for known in arrays) <= MOST_ELEMENTS, "shape")
        shared = (known.size * known.itemsize for known in arrays if known.space == "shared")
        demand(sum(shared) <= MOST_SHARED_BYTES, "shape")
        if array.space == "global":
            after[array.name] = _contents(fields["after"], array.shape, array.before.dtype)
        else:
            demand(fields["after"] is None, "after")
    return tuple(arrays), MappingProxyType(after)


def _array(fields: dict[str, Any], taken: set[str]) -> DeviceArray:
    space, kind = fields["space"], fields["dtype"]
    demand(type(space) is str and space in ("global", "shared"), "space")
    demand(type(kind) is str and kind in KINDS, "dtype")
    shape = _numbers(fields["shape"], 0, MOST_ELEMENTS, "shape")
    demand(math.prod(shape) <= MOST_ELEMENTS, "shape")
    strides = _numbers(fields["strides"], -MOST_ELEMENTS, MOST_ELEMENTS, "strides")
    demand(len(strides) == len(shape), "strides")
    dtype: np.dtype[np.generic] = np.dtype(kind)
    if space == "global":
        before = _contents(fields["before"], shape, dtype)
    else:
        demand(fields["before"] is None, "before")
        before = np.broadcast_to(poison(dtype), shape)
    name = text(fields["name"], "name")
    demand(name != "", "name")
    return DeviceArray(
        name=own_name(name, taken),
        shape=shape,
        before=before,
        space=cast("Space", space),
        strides=strides,
        itemsize=dtype.itemsize,
    )


def _numbers(came: object, low: int, high: int, what: str) -> tuple[int, ...]:
    demand(type(came) is tuple and len(came) <= MOST_DIMENSIONS, what)
    return tuple(whole(n, low, high, what) for n in cast("tuple[object, ...]", came))


def _contents(
    came: object, shape: tuple[int, ...], dtype: np.dtype[np.generic]
) -> NDArray[np.generic]:
    demand(is_plain(came, dtype) and cast("NDArray[np.generic]", came).shape == shape, "contents")
    return cast("NDArray[np.generic]", came)


def is_plain(came: object, dtype: np.dtype[np.generic] | type[np.generic]) -> bool:
    """Return whether this is NumPy's own array of a kind, in native byte order."""
    return type(came) is np.ndarray and came.dtype == dtype


def _sites(came: object) -> tuple[Site, ...]:
    demand(type(came) is tuple and len(came) <= MOST_SITES, "sites")
    pairs = cast("tuple[tuple[str, str], ...]", came)
    for one in pairs:
        demand(type(one) is tuple and len(one) == 2, "sites")
        demand(type(one[0]) is str and type(one[1]) is str, "sites")
    return _known_sites(pairs)


@lru_cache(maxsize=16)
def _known_sites(pairs: tuple[tuple[str, str], ...]) -> tuple[Site, ...]:
    """Return the sites of a kernel, which are the same in all of its launches."""
    return tuple(Site(text(where, "sites"), text(segment, "sites")) for where, segment in pairs)


def _accesses(
    codes: object, values: object, arrays: tuple[DeviceArray, ...], sites: int
) -> tuple[
    NDArray[np.int64], NDArray[np.int32], NDArray[np.uint8], NDArray[np.uint8], NDArray[np.float64]
]:
    demand(is_plain(codes, np.uint64) and is_plain(values, np.float64), "codes")
    packed, value = cast("NDArray[np.uint64]", codes), cast("NDArray[np.float64]", values)
    demand(packed.ndim == 1 and packed.shape == value.shape, "codes")
    demand(len(packed) <= MOST_ACCESSES, "codes")
    place = (packed >> np.uint64(32)).astype(np.int64)
    site = ((packed >> np.uint64(16)) & np.uint64(0xFFFF)).astype(np.int32)
    number = ((packed >> np.uint64(8)) & np.uint64(0xFF)).astype(np.uint8)
    flags = (packed & np.uint64(0xFF)).astype(np.uint8)
    # A number without array has size 0, so that no place in it fits.
    sizes = np.zeros(MOST_ARRAYS, np.int64)
    sizes[: len(arrays)] = [array.size for array in arrays]
    bad = (place >= sizes[number]) | (site >= sites) | (flags > (WRITE | ATOMIC))
    if bad.any():
        raise Forged(say("gpu.code", event=int(np.argmax(bad)) + 1))
    return place, site, number, flags, np.ascontiguousarray(value)


def _runs(came: object, accesses: int, blocks: int, threads: int, sites: int) -> Runs:
    demand(is_plain(came, np.int64), "runs")
    table = cast("NDArray[np.int64]", came)
    demand(table.ndim == 2 and table.shape[1] == 5 and len(table) <= MOST_RUNS, "runs")
    lows = np.array([0, 0, 0, FINISHED, -1])
    highs = np.array([blocks - 1, threads - 1, accesses, CUT_OFF, sites - 1])
    block, thread, end, stop, site = table.T
    outside = (table < lows) | (table > highs)
    bad: NDArray[np.bool_] = np.logical_or.reduce(outside, axis=1)
    bad[1:] |= end[1:] < end[:-1]
    bad |= (stop == SYNCTHREADS) & (site < 0)
    if bad.any():
        raise Forged(say("gpu.run", run=int(np.argmax(bad)) + 1))
    demand((int(end[-1]) if len(end) else 0) == accesses, "runs")
    who = block * threads + thread
    return Runs(
        block=block.astype(np.int32),
        thread=thread.astype(np.int32),
        end=end.copy(),
        stop=stop.astype(np.int32),
        site=site.astype(np.int32),
        epoch=_times_before(who, stop == SYNCTHREADS),
        warp_epoch=_times_before(who, stop == SYNCWARP),
    )


def _times_before(who: NDArray[np.int64], happens: NDArray[np.bool_]) -> NDArray[np.int32]:
    """Return how often something happened in earlier rows of the same `who`."""
    order = stable_order(who)
    so_far: NDArray[np.int64] = np.cumsum(happens[order], dtype=np.int64) - happens[order]
    first = np.maximum.accumulate(np.where(starts_of(who[order]), np.arange(len(who)), 0))
    times = np.empty(len(who), np.int32)
    times[order] = so_far - so_far[first]
    return times


def _demand_ends(launch: Launch) -> None:
    """Demand that no thread goes on after its end and, in a finished launch, that all have one."""
    runs = launch.runs
    who = runs.block.astype(np.int64) * launch.threads + runs.thread
    ended = (runs.stop == FINISHED) | (runs.stop == CUT_OFF)
    goes_on = np.flatnonzero(_times_before(who, ended) > 0)
    if len(goes_on):
        run = int(goes_on[0])
        raise Forged(say("gpu.goes_on", **_runner(launch, run)))
    if launch.finished:
        ends = np.zeros(launch.blocks * launch.threads, np.bool_)
        ends[who[runs.stop == FINISHED]] = True
        if not ends.all():
            block, thread = divmod(int(np.argmin(ends)), launch.threads)
            raise Forged(say("gpu.unfinished", **launch.who(block, thread)))


def _demand_barriers(launch: Launch) -> None:
    """Demand that nobody passes a barrier before all threads of the block have come, or ended."""
    runs = launch.runs
    by_block = stable_order(runs.block.astype(np.int64))
    block, epoch = runs.block[by_block], runs.epoch[by_block]
    back = np.flatnonzero(~starts_of(block)[1:] & (epoch[1:] < epoch[:-1])) + 1
    if len(back):
        raise Forged(say("gpu.passed", **_runner(launch, int(by_block[back].min()))))
    furthest = np.zeros(launch.blocks, np.int64)
    np.maximum.at(furthest, runs.block, runs.epoch)
    came = np.zeros((launch.blocks, launch.threads), np.int64)
    np.add.at(came, (runs.block, runs.thread), runs.stop == SYNCTHREADS)
    finished = runs.stop == FINISHED
    came[runs.block[finished], runs.thread[finished]] = np.iinfo(np.int64).max
    late = np.argwhere(came < furthest[:, None])
    if len(late):
        raise Forged(say("gpu.passed", **launch.who(int(late[0, 0]), int(late[0, 1]))))


def _runner(launch: Launch, run: int) -> dict[str, str]:
    return launch.who(int(launch.runs.block[run]), int(launch.runs.thread[run]))
