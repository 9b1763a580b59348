"""What a box says about a launch is read strictly; each way to forge it is refused by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from grader.checks.access import Forged
from grader.checks.access.gpu import decode, decode_launch, decode_launches
from grader.checks.access.gpu.launch import CUT_OFF, FINISHED, SYNCTHREADS, stable_order
from tests.checks.access.gpu.tape import GpuTape, Stop, Thread, where

Payload = dict[str, Any]


def tile(t: Thread) -> Iterator[Stop]:
    """Copy A through shared memory, the other way round."""
    t.write("sA", t.x, t.read("A", t.bx, t.x, line=2), line=2)
    yield t.syncthreads(line=3)
    t.write("C", t.bx, t.x, t.read("sA", 1 - t.x, line=4), line=4)


def tiled() -> GpuTape:
    """Return two blocks of two threads that ran `tile`."""
    A = np.array([[1, 2], [3, 4]], np.float32)
    C = np.full((2, 2), np.nan, np.float32)
    return GpuTape((2,), (2,), {"sA": (2,)}, A=A, C=C).run(tile)


def refused(payload: object) -> Forged:
    with pytest.raises(Forged) as caught:
        decode_launch(payload)
    for lang in ("zh", "en"):
        assert caught.value.why.text(lang)  # type: ignore[arg-type]
    return caught.value


def malformed(payload: object) -> object:
    """Return the field that a record is refused for."""
    found = refused(payload)
    assert found.why.id == "gpu.form"
    return found.why.args["what"]


# --- what is accepted -----------------------------------------------------------------------------


def test_every_access_has_its_thread_and_its_barriers() -> None:
    launch = tiled().launch()
    assert [launch.at(event) for event in range(8)] == [
        *("A[0, 0]", "sA[0]", "A[0, 1]", "sA[1]"),
        *("sA[1]", "C[0, 0]", "sA[0]", "C[0, 1]"),
    ]
    assert launch.block_number.tolist() == [0] * 8 + [1] * 8
    assert launch.thread.tolist() == [0, 0, 1, 1] * 4
    assert launch.epoch.tolist() == ([0] * 4 + [1] * 4) * 2
    assert not launch.warp_epoch.any()
    assert launch.is_write.tolist() == [False, True] * 8
    assert launch.sites[launch.site[4]] == where(4)
    assert launch.sites[launch.site[4]].line == "cell 1, line 4"
    assert launch.after["C"].tolist() == [[2, 1], [4, 3]]
    assert "sA" not in launch.after


def test_shared_memory_of_two_blocks_is_not_the_same() -> None:
    launch = tiled().launch()
    ours = launch.address[launch.is_shared].reshape(2, -1)
    assert not set(ours[0].tolist()) & set(ours[1].tolist())
    assert ours.max() < 4 + 4 + 2 * 2


def test_the_last_write_is_the_nearest_before_at_the_same_address() -> None:
    launch = tiled().launch()
    # The threads of block 0 read what the other wrote; A and the first writes have nothing before.
    assert launch.last_write[:8].tolist() == [-1, -1, -1, -1, 3, -1, 1, -1]
    assert launch.last_write[[12, 14]].tolist() == [11, 9]


def test_threads_are_named_by_as_many_axes_as_the_launch_has() -> None:
    launch = tiled().launch()
    assert (launch.thread_index(1), launch.block_index(1)) == ("1", "1")
    plane = decode_launch(GpuTape((2, 1, 2), (3, 2)).run(lambda _: iter(())).payload())
    assert plane.thread_index(4) == "(1, 1)"
    assert plane.block_index(3) == "(1, 0, 1)"


def test_barriers_of_warps_are_counted_apart() -> None:
    def kernel(t: Thread) -> Iterator[Stop]:
        yield t.syncwarp(line=1)
        t.write("sA", t.x, 1.0, line=2)
        yield t.syncthreads(line=3)
        t.read("sA", t.x, line=4)

    launch = GpuTape((1,), (2,), {"sA": (2,)}).run(kernel).launch()
    assert launch.warp_epoch.tolist() == [1, 1, 1, 1]
    assert launch.epoch.tolist() == [0, 0, 1, 1]


def test_the_blocks_of_a_launch_may_come_in_any_order() -> None:
    A = np.zeros((3, 2), np.float32)
    tape = GpuTape((3,), (2,), {"sA": (2,)}, A=A, C=A)
    launch = tape.run(tile, blocks=(2, 0, 1)).launch()
    assert launch.block_number[:8].tolist() == [2] * 8


def test_two_arrays_of_one_name_are_told_apart() -> None:
    tape = tiled()
    arrays = tuple(tape.described(name, name="x") for name in tape.names)
    assert [a.name for a in decode_launch(tape.payload(arrays=arrays)).arrays] == [
        *("x", "x (2)", "x (3)"),
    ]


def test_a_launch_that_a_fault_ended_need_not_be_whole() -> None:
    tape = tiled()
    runs = np.array(tape.runs[:4])
    runs[3, 3] = CUT_OFF
    cut = tape.payload(
        finished=False, runs=runs, codes=tape.payload()["codes"][:8], values=tape.values[:8]
    )
    cut["values"] = np.array(cut["values"])
    assert not decode_launch(cut).finished


def test_an_empty_record_of_a_launch_that_did_nothing() -> None:
    payload = GpuTape((1,), (1,)).run(lambda _: iter(())).payload()
    assert len(decode_launch(payload)) == 0


def test_what_a_student_named_is_made_printable() -> None:
    payload = tiled().payload(kernel="a\u202eb\n")
    assert decode_launch(payload).kernel == "a\\u202eb\\u000a"


@pytest.mark.parametrize("highest", [0, 1, 60_000, 70_000, 1 << 33, 1 << 50])
def test_a_stable_order_is_the_one_of_numpy(highest: int) -> None:
    keys = np.random.default_rng(1).integers(0, highest, 500, endpoint=True)
    keys = np.concatenate([keys, keys[::3]])
    assert stable_order(keys).tolist() == np.argsort(keys, kind="stable").tolist()
    assert stable_order(keys[:0]).tolist() == []


# --- malformed ------------------------------------------------------------------------------------


@pytest.mark.parametrize("payload", [None, [], (), 1, "x", {}, {"kernel": "k"}, {1: 2}])
def test_something_else_than_a_launch(payload: object) -> None:
    assert malformed(payload) == "launch"


def test_a_field_too_many() -> None:
    assert malformed(tiled().payload(more=1)) == "launch"


class Text(str):
    """A class that a box cannot send, and that a decoder must not trust."""

    __slots__ = ()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("kernel", 1),
        ("kernel", "k" * 301),
        ("kernel", Text("k")),
        ("grid", (2, 1)),
        ("grid", [2, 1, 1]),
        ("grid", (2.0, 1, 1)),
        ("grid", (True, 1, 1)),
        ("grid", (0, 1, 1)),
        ("grid", (-2, 1, 1)),
        ("grid", (1 << 20, 1, 1)),
        ("grid", (1 << 62, 1 << 62, 1 << 62)),
        ("block", (1025, 1, 1)),
        ("block", (32, 33, 1)),
        ("block", (0, 1, 1)),
        ("block", None),
        ("order", -2),
        ("order", "0"),
        ("order", 1 << 63),
        ("arrays", []),
        ("arrays", (1,)),
        ("arrays", ({},) * 257),
        ("sites", [("a", "b")]),
        ("sites", (("a",),)),
        ("sites", (["a", "b"],)),
        ("sites", (("a", 1),)),
        ("sites", (("a", "b" * 301),)),
        ("sites", (("a", "b"),) * 4097),
        ("codes", None),
        ("codes", [1]),
        ("codes", np.zeros(16, np.int64)),
        ("codes", np.zeros(16, ">u8")),
        ("codes", np.zeros((4, 4), np.uint64)),
        ("codes", np.zeros(15, np.uint64)),
        ("values", np.zeros(16, np.float32)),
        ("values", np.zeros(17)),
        ("runs", None),
        ("runs", np.zeros((8, 5), np.int32)),
        ("runs", np.zeros((8, 4), np.int64)),
        ("runs", np.zeros(40, np.int64)),
        ("runs", np.zeros((0, 5), np.int64)),
        ("finished", 1),
        ("finished", None),
    ],
)
def test_a_field_of_another_kind_or_size(field: str, value: object) -> None:
    tape = tiled()
    assert malformed(tape.payload(**{field: value})) in (field, "codes")


def test_a_subclass_of_an_array_is_none() -> None:
    own = type("Own", (np.ndarray,), {})
    tape = tiled()
    codes = tape.payload()["codes"].view(own)
    assert malformed(tape.payload(codes=codes)) == "codes"


@pytest.mark.parametrize(
    ("array", "field", "value", "what"),
    [
        ("A", "name", "", "name"),
        ("A", "name", 1, "name"),
        ("A", "space", "local", "space"),
        ("A", "space", ["global"], "space"),
        ("A", "shape", [2, 2], "shape"),
        ("A", "shape", (-2, -2), "shape"),
        ("A", "shape", (2, 2.0), "shape"),
        ("A", "shape", (1 << 14, 1 << 14), "shape"),
        ("A", "shape", (1,) * 9, "shape"),
        ("A", "shape", (4,), "strides"),
        ("A", "dtype", "complex64", "dtype"),
        ("A", "dtype", "object", "dtype"),
        ("A", "dtype", np.dtype("float32"), "dtype"),
        ("A", "dtype", "float64", "contents"),
        ("A", "strides", (2,), "strides"),
        ("A", "strides", (2, 1 << 40), "strides"),
        ("A", "before", None, "contents"),
        ("A", "after", None, "contents"),
        ("A", "before", np.zeros((2, 3), np.float32), "contents"),
        ("A", "after", np.zeros((2, 2), ">f4"), "contents"),
        ("A", "after", [[1, 2], [3, 4]], "contents"),
        ("sA", "before", np.zeros(2, np.float32), "before"),
        ("sA", "after", np.zeros(2, np.float32), "after"),
        ("sA", "shape", (1 << 19,), "shape"),
        ("sA", "space", "global", "contents"),
    ],
)
def test_an_array_of_another_kind(array: str, field: str, value: object, what: str) -> None:
    tape = tiled()
    arrays = tuple(
        tape.described(name, **({field: value} if name == array else {})) for name in tape.names
    )
    assert malformed(tape.payload(arrays=arrays)) == what


def test_all_arrays_together_are_too_large() -> None:
    tape = tiled()
    huge = np.broadcast_to(np.float32(0), (1 << 26,))
    many = ({"before": huge, "after": huge, "shape": huge.shape, "strides": (1,)},) * 3
    arrays = tuple(tape.described("A", **one) for one in many)
    assert malformed(tape.payload(arrays=arrays)) == "shape"


def test_shared_memory_does_not_stand_before_an_argument() -> None:
    tape = tiled()
    arrays = tuple(tape.described(name) for name in ("sA", "A", "C"))
    assert malformed(tape.payload(arrays=arrays)) == "space"


def test_an_array_lacks_a_field() -> None:
    tape = tiled()
    described = tape.described("A")
    del described["after"]
    assert malformed(tape.payload(arrays=(described,))) == "arrays"


# --- what names nothing ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "code",
    [
        4 << 32,  # behind the last element of A
        2 << 32 | 2 << 8,  # behind the last of sA
        0xFFFFFFFF << 32,
        3 << 8,  # no such array
        255 << 8,
        9 << 16,  # no such line
        0xFFFF << 16,
        4,  # no such flag
        128,
    ],
)
def test_a_code_that_names_nothing(code: int) -> None:
    tape = tiled()
    tape.codes[5] = code
    found = refused(tape.payload())
    assert (found.why.id, found.why.args) == ("gpu.code", {"event": 6})


@pytest.mark.parametrize(
    ("column", "value"),
    [
        *((0, 2), (0, -1)),  # block
        *((1, 2), (1, -1)),  # thread
        *((2, -1), (2, 1), (2, 17), (2, 1 << 62)),  # end
        *((3, -1), (3, 5)),  # stop
        *((4, -2), (4, 3)),  # site
    ],
)
def test_a_run_that_names_nothing(column: int, value: int) -> None:
    tape = tiled()
    runs = tape.payload()["runs"]
    runs[2, column] = value
    found = refused(tape.payload(runs=runs))
    assert found.why.id == "gpu.run"
    assert found.why.args["run"] in (3, 4)


def test_a_barrier_stands_in_some_line() -> None:
    tape = tiled()
    runs = tape.payload()["runs"]
    runs[0, 4] = -1
    assert refused(tape.payload(runs=runs)).why.args == {"run": 1}


def test_runs_that_leave_accesses_to_nobody() -> None:
    tape = tiled()
    runs = tape.payload()["runs"]
    runs[-1, 2] -= 1
    assert malformed(tape.payload(runs=runs)) == "runs"


# --- what no launch can have done -----------------------------------------------------------------


def forged(change: Callable[[np.ndarray], np.ndarray], **changed: object) -> Forged:
    tape = tiled()
    return refused(tape.payload(runs=change(tape.payload()["runs"]), **changed))


def test_a_thread_goes_on_after_its_end() -> None:
    def ended(runs: np.ndarray) -> np.ndarray:
        runs[0, 3:] = FINISHED, -1
        return runs

    found = forged(ended)
    assert found.why.id == "gpu.goes_on"
    assert found.why.args == {"thread": "0", "block": "0"}


def test_a_thread_goes_on_after_it_was_cut_off() -> None:
    def cut(runs: np.ndarray) -> np.ndarray:
        runs[4, 3] = CUT_OFF
        return runs

    assert forged(cut, finished=False).why.args == {"thread": "0", "block": "1"}


def test_a_thread_finishes_twice() -> None:
    found = forged(lambda runs: np.concatenate([runs, runs[-1:]]))
    assert (found.why.id, found.why.args["thread"]) == ("gpu.goes_on", "1")


@pytest.mark.parametrize("stop", [SYNCTHREADS, CUT_OFF])
def test_a_thread_of_a_finished_launch_does_not_finish(stop: int) -> None:
    def left(runs: np.ndarray) -> np.ndarray:
        runs[-1, 3:] = stop, 0
        return runs

    found = forged(left)
    assert (found.why.id, found.why.args) == ("gpu.unfinished", {"thread": "1", "block": "1"})


def test_a_thread_of_a_finished_launch_never_ran() -> None:
    found = refused(tiled().payload(grid=(3, 1, 1)))
    assert (found.why.id, found.why.args) == ("gpu.unfinished", {"thread": "0", "block": "2"})


def test_a_thread_passes_a_barrier_before_the_others_have_come() -> None:
    # Thread 0 goes through both of its runs before thread 1 has started.
    found = forged(lambda runs: ends_kept(runs, [0, 2, 1, 3, 4, 5, 6, 7]))
    assert (found.why.id, found.why.args) == ("gpu.passed", {"thread": "1", "block": "0"})


def test_a_thread_passes_a_barrier_to_which_another_never_comes() -> None:
    tape = tiled()
    alone = np.array([[0, 0, 2, SYNCTHREADS, 0], [0, 0, 4, FINISHED, -1]])
    payload = tape.payload(
        runs=alone,
        codes=tape.payload()["codes"][:4],
        values=tape.payload()["values"][:4],
        finished=False,
    )
    found = refused(payload)
    assert (found.why.id, found.why.args) == ("gpu.passed", {"thread": "1", "block": "0"})


def test_a_thread_that_has_returned_holds_nobody_up() -> None:
    def kernel(t: Thread) -> Iterator[Stop]:
        if t.x == 0:
            yield t.syncthreads(line=1)

    assert decode_launch(GpuTape((1,), (2,)).run(kernel).payload()).finished


def ends_kept(runs: np.ndarray, order: list[int]) -> np.ndarray:
    moved = runs[order]
    moved[:, 2] = runs[:, 2]
    return moved


# --- how much one call may hold -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("most", "field", "fits"),
    [("MOST_ACCESSES", "codes", 8), ("MOST_RUNS", "runs", 8), ("MOST_THREADS", "grid", 4)],
)
def test_a_launch_and_all_of_a_call_keep_within_the_same_bounds(
    monkeypatch: pytest.MonkeyPatch, most: str, field: str, fits: int
) -> None:
    one = tiled().payload()
    assert len(decode_launches([one, one])) == 2
    monkeypatch.setattr(decode, most, fits - 1)
    assert malformed(one) == field
    monkeypatch.setattr(decode, most, 4 * fits - 1)
    assert len(decode_launches([one])) == 1
    with pytest.raises(Forged) as caught:
        decode_launches([one] * 5)
    assert caught.value.why.args["what"] == field
