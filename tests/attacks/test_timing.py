"""Functions that try to look fast, and the verdict on each. No test here depends on a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from grader.box import Limits, Rung, Zygote
from grader.checks.timing import TimingReport
from grader.course import Course
from grader.engine.timing import Plan, time_in
from grader.errors import BoxError

SIZE, ROUNDS, WARM_UPS = 20_000, 8, 2
LIMITS = Limits(cpu_s=0.5, cell_cpu_s=5, memory_mb=256)
HONEST = "def f(x, out):\n    out[:] = 2 * x + 1\n"
NTH = "calls = 0\ndef f(x, out):\n    global calls\n    calls += 1\n"


@dataclass(frozen=True)
class Reference:
    cells: tuple[str, ...] = (HONEST,)
    name: Mapping[str, str] = field(default_factory=lambda: {"zh": "参考", "en": "reference"})
    entry_point: str = "f"


@dataclass(frozen=True)
class Doubling:
    """A unit of which `f(x, out)` stores 2 x + 1."""

    rungs: tuple[Reference, ...] = (Reference(),)
    entry_point: str = "f"
    sizes: tuple[int, ...] = (SIZE,)
    moved: Mapping[str, str] = field(default_factory=lambda: {"zh": "两个数组", "en": "two arrays"})
    format: str = "fp32"

    def case(self, size: int) -> Any:
        kwargs = {"x": np.zeros(size, np.float32), "out": np.zeros(size, np.float32)}
        return SimpleNamespace(
            label=f"n = {size}",
            kwargs=kwargs,
            outputs=("out",),
            flop=2 * size,
            moved_bytes=8 * size,
        )

    def expected(self, given: Mapping[str, Any]) -> Mapping[str, Any]:
        return {"out": 2 * given["x"] + 1}


COURSE: Any = SimpleNamespace(
    TIMINGS={},
    roof=lambda machine, format, lang: SimpleNamespace(
        machine=machine, flop_per_s=1e12, bytes_per_s=1e11
    ),
    beneath=lambda roof, flop, moved, rate: SimpleNamespace(
        attainable_flop_per_s=1e10, limiter="bandwidth", share=rate / 1e10, above=False
    ),
)


@pytest.fixture(scope="module")
def zygote(best_rung: str) -> Iterator[Zygote]:
    with Zygote(Rung(best_rung)) as zygote:
        yield zygote


@pytest.fixture
def timed(zygote: Zygote, tiny: Course) -> Any:
    import msgspec

    def run(*cells: str, timing: Any = None, size: int | None = SIZE) -> TimingReport:
        unit = msgspec.structs.replace(tiny.unit("u1"), limits=LIMITS)
        plan = Plan(
            unit=unit,
            file="mine.py",
            cells=tuple(enumerate(cells)),
            timing=timing or Doubling(),
            walls=Rung.A,
            size=size,
            rounds=ROUNDS,
        )
        return time_in(zygote, plan, COURSE, "machine", "en", alone=True).report

    return run


def refusal(report: TimingReport) -> str:
    assert report.refused is not None
    assert (report.timed, report.comparisons, report.work) == ((), (), None)
    return report.refused.id


def reasons(report: TimingReport) -> set[str]:
    assert report.refused is None
    return {why.id for comparison in report.comparisons for why in comparison.reasons}


def test_an_honest_function_is_timed_beside_the_reference(timed: Any) -> None:
    """The control: every attack below differs from this one in the function alone."""
    report = timed(HONEST)
    assert report.refused is None
    assert [t.reference for t in report.timed] == [False, True]
    assert [c.rung.en for c in report.comparisons] == ["reference"]
    assert report.rounds == ROUNDS
    assert "timing.beside" not in reasons(report)
    assert all(0 < t.ms.low <= t.ms.middle <= t.ms.high for t in report.timed)


def test_the_function_counts_each_call_once(timed: Any) -> None:
    report = timed(NTH + f"    assert calls <= {WARM_UPS + ROUNDS}\n    out[:] = 2 * x + 1\n")
    assert report.refused is None
    report = timed(NTH + f"    assert calls < {WARM_UPS + ROUNDS}\n    out[:] = 2 * x + 1\n")
    assert refusal(report) == "timing.raised"


def test_results_kept_by_identity(timed: Any) -> None:
    """`cache[id(x)]`: the inputs are other numbers at the next call. Wrong, no time."""
    report = timed(
        "kept = {}\n"
        "def f(x, out):\n"
        "    if id(x) not in kept: kept[id(x)] = 2 * x + 1\n"
        "    out[:] = kept[id(x)]\n"
    )
    assert refusal(report) == "timing.wrong"


def test_results_kept_by_content(timed: Any) -> None:
    """`cache[x.tobytes()]`: no content comes twice, so it never has one ready. Timed as it is."""
    report = timed(
        "kept = {}\n"
        "def f(x, out):\n"
        "    assert x.tobytes() not in kept, 'it came again'\n"
        "    kept[x.tobytes()] = out[:] = 2 * x + 1\n"
    )
    assert report.refused is None


def test_outputs_left_from_the_call_before(timed: Any) -> None:
    """Nothing done from the third call on: the outputs were poisoned. No time."""
    report = timed(NTH + "    if calls < 3: out[:] = 2 * x + 1\n")
    assert refusal(report) == "timing.stopped_working"
    assert report.refused.args["call"] == 1
    assert report.refused.args["got"] == "nan"


def test_every_second_call_left_out(timed: Any) -> None:
    """Each result is looked at, not the last one alone. No time."""
    report = timed(NTH + "    if calls % 2 or calls == 2: out[:] = 2 * x + 1\n")
    assert refusal(report) == "timing.stopped_working"
    assert report.refused.args["call"] == 2


def test_clocks_replaced(timed: Any) -> None:
    """`time.perf_counter` and all its kin stand still: the clock is the keeper's. Timed as it is."""
    report = timed(
        "import time\n"
        "for name in ('time', 'perf_counter', 'monotonic', 'process_time'):\n"
        "    setattr(time, name, lambda: 0.0)\n"
        "    setattr(time, name + '_ns', lambda: 0)\n" + HONEST
    )
    assert report.refused is None
    assert report.timed[0].ms.low > 0


def test_a_thread_that_lives_on(timed: Any) -> None:
    """It works whenever the box is thawed: CPU time beside the calls gives it away. Inconclusive."""
    report = timed(
        "import threading\n"
        "def spin():\n"
        "    while True: pass\n"
        "threading.Thread(target=spin, daemon=True).start()\n" + HONEST
    )
    # Where every processor is busy it works between the calls; then the times lie too far apart.
    assert reasons(report) & {"timing.beside", "timing.wide"}
    assert not report.conclusive


def test_work_put_off_until_the_clock_has_stopped(timed: Any) -> None:
    """Our server patched: `run` does nothing, `outputs` computes. Inconclusive, by CPU time."""
    report = timed(
        HONEST.replace("2 * x + 1", "sum(x / 256 for _ in range(512)) + 1") + "\n"
        "from _box.inside.timing import Held\n"
        "run, outputs = Held.run, Held.outputs\n"
        "Held.run = lambda self, times: None\n"
        "Held.outputs = lambda self: (run(self, 1), outputs(self))[1]\n"
    )
    assert "timing.beside" in reasons(report)


def test_our_random_numbers_replaced(timed: Any) -> None:
    """`np.random` patched to give zeros, so that a result can be known: ours were bound before."""
    report = timed(
        "import numpy as np\n"
        "np.random.Generator = np.random.PCG64 = np.random.default_rng = None\n" + HONEST
    )
    assert report.refused is None


def test_inputs_that_should_be_kept(timed: Any) -> None:
    """The inputs arrive read-only: a write into one is an exception. No time."""
    assert refusal(timed("def f(x, out):\n    x[:] = 0\n    out[:] = 1\n")) == "timing.raised"


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("import os; os._exit(3)", "box.exit"),
        ("import ctypes; ctypes.string_at(0)", "box.signal"),
        ("sum(iter(int, 1))", "box.time"),
        ("print('x' * 2**22)", "box.output"),
    ],
    ids=["exit", "crash", "endless", "flood"],
)
def test_an_end_in_the_middle(timed: Any, body: str, why: str) -> None:
    """The fourth call ends the box, within its limits. No time, and the call is named."""
    report = timed(NTH + f"    if calls == 4: {body}\n    out[:] = 2 * x + 1\n")
    assert refusal(report) == "timing.died"
    assert report.refused.args["call"] == 4
    assert report.refused.args["why"].id == why
    assert [note.id for note in report.notes] == ["timing.smaller"] * (why == "box.time")


def test_a_cell_that_ends_the_box(timed: Any) -> None:
    """A cell that leaves the process: no time, and the cell is named."""
    report = timed("x = 1", "import os; os._exit(0)", HONEST)
    assert refusal(report) == "timing.died_in_cell"
    assert report.refused.args["cell"] == 2


def test_a_cell_that_fails_is_noted(timed: Any) -> None:
    report = timed("1 / 0", HONEST)
    assert report.refused is None
    assert [note.id for note in report.notes] == ["timing.cell_failed"]


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("def f(x, out):\n    out[:] = 2 * x", "timing.wrong"),
        ("def f(x, out):\n    pass", "timing.wrong"),
        ("def f(x, out):\n    return 2 * x + 1", "timing.wrong"),
        ("def f(x, out):\n    out = 2 * x + 1", "timing.wrong"),
        ("def f(x):\n    return x", "timing.raised"),
        ("def f(x, out):\n    raise NotImplementedError", "timing.raised"),
        ("def g(x, out):\n    out[:] = 2 * x + 1", "timing.missing"),
    ],
    ids=range(7),
)
def test_wrong_results_are_not_timed(timed: Any, source: str, why: str) -> None:
    assert refusal(timed(source)) == why


def test_without_a_size_a_slow_function_gets_a_smaller_one(timed: Any) -> None:
    """What it takes at the smallest size decides, and not what others have the machine do."""
    slow = "def f(x, out):\n    if len(x) == 8: sum(range(200_000))\n"
    timing = Doubling(sizes=(8, 8_000))
    report = timed(slow + "    out[:] = 2 * x + 1\n", timing=timing, size=None)
    assert report.work.label == "n = 8"
    assert [note.id for note in report.notes] == ["timing.smaller_size"]
    report = timed(HONEST, timing=Doubling(sizes=(SIZE, SIZE + 1)), size=None)
    assert report.work.label == f"n = {SIZE + 1}"
    assert report.notes == ()


@pytest.mark.parametrize("cell", ["1 / 0", HONEST.replace("+ 1", "+ 2"), "import os; os._exit(1)"])
def test_a_reference_that_fails_is_our_fault(timed: Any, cell: str) -> None:
    with pytest.raises(BoxError, match="the course's fault"):
        timed(HONEST, timing=Doubling(rungs=(Reference(cells=(cell,)),)))
