"""Which GPUs there are, what is said where none is, and who may use one."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from grader.engine import device_gpus
from grader.engine.device_gpus import Gpu, chosen, gpus_here, locked, missing, parse
from grader.errors import UsageError
from grader.messages import Message

LISTED = """0, GPU-5d2c1f6e-0000-1111-2222-333344445555, 9.0, NVIDIA H200
1, GPU-6e3d2a7f-0000-1111-2222-333344445555, 12.0, NVIDIA RTX PRO 6000, Max-Q
2, GPU-7f4e3b80-0000-1111-2222-333344445555, [N/A], NVIDIA Something
"""


def pretend(folder: Path, script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a program called nvidia-smi where the only PATH leads."""
    program = folder / "nvidia-smi"
    program.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)


def test_a_line_is_a_gpu_and_anything_else_is_none() -> None:
    one, two = parse(LISTED + "No devices were found\n")
    assert (one.index, one.cc, one.name) == (0, (9, 0), "NVIDIA H200")
    assert (two.index, two.cc, two.name) == (1, (12, 0), "NVIDIA RTX PRO 6000, Max-Q")


def test_nvidia_smi_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(tmp_path, f"cat <<'EOF'\n{LISTED}EOF", monkeypatch)
    assert [gpu.index for gpu in gpus_here()] == [0, 1]


@pytest.mark.parametrize(
    ("visible", "there"),
    [("1", [1]), ("GPU-5d2c", [0]), ("1,0", [0, 1]), ("", []), ("NoDevFiles", []), ("-1", [])],
)
def test_a_gpu_hidden_from_this_process_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, visible: str, there: list[int]
) -> None:
    pretend(tmp_path, f"cat <<'EOF'\n{LISTED}EOF", monkeypatch)
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", visible)
    assert [gpu.index for gpu in gpus_here()] == there


@pytest.mark.parametrize(
    "script", ["echo 'NVIDIA-SMI has failed' ; exit 9", "echo 'No devices were found'", "exit 0"]
)
def test_a_driver_that_fails_or_finds_nothing_is_no_gpu(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str
) -> None:
    pretend(tmp_path, script, monkeypatch)
    assert gpus_here() == ()


def test_no_driver_is_no_gpu(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert gpus_here() == ()


def test_the_first_thing_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    gpus = list(parse(LISTED))
    installed: set[str] = set()
    monkeypatch.setattr(device_gpus, "find_spec", lambda name: name in installed or None)
    monkeypatch.setattr(device_gpus, "_has_nvvm", lambda: "nvvm" in installed)
    said = [missing(())]
    for name in ("cupy", "numba_cuda", "nvvm"):
        said.append(missing(gpus))
        installed.add(name)
    texts = [message.text("en") for message in said if message is not None]
    assert "no NVIDIA GPU" in texts[0]
    assert ["CuPy" in texts[1], "numba-cuda" in texts[2], "NVVM" in texts[3]] == [True] * 3
    assert all("pip install 'rooflab[gpu]'" in text for text in texts[1:])
    assert missing(gpus) is None


def test_gpus_are_chosen_by_number() -> None:
    there = tuple(parse(LISTED))
    assert chosen(there, "") == there
    assert [gpu.index for gpu in chosen(there, "1, 0,1")] == [1, 0]
    for wanted in ("2", "0,x", ",", "-1"):
        with pytest.raises(UsageError, match="GPU 0 \\(NVIDIA H200\\)"):
            chosen(there, wanted)


def test_another_grader_waits_and_is_told_for_whom(tmp_path: Path) -> None:
    gpu = Gpu(0, "GPU-0a", (9, 0), "one")
    told: list[Message] = []
    waiting, entered = threading.Event(), threading.Event()

    def tell(message: Message) -> None:
        told.append(message)
        waiting.set()

    def other() -> None:
        with locked(gpu, tell, tmp_path):
            entered.set()

    thread = threading.Thread(target=other)
    with locked(gpu, told.append, tmp_path):
        thread.start()
        assert waiting.wait(60)
        assert not entered.is_set()
    thread.join()
    assert entered.is_set()
    assert [message.id for message in told] == ["device.waiting"]
    assert "pid" in told[0].text("en")


def test_two_gpus_have_two_locks(tmp_path: Path) -> None:
    told: list[Message] = []
    gpus = [Gpu(i, f"GPU-{i}", (9, 0), "one") for i in (0, 1)]
    with locked(gpus[0], told.append, tmp_path), locked(gpus[1], told.append, tmp_path):
        assert told == []


def test_locks_lie_in_a_folder_of_this_user_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    folder = device_gpus._runtime_folder()
    assert folder.parent == tmp_path
    assert folder.stat().st_mode & 0o077 == 0
    folder.rmdir()
    folder.symlink_to(tmp_path)
    with pytest.raises(UsageError):
        device_gpus._runtime_folder()
