"""Ctrl-C at any stage: exit code 130, one sentence, nobody left, and the next run goes on."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.faults.class_of_twenty import grades, verdicts, written
from tests.faults.kills import LOOK_S, ROOT, grade_command
from tests.faults.processes import adopting, below, identities, left_of

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
Come = Callable[[int, Path], bool]


def proof(pid: int, folder: Path) -> bool:
    """The doctor's victim waits, and its zygote starts."""
    return bool(below(pid))


def keeper(pid: int, folder: Path) -> bool:
    """A keeper was just started and has not said yet that Ctrl-C is none of its business."""
    return any(process.role == "keeper" for process in below(pid))


def verdict(pid: int, folder: Path) -> bool:
    """Boxes are open, and a first verdict is stored."""
    return bool(verdicts(folder))


def interrupted(folder: Path, come: Come) -> subprocess.CompletedProcess[str]:
    """Run the command until `come` is true, then press Ctrl-C: the whole terminal group gets it."""
    process = subprocess.Popen(
        grade_command(folder, "--quiet", "--jobs", "1"),
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # A shell starts what runs in the background with Ctrl-C ignored, these tests for example.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        while not come(process.pid, folder):
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(LOOK_S)
                break
        os.killpg(process.pid, signal.SIGINT)
        out, error = process.communicate()
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
    return subprocess.CompletedProcess(process.args, process.returncode, out, error)


def test_ctrl_c_is_clean_at_every_stage_and_the_next_run_goes_on(graded: Path, whole: Path) -> None:
    for path in (graded / "results").iterdir():
        path.unlink()
    for come in (proof, keeper, verdict):
        had = verdicts(graded)
        with adopting():
            known = identities(below(os.getpid()))
            done = interrupted(graded, come)
            assert left_of(known) == []
        assert done.returncode == 130, (come, done.stderr)
        # One sentence: neither the doctor's victim nor a keeper adds what Python thinks of it.
        assert done.stderr == (
            "interrupted; what was judged is saved, run the same command again to go on.\n"
        ), come
        assert (graded / ".lock").read_text() == ""
        assert had.items() <= verdicts(graded).items() <= verdicts(whole).items()
    assert verdicts(graded)
    command = grade_command(graded, "--quiet", "--jobs", "1")
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    assert written(graded) == written(whole)
    assert grades(graded) == grades(whole)
