"""The ladder on hosts that forbid walls, all of them *simulated*: see `restricted_host.py`.

The doctor runs as it is in a process that a filter holds, as root and as an ordinary user.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
NOBODY = 65_534
CANNOT = 75

pytestmark = pytest.mark.skipif(os.getuid() != 0, reason="only root can become another user")

DOCTOR = """
import json, sys
sys.path.insert(0, ".")
from functools import cache
from grader.box import doctor
from grader.report.doctor import doctor_lines
doctor.probe_rung = cache(doctor.probe_rung)
reports = doctor.probe()
print(json.dumps({
    "best": doctor.best_rung().value,
    "text": {lang: list(doctor_lines(reports, lang, 80)) for lang in ("en", "zh")},
    "rungs": {r.rung.value: {
        "holds": r.holds,
        "why": r.why_not and r.why_not.id,
        "detail": r.why_not and r.why_not.args.get("detail"),
        "helps": [m.id for m in r.would_help],
        "blocked": {a.name: a.blocked for a in r.attacks},
    } for r in reports},
}))
"""


def run_on(host: str, uid: int, *command: str) -> subprocess.CompletedProcess[str]:
    """Run Python with `command` on a simulated host, where `uid` can read Python."""
    stages = [str(HERE / "ordinary_user.py"), str(uid), sys.executable, "-B"]
    stages += [str(HERE / "restricted_host.py"), host, sys.executable, "-B"]
    done = subprocess.run(
        [sys.executable, "-B", *stages, *command], capture_output=True, text=True, check=False
    )
    if done.returncode == CANNOT:
        pytest.skip(f"the stage cannot be set: {done.stderr.strip()}")
    return done


@cache
def doctor_on(host: str, uid: int) -> Any:
    done = run_on(host, uid, "-c", DOCTOR)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def joined(lines: list[str]) -> str:
    return " ".join(" ".join(lines).split())


either_user = pytest.mark.parametrize("uid", [NOBODY, 0], ids=["ordinary", "root"])

FORBIDS_NAMESPACES = [
    ("docker", NOBODY, "doctor.why_namespaces", "unshare"),
    ("docker", 0, "doctor.why_namespaces", "unshare"),
    ("no_mounts", NOBODY, "doctor.why_mounts", "mount /"),
    ("no_mounts", 0, "doctor.why_mounts", "mount /"),
    ("no_mapping", NOBODY, "doctor.why_users", "/proc/self/setgroups"),
]


@pytest.mark.parametrize(("host", "uid", "why", "detail"), FORBIDS_NAMESPACES)
def test_simulated_without_namespaces_rung_b_is_used_and_stops_every_attack(
    host: str, uid: int, why: str, detail: str
) -> None:
    found = doctor_on(host, uid)
    assert found["best"] == "B"
    a, b = found["rungs"]["A"], found["rungs"]["B"]
    assert (a["holds"], a["why"]) == (False, why)
    assert detail in a["detail"]
    assert b["holds"]
    assert len(b["blocked"]) == 14
    assert all(b["blocked"].values())


@pytest.mark.parametrize(("host", "uid", "why", "detail"), FORBIDS_NAMESPACES)
def test_simulated_without_namespaces_the_doctor_says_why_and_what_would_help(
    host: str, uid: int, why: str, detail: str
) -> None:
    found = doctor_on(host, uid)
    english = joined(found["text"]["en"])
    assert "✗ A namespaces, Landlock, seccomp, resource limits why not: " in english
    assert "✓ B Landlock, seccomp, resource limits (no namespaces) 14 of 14" in english
    assert english.endswith("grading uses rung B.")
    assert found["text"]["zh"][-1] == "评分将使用 B 级。"
    helps = found["rungs"]["A"]["helps"]
    # no_mapping stands for AppArmor's setting, which this machine does not have.
    assert helps == (
        ["doctor.get_namespaces"] if host == "no_mapping" else ["doctor.get_container"]
    )
    assert "to get it: " in english


@pytest.mark.parametrize(
    ("host", "help_id"),
    [
        ("no_landlock", "doctor.get_newer_container"),
        ("landlock_off", "doctor.get_landlock_enabled"),
        ("old_docker", "doctor.get_newer_container"),
    ],
)
@either_user
def test_simulated_without_landlock_root_has_rung_c_and_an_ordinary_user_has_none(
    host: str, uid: int, help_id: str
) -> None:
    found = doctor_on(host, uid)
    assert found["best"] == ("D" if uid else "C")
    b, c = found["rungs"]["B"], found["rungs"]["C"]
    assert (b["holds"], b["why"], b["helps"]) == (False, "doctor.why_landlock", [help_id])
    if uid:
        assert (c["holds"], c["why"]) == (False, "doctor.lack_root")
        assert c["helps"] == ["doctor.get_root"]
        assert "no isolating rung holds" in joined(found["text"]["en"])
    else:
        assert c["holds"]
        assert len(c["blocked"]) == 14
        assert all(c["blocked"].values())
        assert "grading uses rung C." in joined(found["text"]["en"])


@pytest.mark.parametrize("host", ["docker", "no_landlock"])
def test_simulated_without_walls_the_attacks_of_the_doctor_still_succeed(host: str) -> None:
    """The control: what stops them above are our walls, not the simulation's filter."""
    blocked = doctor_on(host, 0)["rungs"]["D"]["blocked"]
    got_through = {name for name, stopped in blocked.items() if not stopped}
    needed = {"read_secret", "write_outside", "signal_keeper", "limit_keeper"}
    assert needed | {"tcp", "udp", "abstract_socket", "fork", "execute"} <= got_through


@pytest.mark.long
@pytest.mark.parametrize(
    ("host", "uid", "rung"), [("docker", NOBODY, "B"), ("docker", 0, "B"), ("old_docker", 0, "C")]
)
def test_simulated_boxes_work_and_die_as_everywhere(host: str, uid: int, rung: str) -> None:
    files = [str(HERE / name) for name in ("test_calls.py", "test_deaths.py", "test_channel.py")]
    chosen = ("-k", f"rung_{rung}", *files)
    done = run_on(host, uid, "-m", "pytest", "-q", "-p", "no:cacheprovider", *chosen)
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout


@pytest.mark.long
@either_user
def test_simulated_docker_stops_the_whole_corpus_of_attacks(uid: int) -> None:
    """All of tests/attacks, where the strongest rung is B."""
    attacks = str(HERE.parent / "attacks")
    done = run_on("docker", uid, "-m", "pytest", "-q", "-p", "no:cacheprovider", attacks)
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout
