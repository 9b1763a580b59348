"""What is said of one submission, for everything that its kernels can do.

The compiler and the GPU are stand-ins (a kernel does what its name says); the runner is a process.
"""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from grader.engine.device_bench import ROUNDS, Bench, Cases, Job
from grader.engine.device_gpus import Gpu
from grader.report.device import Kernel, Setting
from tests.engine import device_stub
from tests.engine.device_class import DEVICE, UNIT, UNIT_LIKE, FakeZygote

Tell = Any


@pytest.fixture
def tell(tmp_path: Path) -> Tell:
    """Return what is told of a submission whose two kernels do what the names say."""
    device: Any = ModuleType("device")
    exec(DEVICE, vars(device))

    def told(naive: str, shared: str, unanswered: frozenset[str] = frozenset()) -> Setting:
        hang = "hang" in naive + shared
        bench = Bench(
            gpu=Gpu(0, "GPU-0a", (9, 0), "one"),
            zygote=FakeZygote(),  # type: ignore[arg-type]
            cases={UNIT: Cases(UNIT_LIKE, device, 1)},
            program=(sys.executable, str(device_stub.__file__), str(tmp_path / "log")),
            launch_s=2.0 if hang else 60.0,
        )
        cell = f"# naive: {naive}\n# shared: {shared}"
        found = bench.examine(Job(UNIT, ((0, cell),), unanswered))
        assert found.gpu == "GPU 0 (one)"
        (setting,) = found.settings
        assert setting.constants == "TILE = 2"
        return setting

    return told


def outcomes(kernel: Kernel) -> list[str]:
    return [each.outcome for each in kernel.launched]


def reasons(kernel: Kernel) -> list[str]:
    return [each.why.id for each in kernel.launched if each.why is not None]


def test_right_kernels_are_compared(tell: Tell) -> None:
    setting = tell("right", "right_too")
    assert all(kernel.right and len(kernel.launched) == 3 for kernel in setting.kernels)
    (compared,) = setting.compared
    assert (compared.kernel, compared.against, compared.rounds) == ("shared", "naive", ROUNDS)
    assert (compared.ratio.middle, compared.size) == (1.0, "M = 4, N = 5")


def test_a_wrong_value_is_named_and_nothing_is_timed(tell: Tell) -> None:
    setting = tell("right", "idle")
    assert setting.kernels[0].right
    assert outcomes(setting.kernels[1]) == ["wrong"] * 3
    text = setting.kernels[1].launched[0].why.text("en")
    assert "C[0, 0] should be" in text
    assert "not nan" in text
    assert setting.compared == ()


@pytest.mark.parametrize(
    ("does", "why"), [("input", "device.changed"), ("stray", "device.strayed")]
)
def test_right_values_are_not_all(tell: Tell, does: str, why: str) -> None:
    setting = tell(does, "right")
    assert outcomes(setting.kernels[0]) == ["wrong"] * 3
    assert set(reasons(setting.kernels[0])) == {why}
    assert setting.kernels[1].right


@pytest.mark.parametrize(("does", "why"), [("illegal", "device.error"), ("die", "device.died")])
def test_a_kernel_that_ends_its_runner_costs_its_own_launches_alone(
    tell: Tell, does: str, why: str
) -> None:
    setting = tell(does, "right")
    assert outcomes(setting.kernels[0]) == ["failed", "not_tried", "not_tried"]
    assert reasons(setting.kernels[0]) == [why, *["device.skipped_after"] * 2]
    assert setting.kernels[1].right
    assert setting.compared == ()


def test_a_kernel_that_hangs_at_one_size_is_killed_there(tell: Tell) -> None:
    setting = tell("right", "hang")
    assert setting.kernels[0].right
    assert outcomes(setting.kernels[1]) == ["right", "failed", "not_tried"]
    assert reasons(setting.kernels[1]) == ["device.hung", "device.skipped_after"]


def test_both_may_end_it(tell: Tell) -> None:
    setting = tell("die", "illegal")
    for kernel in setting.kernels:
        assert outcomes(kernel) == ["failed", "not_tried", "not_tried"]


@pytest.mark.parametrize(
    ("does", "why"), [("untypable", "device.not_compiled"), ("unknown_abi", "device.head")]
)
def test_what_cannot_be_launched_is_not(tell: Tell, does: str, why: str) -> None:
    setting = tell(does, "right")
    assert (outcomes(setting.kernels[0]), reasons(setting.kernels[0])) == (["not_tried"], [why])
    assert not setting.kernels[0].right
    assert setting.kernels[1].right
    assert setting.compared == ()


def test_a_stub_is_not_tried(tell: Tell) -> None:
    setting = tell("right", "right", frozenset({"shared"}))
    assert reasons(setting.kernels[1]) == ["device.not_written"]
    assert setting.kernels[0].right


def test_a_notebook_that_ends_its_box_says_where(tell: Tell) -> None:
    setting = tell("right", "endless")
    assert setting.kernels == ()
    assert setting.why.id == "device.ended_in_cell"


def test_the_inputs_follow_from_the_seed() -> None:
    device: Any = ModuleType("device")
    exec(DEVICE, vars(device))
    one, same, other = (Cases(UNIT_LIKE, device, seed) for seed in (1, 1, 2))
    size = (4, 5)
    assert (one.given(size)["A"] == same.given(size)["A"]).all()
    assert (one.given(size)["A"] != other.given(size)["A"]).any()
    assert one.given(size) is one.given(size)
