"""The filter of each machine, read by an interpreter: what it allows, refuses and kills.

aarch64 was never run on hardware. What can be known without: its numbers are those of the kernel's
headers, and its filter gives the answers of the one that is tried by attacks. In `./dev long` an
emulated processor is attacked as well (tests/emulated).
"""

from __future__ import annotations

import errno
import re
from pathlib import Path

import pytest

from grader.box.walls import machines, seccomp, syscalls
from grader.box.walls.bpf import ALLOW, KILL, refuse
from tests.box.bpf_machine import answer, reachable_ends

EXTRACT = Path(__file__).parent / "aarch64_calls.txt"
HEADERS = {
    "x86_64": Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
    "aarch64": Path("/usr/aarch64-linux-gnu/include/asm-generic/unistd.h"),
}
PID = 7
EPERM, ENOSYS, ENOTTY = refuse(errno.EPERM), refuse(errno.ENOSYS), refuse(errno.ENOTTY)
# Calls of the rules that aarch64 has under another name only, or not at all (arch_prctl).
OLDER_FORMS = {
    *("open", "creat", "stat", "lstat", "access", "readlink", "getdents", "rename", "mkdir"),
    *("rmdir", "unlink", "poll", "select", "epoll_create", "epoll_wait", "pipe", "dup2", "pause"),
    *("alarm", "getpgrp", "arch_prctl"),
}
THREAD = 0x3D0F00  # what pthread_create asks clone for
NEW_USER, NEW_NET, SIGCHLD = 0x10000000, 0x40000000, 17

on_every_machine = pytest.mark.parametrize("machine", sorted(machines.NUMBERS))


def asked(machine: str, name: str, *arguments: int) -> int:
    program = seccomp.program(PID, machine)
    number = machines.NUMBERS[machine][name]
    return answer(program, machines.ARCHITECTURE[machine], number, arguments)


def header_numbers(path: Path) -> dict[str, int]:
    """Return the numbers of a header; asm-generic names some through __NR3264_…"""
    named = dict(re.findall(r"^#define __NR(?:3264)?_(\w+)\s+(\d+)$", path.read_text(), re.M))
    return {name: int(number) for name, number in named.items()}


def extracted() -> dict[str, int]:
    lines = EXTRACT.read_text("ascii").splitlines()
    pairs = " ".join(line for line in lines if not line.startswith("#")).split()
    return {name: int(number) for name, number in (pair.split("=") for pair in pairs)}


def test_aarch64_numbers_are_those_of_debians_headers() -> None:
    numbers = extracted()
    assert len(numbers) > 300
    ours = machines.NUMBERS["aarch64"]
    assert {name: numbers.get(name) for name in ours} == ours
    direct = syscalls.NUMBERS["aarch64"]
    assert {name: numbers.get(name) for name in direct} == direct


def test_what_aarch64_leaves_out_does_not_exist_there() -> None:
    left_out = set(machines.NUMBERS["x86_64"]) - set(machines.NUMBERS["aarch64"])
    assert left_out == OLDER_FORMS
    assert not left_out & set(extracted())


@on_every_machine
def test_numbers_are_those_of_installed_headers(machine: str) -> None:
    if not HEADERS[machine].exists():
        pytest.skip(f"{HEADERS[machine]} is not installed")
    numbers = header_numbers(HEADERS[machine])
    ours = machines.NUMBERS[machine]
    # Headers older than a call lack it; what both know has to agree.
    assert {name: numbers[name] for name in ours if name in numbers} == {
        name: number for name, number in ours.items() if name in numbers
    }
    assert len(ours.keys() & numbers.keys()) > 0.95 * len(ours)
    if machine == "aarch64":
        assert {name: number for name, number in numbers.items() if name in OLDER_FORMS} == {}


def test_every_rule_has_a_number_on_x86_64_and_none_is_given_twice() -> None:
    rules = [name for name, _ in seccomp._rules(PID)]
    assert len(rules) == len(set(rules))
    assert set(rules) == set(machines.NUMBERS["x86_64"])


@on_every_machine
def test_a_number_belongs_to_one_call(machine: str) -> None:
    numbers = machines.NUMBERS[machine].values()
    assert len(numbers) == len(set(numbers))


