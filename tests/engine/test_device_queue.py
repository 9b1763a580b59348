"""The queue and its runners as real processes: a stub in place of the program that opens a GPU."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from grader.engine import device_process
from grader.engine.device_gpus import Gpu
from grader.engine.device_launch import Launch
from grader.engine.device_process import Lost, Runner
from grader.engine.device_queue import run_queue
from grader.errors import BoxError
from tests.engine import device_stub
from tests.engine.device_stub import compiled

GPUS = (Gpu(0, "GPU-0a", (9, 0), "one"), Gpu(1, "GPU-1b", (9, 0), "two"))
A = np.arange(6, dtype=np.float32).reshape(2, 3)
B = np.arange(12, dtype=np.float32).reshape(3, 4)
HASTY_S = 0.5
"""For launches that hang on purpose; all others may take as long as the machine needs."""


def launch(name: str) -> Launch:
    arguments = (A, B, np.zeros((2, 4), np.float32))
    return Launch(compiled(name), name, (1, 1), (4, 4), arguments, (2,))


def limit_s(name: str) -> float:
    return HASTY_S if "hang" in name else device_process.LAUNCH_S


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "log"


@pytest.fixture
def program(log: Path) -> tuple[str, ...]:
    return (sys.executable, str(device_stub.__file__), str(log))


def events(log: Path) -> list[list[str]]:
    """Return (gpu, process, event, …) in the order in which they were written."""
    return [line.split() for line in log.read_text("utf-8").splitlines()]


def test_a_runner_answers_until_it_is_closed(program: tuple[str, ...], log: Path) -> None:
    with Runner(GPUS[1], program) as runner:
        for _ in range(2):
            assert np.array_equal(runner.run(launch("right")).outputs[0], A @ B)
    # Whether it still says that it ends, or is killed before, nobody cares.
    assert [(e[0], e[2]) for e in events(log)][:3] == [
        ("GPU-1b", "start"),
        ("GPU-1b", "launch"),
        ("GPU-1b", "launch"),
    ]


def test_times_are_of_the_kept_launches(program: tuple[str, ...]) -> None:
    with Runner(GPUS[0], program) as runner:
        for name in ("one", "two"):
            runner.run(launch(name), keep=True)
        assert runner.times_ms(4, 2).shape == (4, 2)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("illegal", "device.error"),
        ("die", "device.died"),
        ("hang", "device.hung"),
    ],
)
def test_a_launch_that_fails_says_how(program: tuple[str, ...], name: str, why: str) -> None:
    with Runner(GPUS[0], program, launch_s=limit_s(name)) as runner, pytest.raises(Lost) as lost:
        runner.run(launch(name))
    assert lost.value.why.id == why


def test_a_lost_runner_stays_lost(program: tuple[str, ...]) -> None:
    with Runner(GPUS[0], program) as runner:
        for _ in range(2):
            with pytest.raises(Lost):
                runner.run(launch("die"))


def test_a_program_that_does_not_start_is_our_failure_with_its_last_words() -> None:
    program = (sys.executable, "-c", "raise SystemExit('no module named cupy')")
    with pytest.raises(BoxError, match="no module named cupy"):
        Runner(GPUS[0], program)


LIAR = """
import socket, sys
import numpy as np
from grader.box import wire
channel = socket.socket(fileno=int(sys.argv[2]))
wire.send(channel, wire.Kind.READY, 0, None, keep_layout=False)
frame = wire.receive(channel, allow_layout=True)
answer = eval(sys.argv[1])
wire.send(channel, wire.Kind.RETURNED, frame.nonce, answer, keep_layout=False)
wire.receive(channel)
"""
GOOD = "np.zeros((2, 4), np.float32)"


@pytest.mark.parametrize(
    "answer",
    [
        "None",
        "{'outputs': (), 'changed': (), 'strayed': ()}",
        f"{{'outputs': ({GOOD},), 'changed': ()}}",
        f"{{'outputs': ({GOOD},), 'changed': (), 'strayed': (3,)}}",
        f"{{'outputs': ({GOOD},), 'changed': (True,), 'strayed': ()}}",
        f"{{'outputs': ({GOOD}.T,), 'changed': (), 'strayed': ()}}",
        f"{{'outputs': ({GOOD}.astype('f8'),), 'changed': (), 'strayed': ()}}",
    ],
)
def test_an_answer_that_cannot_be_one_is_refused(answer: str) -> None:
    program = (sys.executable, "-c", LIAR, answer)
    with Runner(GPUS[0], program) as runner, pytest.raises(Lost) as lost:
        runner.run(launch("right"))
    assert lost.value.why.id == "device.garbled"


KEEPER = """
import signal, sys
from grader.engine.device_gpus import Gpu
from grader.engine.device_process import Runner
runner = Runner(Gpu(0, "GPU-0a", (9, 0), "one"), sys.argv[1:])
print(runner._process.pid, flush=True)
signal.pause()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells of a parent's death")
def test_a_runner_that_cannot_hear_dies_with_its_keeper(program: tuple[str, ...]) -> None:
    keeper = subprocess.Popen([sys.executable, "-c", KEEPER, *program], stdout=subprocess.PIPE)
    assert keeper.stdout is not None
    with keeper, keeper.stdout:
        runner = os.pidfd_open(int(keeper.stdout.readline()))
        # As deaf as one whose GPU hangs.
        signal.pidfd_send_signal(runner, signal.SIGSTOP)
        keeper.kill()
        ended = select.poll()
        ended.register(runner, select.POLLIN)
        assert ended.poll(60_000)
    os.close(runner)


