"""Races, against the definition spelled out over all pairs."""

from __future__ import annotations

import importlib
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.checks import verdicts
from grader.checks.access.gpu import Launch, races
from grader.checks.access.gpu.launch import WARP, Space
from grader.checks.verdicts import CheckFailed
from grader.outcome import Failure, PictureAccess, Status, Text
from tests.checks.access.gpu.tape import GpuTape, Kernel, Stop, Thread, where
from tests.checks.access.tape import failure


def ran(kernel: Kernel, grid: tuple[int, ...] = (1,), block: tuple[int, ...] = (2, 2)) -> Launch:
    shared = {"sA": (2, 2), "s": (64,)}
    C = np.zeros((4, 4), np.float32)
    return GpuTape(grid, block, shared, C=C).run(kernel).launch()


def race(kernel: Kernel, *sizes: tuple[int, ...]) -> Failure:
    launch = ran(kernel, *sizes)
    found = failure(lambda: races(launch))
    assert all(found.why.text(lang) for lang in ("zh", "en"))  # type: ignore[arg-type]
    return found


# --- fine -----------------------------------------------------------------------------------------


def test_a_barrier_between_write_and_read() -> None:
    def kernel(t: Thread) -> Iterator[Stop]:
        for _ in range(2):
            t.write("sA", t.y, t.x, 1.0)
            yield t.syncthreads()
            t.read("sA", t.x, t.y)
            yield t.syncthreads()

    races(ran(kernel, (2,)))


def test_everybody_may_read() -> None:
    def kernel(t: Thread) -> Iterator[Stop]:
        t.read("C", 0, 0)
        t.read("sA", 0, 0)
        return iter(())

    races(ran(kernel, (3,)))


def test_a_thread_does_not_race_with_itself() -> None:
    def kernel(t: Thread) -> Iterator[Stop]:
        t.write("C", t.y, t.x, 1.0)
        t.write("C", t.y, t.x, t.read("C", t.y, t.x) + 1)
        return iter(())

    races(ran(kernel))


def test_atomics_may_meet() -> None:
    def kernel(t: Thread) -> Iterator[Stop]:
        t.add("C", 0, 0, 1.0)
        t.add("sA", 0, 0, 1.0)
        return iter(())

    races(ran(kernel, (2,)))


def test_shared_memory_of_two_blocks() -> None:
    def kernel(t: Thread) -> Iterator[Stop]:
        t.write("sA", 0, 0, 1.0)
        return iter(())

    races(ran(kernel, (2, 2), (1,)))