@on_every_machine
def test_the_filter_is_well_formed(machine: str) -> None:
    program = seccomp.program(PID, machine)
    assert reachable_ends(program)
    assert len(program) // 8 <= 4096  # BPF_MAXINSNS


@on_every_machine
@pytest.mark.parametrize("name", ["read", "write", "mmap", "futex", "openat", "newfstatat"])
def test_what_python_needs_is_allowed(machine: str, name: str) -> None:
    assert asked(machine, name) == ALLOW


@on_every_machine
@pytest.mark.parametrize("name", ["ptrace", "bpf", "mount", "pivot_root", "io_uring_setup"])
def test_tools_of_attack_are_killed(machine: str, name: str) -> None:
    assert asked(machine, name) == KILL


@on_every_machine
def test_clone_makes_threads_only(machine: str) -> None:
    """The flags are clone's argument 0 on both; what differs is the order of the last two."""
    assert asked(machine, "clone", THREAD) == ALLOW
    assert asked(machine, "clone", SIGCHLD) == EPERM
    assert asked(machine, "clone", THREAD | NEW_USER) == EPERM
    assert asked(machine, "clone", THREAD | NEW_NET) == EPERM
    assert asked(machine, "clone3", 0) == ENOSYS


@on_every_machine
def test_arguments_decide_where_the_danger_is_in_them(machine: str) -> None:
    assert asked(machine, "kill", PID, 9) == ALLOW
    assert asked(machine, "kill", PID + 1, 9) == EPERM
    assert asked(machine, "tgkill", PID + 1, 1, 9) == EPERM
    assert asked(machine, "ioctl", 0, 0x5401) == ALLOW
    assert asked(machine, "ioctl", 0, 0x5412) == ENOTTY  # TIOCSTI types for the user
    assert asked(machine, "fcntl", 3, 1) == ALLOW
    assert asked(machine, "fcntl", 3, 8) == EPERM  # F_SETOWN
    assert asked(machine, "socketpair", 1, 1) == ALLOW
    assert asked(machine, "socketpair", 1, 2) == EPERM  # datagrams
    assert asked(machine, "prctl", 15) == ALLOW
    assert asked(machine, "prctl", 4, 1) == EPERM  # PR_SET_DUMPABLE


@on_every_machine
@pytest.mark.parametrize("pointer", [1, 1 << 32, 0x5600 << 48])
def test_limits_are_read_and_not_set(machine: str, pointer: int) -> None:
    """Neither half of the pointer may be set; aarch64 ignores its top byte as an address."""
    assert asked(machine, "prlimit64", 0, 7, 0) == ALLOW
    assert asked(machine, "prlimit64", 0, 7, pointer) == EPERM


@on_every_machine
def test_all_other_numbers_are_refused(machine: str) -> None:
    """By number, not by name: with the table of another machine most of these would be allowed."""
    program = seccomp.program(PID, machine)
    listed = set(machines.NUMBERS[machine].values())
    unlisted = [number for number in range(600) if number not in listed]
    given = {answer(program, machines.ARCHITECTURE[machine], number) for number in unlisted}
    assert given == {EPERM}


@on_every_machine
def test_other_calling_conventions_are_killed(machine: str) -> None:
    """32-bit programs, x32, and the number -1 that a tracer leaves."""
    program = seccomp.program(PID, machine)
    i386, arm = 0x40000003, 0x40000028
    others = {i386, arm, *machines.ARCHITECTURE.values()} - {machines.ARCHITECTURE[machine]}
    assert {answer(program, other, 0) for other in others} == {KILL}
    own = machines.ARCHITECTURE[machine]
    assert {answer(program, own, number) for number in (0x40000000, 0x40000001, -1)} == {KILL}


def test_sockets_and_programs_have_no_rule() -> None:
    numbers = extracted()
    program = seccomp.program(PID, "aarch64")
    for name in ("socket", "connect", "execve", "execveat", "setns", "unshare", "fchmodat"):
        assert answer(program, machines.ARCHITECTURE["aarch64"], numbers[name]) == EPERM
