"""What a submission can reach from inside, and what it leaves for the next one: nothing."""

from __future__ import annotations

import os
import select
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import grader
from grader.box import Limits, Returned, Rung, Zygote, best_rung, doctor, host, probe_rung
from grader.errors import BoxError
from grader.messages import say

REPOSITORY = Path(grader.__file__).parents[1]


def answer(box: Any, *args: Any) -> Any:
    return box.call("f", args, {})


def test_attacks_succeed_without_walls() -> None:
    """The control: an attack that could never succeed would prove nothing about the walls."""
    report = probe_rung(Rung.D)
    assert report.holds
    got_through = {attack.name for attack in report.attacks if not attack.blocked}
    needed = {"read_secret", "write_outside", "signal_keeper", "limit_keeper"}
    needed |= {"tcp", "udp", "abstract_socket", "fork", "execute"}
    assert needed <= got_through


@pytest.mark.parametrize("rung", [Rung.A, Rung.B, Rung.C])
def test_a_rung_holds_only_if_every_attack_was_stopped(rung: Rung) -> None:
    report = probe_rung(rung)
    stopped = bool(report.attacks) and all(attack.blocked for attack in report.attacks)
    assert report.holds == stopped
    assert (report.why_not is None) == report.holds
    if report.attacks:
        assert tuple(attack.name for attack in report.attacks) == doctor.ATTACKS


def test_every_attack_has_a_title_and_exists() -> None:
    source = (Path(doctor.__file__).parent / "attacker.py").read_text("utf-8")
    for name in doctor.ATTACKS:
        assert f"def {name}(" in source
        assert doctor.Attack(name, True, "").title.text("zh")