def test_a_runner_sees_one_gpu_and_no_secret(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("A_TOKEN", "secret")
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "0,1")
    given = device_process.environment(GPUS[1], str(tmp_path))
    assert given["CUDA_VISIBLE_DEVICES"] == "GPU-1b"
    assert given["HOME"] == str(tmp_path)
    assert "A_TOKEN" not in given


# --- the queue ------------------------------------------------------------------------------------

Serve = Callable[[str], str]


def test_each_gpu_serves_one_job_at_a_time_whatever_the_jobs_do(
    program: tuple[str, ...], log: Path
) -> None:
    @contextmanager
    def station(gpu: Gpu) -> Iterator[Serve]:
        def serve(job: str) -> str:
            note = f"{gpu.uuid} 0"
            with open(log, "a", encoding="utf-8") as file:
                file.write(f"{note} job {job}\n")
            try:
                with Runner(gpu, program, launch_s=limit_s(job)) as runner:
                    runner.run(launch(job))
            except Lost as lost:
                return lost.why.id
            finally:
                with open(log, "a", encoding="utf-8") as file:
                    file.write(f"{note} done {job}\n")
            return "right"

        yield serve

    jobs = ["right-1", "hang-1", "die-1", "illegal-1", "right-2", "hang-2", "right-3", "right-4"]
    came = dict(run_queue(GPUS, jobs, station))
    assert came == {
        "right-1": "right",
        "hang-1": "device.hung",
        "die-1": "device.died",
        "illegal-1": "device.error",
        "right-2": "right",
        "hang-2": "device.hung",
        "right-3": "right",
        "right-4": "right",
    }
    seen = events(log)
    served = 0
    for gpu in GPUS:
        mine = [e for e in seen if e[0] == gpu.uuid]
        steps = [e[2] for e in mine if e[2] != "end"]
        # Never two at once: a job, its one runner, its launch, its end, and only then the next.
        assert steps == ["job", "start", "launch", "done"] * (len(steps) // 4)
        served += len(steps) // 4
    assert served == len(jobs)


def test_both_gpus_work_at_once() -> None:
    """Each job waits for the other one: with one worker it would wait for ever."""
    together = threading.Barrier(2, timeout=60)

    @contextmanager
    def station(gpu: Gpu) -> Iterator[Callable[[int], str]]:
        def serve(job: int) -> str:
            together.wait()
            return gpu.uuid

        yield serve

    assert {gpu for _, gpu in run_queue(GPUS, [1, 2], station)} == {"GPU-0a", "GPU-1b"}


def test_a_gpu_that_is_waited_for_holds_up_nobody() -> None:
    never = threading.Event()

    @contextmanager
    def station(gpu: Gpu) -> Iterator[Callable[[int], str]]:
        if gpu is GPUS[0]:
            never.wait()
        yield lambda job: gpu.uuid

    came = list(run_queue(GPUS, [1, 2, 3], station))
    never.set()
    assert came == [(1, "GPU-1b"), (2, "GPU-1b"), (3, "GPU-1b")]


def test_our_own_failure_ends_the_run() -> None:
    @contextmanager
    def station(gpu: Gpu) -> Iterator[Callable[[int], str]]:
        raise BoxError(device_process.say("device.garbled"))
        yield str  # type: ignore[unreachable]

    with pytest.raises(BoxError):
        list(run_queue(GPUS, [1, 2], station))
