"""Why a rung does not hold and what would raise it, for machines that are not at hand."""

from __future__ import annotations

import pytest

from grader.box import advice, groups
from grader.box.advice import Machine
from grader.box.walls import machines, seccomp
from grader.messages import say

LINUX = Machine(system="linux", processor="x86_64", root=False)
UBUNTU = {"kernel/apparmor_restrict_unprivileged_userns": "1", "user/max_user_namespaces": "63535"}
# What a zygote said, word for word, where the step in question was refused.
UNSHARE = "PermissionError: [Errno 1] unshare: Operation not permitted"
NO_SPACE = "OSError: [Errno 28] unshare: No space left on device"
SETGROUPS = "PermissionError: [Errno 13] Permission denied: '/proc/self/setgroups'"
UID_MAP = "PermissionError: uid_map: the kernel refused the mapping"
MOUNT = "PermissionError: [Errno 1] mount /: Operation not permitted"
NO_LANDLOCK = "OSError: [Errno 38] landlock_create_ruleset: Function not implemented"
LANDLOCK_OFF = "OSError: [Errno 95] landlock_create_ruleset: Operation not supported"
NOT_ROOT = "PermissionError: only root can become a throwaway user"
CLOSED_PYTHON = "PermissionError: another user cannot read this Python installation"
NO_TABLE = "OSError: seccomp: no system call table for this machine"


def machine(**changed: object) -> Machine:
    return Machine(**{"system": "linux", "processor": "x86_64", "root": False} | changed)  # type: ignore[arg-type]


def helps(detail: str, where: Machine) -> list[str]:
    return [message.id for message in advice.what_would_help(detail, where)]


@pytest.mark.parametrize(
    ("detail", "step"),
    [
        (UNSHARE, "namespaces"),
        (NO_SPACE, "namespaces"),
        (SETGROUPS, "users"),
        (UID_MAP, "users"),
        (MOUNT, "mounts"),
        (NO_LANDLOCK, "landlock"),
        (LANDLOCK_OFF, "landlock"),
        (NOT_ROOT, "root"),
        (CLOSED_PYTHON, "python"),
        (NO_TABLE, "machine"),
        ("MemoryError: ", "other"),
    ],
)
def test_the_step_that_failed_is_named(detail: str, step: str) -> None:
    assert advice.failed_step(detail) == step
    why = advice.why(detail)
    assert why.id.startswith("doctor.")
    assert why.id.endswith(f"_{step}")
    assert why.text("zh")
    assert why.text("en")


@pytest.mark.parametrize("detail", [SETGROUPS, MOUNT])
def test_ubuntu_24_04_is_told_the_setting_of_apparmor(detail: str) -> None:
    (message,) = advice.what_would_help(detail, machine(settings=UBUNTU))
    assert "kernel.apparmor_restrict_unprivileged_userns=0" in message.text("en")
    assert "kernel.apparmor_restrict_unprivileged_userns=0" in message.text("zh")


def test_settings_for_ordinary_users_are_no_advice_for_root() -> None:
    assert helps(UNSHARE, machine(root=True, settings=UBUNTU)) == ["doctor.get_namespaces"]


@pytest.mark.parametrize("root", [True, False])
def test_a_maximum_of_no_namespaces_binds_everybody(root: bool) -> None:
    settings = {"user/max_user_namespaces": "0"}
    assert helps(NO_SPACE, machine(root=root, settings=settings)) == [
        "doctor.set_max_user_namespaces"
    ]


def test_an_older_debian_is_told_its_own_setting() -> None:
    settings = {"kernel/unprivileged_userns_clone": "0"}
    assert helps(UNSHARE, machine(settings=settings)) == ["doctor.set_unprivileged_userns_clone"]


@pytest.mark.parametrize("found", [{"filtered": True}, {"confined": True}])
def test_a_container_is_told_what_docker_takes(found: dict[str, bool]) -> None:
    (message,) = advice.what_would_help(UNSHARE, machine(root=True, **found))
    assert "--security-opt seccomp=unconfined --security-opt apparmor=unconfined" in message.text(
        "en"
    )


@pytest.mark.parametrize(
    ("detail", "filtered", "help_id"),
    [
        (NO_LANDLOCK, False, "doctor.get_kernel"),
        (NO_LANDLOCK, True, "doctor.get_newer_container"),
        (LANDLOCK_OFF, False, "doctor.get_landlock_enabled"),
        (LANDLOCK_OFF, True, "doctor.get_landlock_enabled"),
    ],
)
def test_what_landlock_lacks(detail: str, filtered: bool, help_id: str) -> None:
    assert helps(detail, machine(filtered=filtered)) == [help_id]


def test_what_root_and_an_open_python_would_give() -> None:
    assert helps(NOT_ROOT, LINUX) == ["doctor.get_root"]
    assert helps(CLOSED_PYTHON, LINUX) == ["doctor.get_open_python"]


def test_other_systems_and_processors_are_told_to_go_elsewhere() -> None:
    assert helps("", machine(system="darwin")) == ["doctor.get_linux"]
    (message,) = advice.what_would_help(NO_TABLE, machine(processor="riscv64"))
    assert "x86_64, aarch64" in message.text("en")


def test_nothing_is_advised_where_nothing_is_known() -> None:
    assert helps("MemoryError: ", LINUX) == []


def test_a_machine_that_was_never_tried_says_so() -> None:
    assert machine(processor="aarch64").untried
    assert not LINUX.untried
    assert machines.UNTRIED.issubset(machines.NUMBERS)


def test_this_machine_can_be_looked_at() -> None:
    here = advice.this_machine()
    assert here.processor
    assert seccomp.available() == (here.processor in machines.NUMBERS)


@pytest.mark.parametrize(("root", "whose"), [(True, ""), (False, "--user ")])
def test_where_systemd_runs_a_command_gets_control_groups(
    monkeypatch: pytest.MonkeyPatch, root: bool, whose: str
) -> None:
    monkeypatch.setattr(groups, "delegated", lambda: say("doctor.groups_not_given"))
    unused, how = advice.about_groups(machine(root=root, systemd=True))
    assert "handed to this program" in unused.text("en")
    assert how.args["command"] == f"systemd-run {whose}--scope -p Delegate=yes grader …"
    assert [m.id for m in advice.about_groups(machine(root=root))] == ["doctor.groups_unused"]


def test_of_control_groups_only_what_helps_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(groups, "delegated", lambda: say("doctor.groups_missing"))
    assert len(advice.about_groups(machine(systemd=True))) == 1
    assert advice.about_groups(machine(system="darwin")) == ()
    monkeypatch.setattr(groups, "tried", lambda: None)
    assert [m.id for m in advice.about_groups(machine(systemd=True))] == ["doctor.groups_used"]
