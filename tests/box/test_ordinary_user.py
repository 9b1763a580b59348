"""The same boxes for an ordinary user, and rung C, which needs a Python that others can read.

Run by root these tests repeat a part of the suite in a process that is another user; run by an
ordinary user the rest of the suite is that test already.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from grader.box import Rung

HERE = Path(__file__).parent
NOBODY = 65_534
CANNOT = 75

pytestmark = pytest.mark.skipif(os.getuid() != 0, reason="only root can become another user")


def run_as(uid: int, *command: str) -> subprocess.CompletedProcess[str]:
    """Run Python with `command` as `uid`, where that user can read Python and the checkout."""
    stage = str(HERE / "ordinary_user.py")
    whole = [sys.executable, "-B", stage, str(uid), sys.executable, "-B", *command]
    done = subprocess.run(whole, capture_output=True, text=True, check=False)
    if done.returncode == CANNOT:
        pytest.skip(f"the stage cannot be set: {done.stderr.strip()}")
    return done


def test_an_ordinary_user_gets_the_same_boxes() -> None:
    files = [str(HERE / name) for name in ("test_calls.py", "test_deaths.py", "test_channel.py")]
    done = run_as(NOBODY, "-m", "pytest", "-q", "-p", "no:cacheprovider", *files)
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout


@pytest.mark.long
def test_an_ordinary_user_is_stopped_as_well() -> None:
    """All of the attacks, on every rung that such a user can have here."""
    command = ("-m", "pytest", "-q", "-p", "no:cacheprovider", str(HERE.parent / "attacks"))
    done = run_as(NOBODY, *command)
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout


@pytest.mark.parametrize("uid", [NOBODY, 0], ids=["ordinary", "root"])
@pytest.mark.parametrize("rung", [Rung.A, Rung.B, Rung.C])
def test_the_rungs_of_each_user(uid: int, rung: Rung) -> None:
    source = f"from grader.box import Rung, probe_rung; print(probe_rung(Rung.{rung}))"
    refusals = ("doctor.why_", "doctor.lack_")
    done = run_as(uid, "-c", f"import sys; sys.path.insert(0, '.'); {source}")
    assert done.returncode == 0, done.stderr
    if rung is Rung.C and uid != 0:
        assert "doctor.lack_root" in done.stdout
    elif "holds=False" in done.stdout:
        # By the kernel: a box of ours that breaks while it is built is no reason to skip.
        assert any(f"id='{refusal}" in done.stdout for refusal in refusals), done.stdout
        pytest.skip(f"this machine has no rung {rung}: {done.stdout[:200]}")
    else:
        assert "blocked=False" not in done.stdout


def test_root_without_landlock_still_has_a_throwaway_user() -> None:
    names = ("test_calls.py", "test_deaths.py", "test_channel.py", "test_rung_limits.py")
    files = [str(HERE / name) for name in names]
    command = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "rung_C", *files)
    done = run_as(0, *command)
    assert done.returncode == 0, done.stdout
