"""`grader gpu` as a person runs it on a machine without a GPU, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from grader.cli import USAGE, device, main
from grader.engine import device as engine
from grader.engine import device_gpus, walls
from grader.engine.classroom import Classroom
from grader.engine.device_gpus import Gpu
from grader.report.device import DeviceReport
from tests.engine.device_class import BUNDLE, with_device


@pytest.fixture
def classroom(tiny_root: Path, tmp_path: Path) -> Path:
    return Classroom.create(tmp_path / "class", with_device(tiny_root)).folder


@pytest.fixture
def no_gpu(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hide nvidia-smi, so that these tests say the same on a machine with a GPU."""
    monkeypatch.setenv("PATH", str(tmp_path))


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["gpu", *map(str, arguments)])


@pytest.mark.usefixtures("no_gpu")
def test_without_a_gpu_it_says_so_and_nothing_is_lost(classroom: Path) -> None:
    english = run("b1", "--class", classroom)
    assert english.exit_code == 0
    assert "there is no NVIDIA GPU here" in english.stdout
    assert "No mark depends on it" in english.stdout
    assert "pip install 'rooflab[gpu]'" in english.stdout
    chinese = run("b1", "--class", classroom, "--lang", "zh", "--gpu", "0,1")
    assert chinese.exit_code == 0
    assert "没有可用的 NVIDIA GPU" in chinese.stdout
    assert list((classroom / "feedback").iterdir()) == []


@pytest.mark.usefixtures("no_gpu")
def test_the_sentence_is_a_record_too(classroom: Path) -> None:
    said = json.loads(run("b1", "--class", classroom, "--json").stdout)
    assert said["skipped"]["id"] == "device.no_gpu"


def test_a_gpu_without_its_libraries_is_told_what_to_install(
    classroom: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(device_gpus, "gpus_here", lambda: (Gpu(0, "GPU-0a", (9, 0), "one"),))
    monkeypatch.setattr(device_gpus, "find_spec", lambda name: None)
    result = run("b1", "--class", classroom)
    assert result.exit_code == 0
    assert "CuPy is missing" in result.stdout


def test_what_is_not_there_is_a_usage_error(
    classroom: Path, tiny_root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("b9", "--class", classroom).exit_code == USAGE
    assert run("b1", "--class", tmp_path / "none").exit_code == USAGE
    monkeypatch.setattr(device_gpus, "gpus_here", lambda: (Gpu(0, "GPU-0a", (9, 0), "one"),))
    monkeypatch.setattr(device_gpus, "missing", lambda there: None)
    refused = run("b1", "--class", classroom, "--gpu", "0,1")
    assert refused.exit_code == USAGE
    assert "no GPU with the number 1" in refused.output
    (tiny_root / "solutions" / BUNDLE / "u1_rooms" / "device.py").unlink()
    assert "no unit of b1_rooms" in run("b1", "--class", classroom).output


def test_a_run_prints_a_table_and_leaves_a_record_and_no_result(
    classroom: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = DeviceReport(bundle=BUNDLE, rung="A", gpus=("GPU 0 (one)",), seed=5, tried=())
    monkeypatch.setattr(device_gpus, "gpus_here", lambda: (Gpu(0, "GPU-0a", (9, 0), "one"),))
    monkeypatch.setattr(device_gpus, "missing", lambda there: None)
    monkeypatch.setattr(walls, "choose_rung", lambda **_: "A")
    monkeypatch.setattr(engine.ClassTrial, "run", lambda self, *_: report)
    result = run("b1", "--class", classroom, "--seed", "5")
    assert result.exit_code == 0, result.output
    assert "b1_rooms on GPU 0 (one)" in result.stdout
    written = json.loads((classroom / "feedback" / "gpu-b1_rooms.json").read_text("utf-8"))
    assert written["seed"] == 5
    assert list((classroom / "results").iterdir()) == []
    assert not (classroom / "gradebook.db").exists()


def test_inputs_are_new_unless_a_seed_is_given(
    classroom: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(device.secrets, "randbits", lambda bits: bits)
    seeds: list[int] = []

    def noted(classroom: object, course: object, bundle: object, seed: int) -> object:
        seeds.append(seed)
        raise KeyboardInterrupt

    monkeypatch.setattr(engine, "ClassTrial", noted)
    run("b1", "--class", classroom)
    run("b1", "--class", classroom, "--seed", "3")
    assert seeds == [32, 3]
