"""The accesses of a launch are carried out: what does not fit is named with its element."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.checks.access import Forged, counts
from grader.checks.access.gpu import decode_launch, replay_launch
from tests.checks.access.gpu.tape import GpuTape, Stop, Thread

NAN = float("nan")
DTYPES = ("float16", "float32", "float64", "bool", "int8", "int32", "int64", "uint8", "uint64")


def copied(t: Thread) -> Iterator[Stop]:
    """C = A, through shared memory."""
    t.write("sA", t.x, t.read("A", t.x))
    yield t.syncthreads()
    t.write("C", t.x, t.read("sA", t.x))


def tape_of(A: np.ndarray) -> GpuTape:
    tape = GpuTape((1,), (len(A),), {"sA": (len(A),)}, A.dtype.name, A=A, C=np.zeros_like(A))
    return tape.run(copied)


def refused(tape: GpuTape, **changed: object) -> Forged:
    launch = decode_launch(tape.payload(**changed))
    with pytest.raises(Forged) as caught:
        replay_launch(launch)
    for lang in ("zh", "en"):
        assert caught.value.why.text(lang)  # type: ignore[arg-type]
    return caught.value


@pytest.mark.parametrize("dtype", DTYPES)
def test_an_honest_record_is_accepted(dtype: str) -> None:
    launch = tape_of(np.array([0, 1, 1], dtype)).launch()
    assert launch.after["C"].tolist() == [0, 1, 1]
    counts(launch, "A", reads=3, writes=0)
    counts(launch, "sA", reads=3, writes=3)


def test_nan_is_nan_and_infinities_are_themselves() -> None:
    A = np.array([NAN, np.inf, -np.inf, -0.0], np.float32)
    A[0] = np.array([0x7FC00123], np.uint32).view(np.float32)[0]
    tape_of(A).launch()


@pytest.mark.parametrize("dtype", ["int64", "uint64"])
def test_large_integers_are_compared_as_they_were_sent(dtype: str) -> None:
    limits = np.iinfo(dtype)
    tape_of(np.array([limits.max, limits.min, 2**53 + 1], dtype)).launch()


@pytest.mark.parametrize("dtype", DTYPES)
def test_fresh_shared_memory_is_poison(dtype: str) -> None:
    def kernel(t: Thread) -> Iterator[Stop]:
        t.read("s", 1)
        return iter(())

    tape = GpuTape((1,), (1,), {"s": (2,)}, dtype).run(kernel)
    tape.launch()
    expected = {"f": NAN, "b": 1.0}.get(np.dtype(dtype).kind, 0x5A)
    assert dtype not in ("float32", "int8", "uint8", "bool") or tape.values == pytest.approx(
        [expected], nan_ok=True
    )
    tape.values[0] = 7.0
    assert refused(tape).where == "s[1]"


def test_shared_memory_is_poison_in_each_block() -> None:
    def kernel(t: Thread) -> Iterator[Stop]:
        if t.bx == 0:
            t.write("s", 0, 1.0)
        else:
            t.read("s", 0)
        return iter(())

    tape = GpuTape((2,), (1,), {"s": (1,)}).run(kernel)
    tape.launch()
    tape.values[1] = 1.0  # what the other block wrote
    found = refused(tape)
    assert found.why.args["held"] == "nan"


def test_a_read_of_what_never_stood_there() -> None:
    tape = tape_of(np.array([1, 2], np.float32))
    tape.values[1] = tape.values[4] = tape.values[5] = 9.0
    tape.now["C"][0] = 9.0
    # A[0] is 1.0 and 9.0 is written to sA[0]: a kernel may do that. A read may not be made up.
    tape.launch()
    tape.values[4] = 8.0
    found = refused(tape)
    assert (found.why.id, found.where) == ("access.read", "sA[0]")
    assert found.why.args == {"event": 5, "place": "sA[0]", "value": "8.0", "held": "9.0"}


def test_an_input_that_was_not_sent() -> None:
    tape = tape_of(np.array([1, 2], np.float32))
    tape.values[2] = 5.0
    assert refused(tape).where == "A[1]"


def test_a_zero_of_the_other_sign_is_another_value() -> None:
    tape = tape_of(np.array([-0.0, 1], np.float32))
    tape.values[0] = 0.0
    assert refused(tape).where == "A[0]"


@pytest.mark.parametrize(
    ("dtype", "value"),
    [
        *(("float32", 0.1), ("float32", 1e300), ("float16", 1e6), ("float16", 2049.0)),
        *(("int8", 128.0), ("uint8", -1.0), ("int32", 0.5), ("int64", 2.0**64)),
        *(("int32", NAN), ("uint64", np.inf), ("bool", 2.0)),
    ],
)
def test_a_value_that_the_array_cannot_hold(dtype: str, value: float) -> None:
    tape = tape_of(np.array([0, 1], dtype))
    tape.values[1] = value
    found = refused(tape)
    assert (found.why.id, found.where) == ("access.unfit", "sA[0]")
    assert found.why.args["kind"] == dtype


def test_the_first_access_that_does_not_fit_is_named() -> None:
    tape = tape_of(np.array([1, 2], np.float32))
    tape.values[3] = 0.1
    tape.values[2] = 7.0
    assert refused(tape).why.args["event"] == 3


def test_an_end_to_which_the_record_does_not_lead() -> None:
    tape = tape_of(np.array([1, 2], np.float32))
    tape.now["C"][1] = 3.0
    found = refused(tape)
    assert (found.why.id, found.where) == ("access.end", "C[1]")
    assert (found.why.args["came"], found.why.args["held"]) == ("3.0", "2.0")


def test_an_array_that_changed_though_nobody_wrote_it() -> None:
    tape = tape_of(np.array([1, 2], np.float32))
    tape.now["A"][1] = 3.0
    assert refused(tape).where == "A[1]"


def test_a_record_that_was_cut_short() -> None:
    tape = tape_of(np.array([1, 2], np.float32))
    runs = tape.payload()["runs"]
    runs[-1, 2] = 6
    codes, values = tape.payload()["codes"][:6], tape.payload()["values"][:6]
    assert refused(tape, runs=runs, codes=codes, values=values).where == "C[1]"


def test_accesses_of_an_atomic_are_replayed_like_others() -> None:
    def kernel(t: Thread) -> Iterator[Stop]:
        t.add("C", 0, 1.0)
        return iter(())

    tape = GpuTape((2,), (2,), C=np.zeros(1, np.float32)).run(kernel)
    assert tape.launch().after["C"].tolist() == [4]
    tape.values[2] = 0.0  # an addition that was lost
    assert refused(tape).where == "C[0]"


def test_a_launch_without_accesses() -> None:
    GpuTape((2,), (2,), A=np.zeros(3, np.float32)).run(lambda _: iter(())).launch()


def test_an_array_without_elements_and_one_without_axes() -> None:
    def kernel(t: Thread) -> Iterator[Stop]:
        t.write("C", t.read("C") + 1)
        return iter(())

    tape = GpuTape(C=np.zeros((), np.float32), A=np.zeros((0, 2), np.float32)).run(kernel)
    assert tape.launch().after["C"] == 1


@given(st.data())
def test_any_honest_launch_is_accepted_and_no_other_value(data: st.DataObject) -> None:
    steps = st.tuples(st.booleans(), st.sampled_from(["C", "s"]), st.integers(0, 2))
    plans = data.draw(st.lists(st.lists(steps, max_size=4), min_size=4, max_size=4))

    def kernel(t: Thread) -> Iterator[Stop]:
        for step, (writes, name, at) in enumerate(plans[2 * t.bx + t.x]):
            if writes:
                t.write(name, at, float(10 * step + t.x))
            else:
                t.read(name, at)
            yield t.pause()

    tape = GpuTape((2,), (2,), {"s": (3,)}, C=np.zeros(3, np.float32)).run(kernel)
    launch = tape.launch()
    reads = np.flatnonzero(~launch.is_write)
    if len(reads):
        tape.values[data.draw(st.sampled_from(reads.tolist()))] = 1000.0
        refused(tape)