def test_a_barrier_of_the_warp_orders_its_own_threads() -> None:
    def kernel(t: Thread) -> Iterator[Stop]:
        t.write("s", t.x, 1.0)
        yield t.syncwarp()
        t.read("s", t.x // WARP * WARP)

    races(ran(kernel, (1,), (64,)))


def test_an_empty_launch() -> None:
    races(ran(lambda _: iter(())))


# --- races ----------------------------------------------------------------------------------------


def test_the_first_barrier_is_missing() -> None:
    def kernel(t: Thread) -> Iterator[Stop]:
        t.write("sA", t.y, t.x, 1.0, line=3)
        t.read("sA", t.x, t.y, line=5)
        yield t.syncthreads()

    found = race(kernel)
    # Thread (1, 0) reads sA[1, 0] before (0, 1) writes it: the write makes it a race.
    assert found.why.id == "gpu.race"
    assert found.why.text("en").startswith(
        "a data race in block 0: thread (1, 0) reads sA[1, 0] and thread (0, 1) writes the same "
        "element with no barrier between them"
    )
    assert found.why.text("zh").startswith(
        "线程块 0 里有数据竞争：线程 (1, 0) 读 sA[1, 0]，线程 (0, 1) 写同一个元素"
    )
    assert found.traceback == (where(5)[0], where(3)[0])
    assert found.where == "sA[1, 0]"
    picture = found.picture
    assert picture is not None
    assert picture.arrays[0].name == "sA"
    assert picture.accesses == (PictureAccess(0, "R", 1, 0), PictureAccess(0, "W", 1, 0))
    assert picture.lanes == ("(1,0)", "(0,1)")
    assert picture.broken == 1


def test_the_second_barrier_is_missing() -> None:
    def kernel(t: Thread) -> Iterator[Stop]:
        for step in range(2):
            t.write("sA", t.y, t.x, float(step), line=3)
            yield t.syncthreads()
            t.read("sA", 1 - t.y, t.x, line=5)

    found = race(kernel)
    # The first thread is back with the next tile while the last one still needs the old.
    assert found.why.args["place"] == "sA[0, 0]"
    assert found.traceback == (where(3)[0], where(5)[0])


def test_two_writes_in_one_line() -> None:
    def kernel(t: Thread) -> Iterator[Stop]:
        t.write("C", 0, 0, 1.0, line=4)
        return iter(())

    found = race(kernel)
    assert "thread (0, 0) writes C[0, 0] and thread (1, 0) writes" in found.why.text("en")
    assert found.traceback == (where(4)[0],)


def test_a_barrier_orders_no_other_block() -> None:
    def kernel(t: Thread) -> Iterator[Stop]:
        yield t.syncthreads()
        if t.bx == 0:
            t.write("C", 1, 1, 1.0, line=2)
        yield t.syncthreads()
        if t.bx == 2:
            t.read("C", 1, 1, line=6)

    found = race(kernel, (3,), (1,))
    assert found.why.id == "gpu.race_blocks"
    assert (found.why.args["block"], found.why.args["other_block"]) == ("0", "2")
    assert "nothing orders the blocks of a launch" in found.why.text("en")


@pytest.mark.parametrize("first", ["write", "read"])
def test_an_atomic_races_with_what_is_none(first: str) -> None:
    def kernel(t: Thread) -> Iterator[Stop]:
        if t.x:
            t.add("C", 0, 0, 1.0)
        elif first == "write":
            t.write("C", 0, 0, 0.0)
        else:
            t.read("C", 0, 0)
        return iter(())

    assert race(kernel, (1,), (2,)).why.args["place"] == "C[0, 0]"


def test_a_barrier_of_the_warp_orders_no_other_warp() -> None:
    def kernel(t: Thread) -> Iterator[Stop]:
        t.write("s", t.x, 1.0)
        yield t.syncwarp()
        t.read("s", (t.x + 1) % 64)

    assert race(kernel, (1,), (64,)).why.args["place"] == "s[32]"


def test_two_threads_of_a_warp_race_between_its_barriers() -> None:
    def kernel(t: Thread) -> Iterator[Stop]:
        yield t.syncwarp()
        t.write("s", 0, 1.0)

    assert race(kernel, (1,), (2,)).why.args["other"] == "1"


def test_one_memory_alone_is_looked_at() -> None:
    def kernel(t: Thread) -> Iterator[Stop]:
        t.write("C", 0, 0, 1.0)
        return iter(())

    launch = ran(kernel)
    races(launch, "shared")
    with pytest.raises(CheckFailed):
        races(launch, "global")
    assert failure(lambda: races(launch, hint=("甲", "A"))).hint == Text("甲", "A")


# --- blocks that hand over by atomic operations ---------------------------------------------------


def counts_itself(t: Thread, *, looks: bool) -> Iterator[Stop]:
    """Each block writes its element and counts itself; the last one, or each, reads another's."""
    t.write("C", 0, t.bx, 1.0, line=1)
    before = t.read("C", 1, 0, flags=2, line=2)
    t.write("C", 1, 0, before + 1, flags=3, line=2)
    if not looks or before == 1:
        t.read("C", 0, 1 - t.bx, line=3)
    return iter(())


@pytest.mark.parametrize("blocks", [(0, 1), (1, 0)])
def test_the_last_block_may_read_what_all_have_written(blocks: tuple[int, int]) -> None:
    tape = GpuTape((2,), (1,), C=np.zeros((2, 2), np.float32))
    races(tape.run(lambda t: counts_itself(t, looks=True), blocks=blocks).launch())


def test_a_block_that_counts_but_does_not_look_races() -> None:
    tape = GpuTape((2,), (1,), C=np.zeros((2, 2), np.float32))
    launch = tape.run(lambda t: counts_itself(t, looks=False)).launch()
    with pytest.raises(CheckFailed) as caught:
        races(launch)
    # Block 0 reads what block 1 writes later.
    assert caught.value.failure.why.args["place"] == "C[0, 1]"


def test_an_atomic_operation_hands_its_own_element_over_to_nobody() -> None:
    def kernel(t: Thread) -> Iterator[Stop]:
        if t.bx == 0:
            t.read("C", 0, 0)
        t.add("C", 0, 0, 1.0)
        return iter(())

    launch = GpuTape((2,), (1,), C=np.zeros((1, 1), np.float32)).run(kernel).launch()
    with pytest.raises(CheckFailed):
        races(launch)


def test_more_pairs_than_can_be_looked_at_are_not_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    module = importlib.import_module("grader.checks.access.gpu.races")  # not the verb
    monkeypatch.setattr(module, "MOST_STEPS", 500)
    tape = GpuTape((2,), (1,), C=np.zeros((2, 2), np.float32))
    launch = tape.run(lambda t: counts_itself(t, looks=True)).launch()
    with pytest.raises(verdicts.Stop) as caught:
        races(launch)
    assert caught.value.status is Status.NOT_JUDGED
    assert caught.value.failure.why.text("zh")


# --- the definition -------------------------------------------------------------------------------


def unordered(launch: Launch, i: int, j: int, space: Space | None) -> bool:
    """Return whether two accesses race, by the definition."""
    if launch.address[i] != launch.address[j]:
        return False
    if space is not None and launch.is_shared[i] != (space == "shared"):
        return False
    if not (launch.is_write[i] or launch.is_write[j]):
        return False
    if launch.is_atomic[i] and launch.is_atomic[j]:
        return False
    return not comes_after(launch, i, j) and not handed_over(launch, i, j)


def comes_after(launch: Launch, i: int, j: int) -> bool:
    """Return whether j comes after i by a barrier, or because one thread does both."""
    if launch.block_number[i] != launch.block_number[j]:
        return False
    if launch.thread[i] == launch.thread[j] or launch.epoch[i] != launch.epoch[j]:
        return True
    same_warp = launch.thread[i] // WARP == launch.thread[j] // WARP
    return bool(same_warp and launch.warp_epoch[i] != launch.warp_epoch[j])


def handed_over(launch: Launch, i: int, j: int) -> bool:
    """Return whether atomic operations on another element put j behind i."""
    return any(
        launch.is_atomic[a]
        and launch.is_atomic[b]
        and launch.address[a] == launch.address[b] != launch.address[i]
        and comes_after(launch, i, a)
        and comes_after(launch, b, j)
        for a in range(i + 1, j)
        for b in range(a + 1, j)
    )


def first_race(launch: Launch, space: Space | None) -> tuple[int, int] | None:
    for j in range(len(launch)):
        for i in reversed(range(j)):
            if unordered(launch, i, j, space):
                return i, j
    return None


STEPS = st.sampled_from(["read", "write", "add", "pause"])
MEMORY = st.sampled_from([("C", (0, 0)), ("C", (0, 1)), ("s", (0,)), ("s", (1,))])


@given(st.data())
def test_the_first_race_is_that_of_the_definition(data: st.DataObject) -> None:
    """Threads do a little at random between barriers; many such launches race, many do not."""
    # Two warps where the block is wide; of it only the threads at the edge do anything.
    width = data.draw(st.sampled_from([2, 3, WARP + 2]))
    busy = [0, 1, width - 1]
    rounds = data.draw(st.lists(st.sampled_from(["block", "warp"]), max_size=3))
    work = st.lists(st.tuples(STEPS, MEMORY), max_size=2)
    plan = {
        (block, thread, step): data.draw(work)
        for block in range(2)
        for thread in busy
        for step in range(len(rounds) + 1)
    }

    def kernel(t: Thread) -> Iterator[Stop]:
        for step, kind in enumerate([*rounds, "end"]):
            for what, (name, index) in plan.get((t.bx, t.x, step), ()):
                if what == "pause":
                    yield t.pause()
                elif what == "read":
                    t.read(name, *index)
                else:
                    getattr(t, what)(name, *index, 1.0)
            if kind != "end":
                yield t.syncthreads() if kind == "block" else t.syncwarp()

    launch = ran(kernel, (2,), (width,))
    for space in (None, "shared", "global"):
        expected = first_race(launch, space)  # type: ignore[arg-type]
        if expected is None:
            races(launch, space)  # type: ignore[arg-type]
            continue
        with pytest.raises(CheckFailed) as caught:
            races(launch, space)  # type: ignore[arg-type]
        said = caught.value.failure.why.args
        i, j = expected
        assert said["place"] == launch.at(j)
        assert said["thread"] == launch.thread_index(int(launch.thread[i]))
        assert said["other"] == launch.thread_index(int(launch.thread[j]))
        assert said["block"] == launch.block_index(int(launch.block_number[i]))