@pytest.mark.parametrize(("message", "times"), [("box.no_zygote", 1), ("box.zygote_died", 2)])
def test_only_a_proof_that_broke_off_is_made_again(
    message: str, times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the kernel refuses, it refuses again: a zygote started for that takes a second."""
    asked = []

    def attack(rung: Rung, target: object) -> tuple[doctor.Attack, ...]:
        asked.append(rung)
        raise BoxError(say(message, rung="A", detail="unshare: [Errno 1]"))

    monkeypatch.setattr(doctor, "_attack", attack)
    report = probe_rung(Rung.A)
    assert (report.holds, report.attacks, len(asked)) == (False, (), times)
    assert report.why_not is not None


def test_a_leak_makes_a_rung_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    leak = doctor.Attack("tcp", blocked=False, detail="connected")
    monkeypatch.setattr(doctor, "_attack", lambda rung, target: (leak,))
    report = probe_rung(Rung.A)
    assert not report.holds
    assert report.why_not is not None
    assert "tcp" in report.why_not.text("en")


def test_the_repository_cannot_be_read(open_box: Any) -> None:
    source = "import os\ndef f(path):\n    return os.listdir(path)"
    for path in (REPOSITORY, REPOSITORY / "grader"):
        assert answer(open_box(source), str(path)).type_name in (
            "FileNotFoundError",
            "PermissionError",
        )


@pytest.mark.parametrize("path", ["/proc/self/status", "/etc/passwd", "/etc/hostname", "/root"])
def test_the_host_cannot_be_read(open_box: Any, path: str) -> None:
    raised = answer(open_box("def f(path):\n    open(path).read()"), path)
    assert raised.type_name in ("FileNotFoundError", "PermissionError", "IsADirectoryError")
    raised = answer(open_box("import os\ndef f(path):\n    os.listdir(path)"), path)
    assert raised.type_name in ("FileNotFoundError", "PermissionError", "NotADirectoryError")


def test_the_keepers_environment_is_not_inherited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "swordfish")
    with Zygote(best_rung(), kind="probe") as zygote, zygote.open_box(Limits()) as box:
        box.run_cell("import os\ndef f():\n    return 'swordfish' in str(os.environ)", 0)
        assert answer(box) == Returned(False)


def test_four_descriptors_are_open(open_any: Any) -> None:
    source = """
import os
def f():
    found = []
    for fd in range(1024):
        try:
            os.fstat(fd)
        except OSError:
            continue
        found.append(fd)
    return found
"""
    assert answer(open_any(source)) == Returned([0, 1, 2, 3])


def test_python_itself_cannot_be_changed(open_box: Any) -> None:
    source = "import numpy\ndef f():\n    open(numpy.__file__, 'a')"
    assert answer(open_box(source)).type_name in ("OSError", "PermissionError")


@pytest.mark.parametrize(
    "call",
    [
        "os.chmod('.', 0o777)",
        "os.setuid(0)",
        "os.symlink('/etc', 'link')",
        "socket.socket()",
        "subprocess.run(['/bin/true'])",
        "resource.setrlimit(resource.RLIMIT_CPU, (1, 1))",
        "os.kill(os.getppid() or 2, 0)",
        "fcntl.fcntl(3, fcntl.F_SETOWN, 1)",
    ],
)
def test_a_call_outside_the_list_is_refused(open_box: Any, call: str) -> None:
    source = f"import fcntl, os, resource, socket, subprocess\ndef f():\n    {call}"
    assert answer(open_box(source)).type_name in ("PermissionError", "ValueError")


def test_a_box_has_no_rights(open_box: Any) -> None:
    source = """
import ctypes
libc = ctypes.CDLL(None)
def f():
    PR_CAPBSET_READ, held = 23, []
    return libc.prctl(38, 1, 0, 0, 0), libc.prctl(4, 1, 0, 0, 0)
"""
    # The filter refuses prctl altogether, so the process cannot make itself dumpable again.
    assert answer(open_box(source)) == Returned((-1, -1))


def test_the_next_box_is_fresh(open_any: Any) -> None:
    poison = """
import builtins, math, os, random, numpy
math.sqrt = lambda x: 42
builtins.sum = lambda x: 42
numpy.random.seed(7)
open("left_behind", "w").close()
os.environ["LEFT"] = "1"
"""
    look = """
import math, os
def f():
    return math.sqrt(9), sum([1]), os.listdir("."), os.environ.get("LEFT")
"""
    assert answer(open_any(poison + "def f():\n    return 1")) == Returned(1)
    sqrt, total, files, left = answer(open_any(look)).value
    assert (sqrt, total, files, left) == (3.0, 1, ["cell_0.py"], None)


def test_random_numbers_and_hashes_repeat_in_every_box_and_zygote(zygote: Zygote) -> None:
    source = """
import random, numpy
def f():
    return random.random(), float(numpy.random.rand()), hash("a"), list({"x", "y", "z", "w"})
"""
    values = []
    with Zygote(best_rung(), kind="probe") as other:
        for host in (zygote, zygote, other):
            with host.open_box(Limits()) as box:
                box.run_cell(source, 0)
                values.append(answer(box))
    assert values[0] == values[1] == values[2]


def test_a_secret_inside_a_bound_folder_is_refused() -> None:
    with pytest.raises(BoxError) as caught:
        Zygote(Rung.D, secrets=[Path(os.__file__)])
    assert caught.value.message.id == "box.secret_visible"


def test_a_secret_around_the_environment_is_fine(tmp_path: Path) -> None:
    with Zygote(Rung.D, secrets=[tmp_path, REPOSITORY], kind="probe") as zygote:
        zygote.open_box(Limits()).close()


def test_walls_that_fail_are_our_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    from grader.box import host

    monkeypatch.setattr(host, "quota", lambda limits: (1 << 20, 64, -1, 60))
    with Zygote(best_rung(), kind="probe") as zygote:
        with pytest.raises(BoxError) as caught:
            zygote.open_box(Limits())
        assert caught.value.message.id == "box.setup_failed"


def test_a_zygote_that_is_gone_is_our_failure() -> None:
    zygote = Zygote(Rung.D, kind="probe")
    zygote.close()
    with pytest.raises(BoxError) as caught:
        zygote.open_box(Limits())
    assert caught.value.message.id == "box.zygote_died"


def test_boxes_die_with_their_zygote() -> None:
    with Zygote(best_rung(), kind="probe") as zygote:
        box = zygote.open_box(Limits())
        box.run_cell("def f():\n    return 1", 0)
    assert box._process.wait_exit(10_000)
    box.close()


def test_boxes_die_with_a_keeper_that_is_killed() -> None:
    source = """
import os, sys, time
from grader.box import Limits, Rung, Zygote
zygote = Zygote(Rung(sys.argv[1]), kind="probe")
box = zygote.open_box(Limits())
print(box._process.visible_pid, flush=True)
box.run_cell("while True: pass", 0)
"""
    keeper = subprocess.Popen(
        [sys.executable, "-c", source, best_rung().value],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
    )
    assert keeper.stdout is not None
    box = os.pidfd_open(int(keeper.stdout.readline()))
    keeper.kill()
    keeper.communicate()
    poller = select.poll()
    poller.register(box, select.POLLIN)
    assert poller.poll(60_000)
    os.close(box)


def test_a_zygote_killed_in_the_middle_of_a_call_is_our_failure() -> None:
    with Zygote(best_rung(), kind="probe") as zygote, zygote.open_box(Limits()) as box:
        zygote._host._program.kill()
        with pytest.raises(BoxError):
            box.run_cell("while True: pass", 0)
        with pytest.raises(BoxError):
            box.call("f", (), {})


def test_a_box_that_is_gone_before_it_is_seen_leaves_no_descriptor(
    zygote: Zygote, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when its zygote is killed: our failure, and nothing is left open."""

    def gone(_pidfd: int) -> int:
        raise BoxError(say("box.unreadable", detail="Pid"))

    before = os.listdir("/proc/self/fd")
    with monkeypatch.context() as patch:
        patch.setattr(host, "visible_pid", gone)
        with pytest.raises(BoxError):
            zygote.open_box(Limits())
    assert os.listdir("/proc/self/fd") == before
