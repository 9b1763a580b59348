"""Held calls: what the keeper's clock is put around, and boxes that are frozen in between."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from grader.box import Box, BoxDied, Held, Limits, Missing, Raised, Ran, Zygote
from grader.box.inside.timing import LARGEST, refill
from grader.engine.timing import pinned
from grader.outcome import Status

SUM = "def f(x, y, out, times=1):\n    out[:] = times * (x + y)\n"


def arrays(*shape: int) -> dict[str, np.ndarray]:
    return {name: np.zeros(shape, np.float32) for name in ("x", "y", "out")}


def test_a_held_call_is_made_as_often_as_it_is_asked_for(open_any: Any) -> None:
    box = open_any(SUM)
    assert box.hold("f", arrays(3, 4) | {"times": 2}, ("out",)) == Held()
    for seed in (1, 2, 2**63):
        want = arrays(3, 4)
        refill({name: want[name] for name in ("x", "y")}, seed)
        box.refill(seed)
        assert np.isnan(box.fetch()["out"]).all()
        ran = box.run_held()
        assert isinstance(ran, Ran)
        assert ran.wall_s > 0
        assert np.array_equal(box.fetch()["out"], 2 * (want["x"] + want["y"]))


def test_an_empty_exchange_calls_nothing(open_box: Any) -> None:
    box = open_box(SUM)
    box.hold("f", arrays(2), ("out",))
    box.refill(1)
    assert isinstance(box.run_held(0), Ran)
    assert np.isnan(box.fetch()["out"]).all()


def test_two_seeds_give_two_contents_and_one_always_the_same() -> None:
    first, again, other = (arrays(100) for _ in range(3))
    for each, seed in ((first, 7), (again, 7), (other, 8)):
        refill(each, seed)
    assert all(np.array_equal(first[name], again[name]) for name in first)
    assert not any(np.array_equal(first[name], other[name]) for name in first)
    assert not np.array_equal(first["x"], first["y"])
    assert {abs(v) for v in first["x"]} <= set(range(LARGEST + 1))


def test_inputs_are_read_only_for_the_call(open_box: Any) -> None:
    box = open_box("def f(x, y, out):\n    x[0] = 1\n")
    box.hold("f", arrays(2), ("out",))
    box.refill(1)
    raised = box.run_held()
    assert isinstance(raised, Raised)
    assert raised.type_name == "ValueError"


def test_a_function_that_is_not_there_is_missing(open_box: Any) -> None:
    assert open_box("x = 1").hold("f", arrays(2), ("out",)) == Missing("f")


def test_an_output_that_is_no_array_is_the_callers_mistake(open_box: Any) -> None:
    with pytest.raises(ValueError, match="'z' is no array"):
        open_box(SUM).hold("f", arrays(2), ("z",))


def test_a_held_call_keeps_the_limits(open_any: Any) -> None:
    box = open_any("def f(out):\n    while True: pass\n", cpu_s=0.2)
    box.hold("f", {"out": np.zeros(1)}, ("out",))
    with pytest.raises(BoxDied) as died:
        box.run_held()
    assert died.value.status is Status.TIME_LIMIT


SPIN = """
import threading
def spin():
    while True: pass
def f(x, y, out):
    pass
threading.Thread(target=spin, daemon=True).start()
"""


def used_while_another_computes(box: Box, other: Box) -> float:
    """Return the CPU seconds of `box` during a call of another one."""
    other.hold("g", {"out": np.zeros(1)}, ("out",))
    before = box.cpu_s
    other.run_held()
    return box.cpu_s - before


@pytest.mark.skipif(sys.platform != "linux", reason="CPU clocks of other processes are Linux's")
def test_a_frozen_box_uses_no_time_even_with_a_thread_that_spins(open_any: Any) -> None:
    work = "import time\ndef g(out):\n"
    work += "    end = time.process_time() + 0.2\n    while time.process_time() < end: pass\n"
    box, other = open_any(SPIN), open_any(work)
    assert used_while_another_computes(box, other) > 0.01
    box.freeze()
    assert used_while_another_computes(box, other) < 0.01
    with box.thawed():
        assert box.hold("f", arrays(2), ("out",)) == Held()
    assert used_while_another_computes(box, other) < 0.01


def test_a_frozen_box_can_be_closed(open_any: Any) -> None:
    box = open_any(SUM)
    box.freeze()
    box.close()
    assert not box.alive


def test_a_box_that_dies_while_it_is_thawed_is_an_ordinary_death(open_any: Any) -> None:
    box = open_any("import os\ndef f(x, y, out):\n    os._exit(3)")
    box.hold("f", arrays(2), ("out",))
    box.freeze()
    with pytest.raises(BoxDied) as died, box.thawed():
        box.run_held()
    assert died.value.why.args == {"code": 3}


@pytest.fixture
def pinned_box(zygote: Zygote) -> Iterator[Box]:
    """A box whose zygote was started on one core."""
    with pinned() as alone:
        if not alone:
            pytest.skip("this system pins no process")
        with Zygote(zygote._host.rung) as here, here.open_box(Limits()) as box:
            yield box


def test_a_box_inherits_the_core_and_cannot_leave_it(pinned_box: Box) -> None:
    pinned_box.run_cell("import os\ndef f(): return os.sched_getaffinity(0)", 0)
    pinned_box.run_cell("def g(): os.sched_setaffinity(0, range(1024))", 1)
    cores = os.sched_getaffinity(0)
    assert len(cores) == 1
    assert pinned_box.call("f", (), {}).value == cores
    left = pinned_box.call("g", (), {})
    assert isinstance(left, Raised)
    assert left.type_name == "PermissionError"


def test_the_keeper_is_free_again_afterwards() -> None:
    before = os.sched_getaffinity(0)
    with pinned():
        assert os.sched_getaffinity(0) <= before
    assert os.sched_getaffinity(0) == before
