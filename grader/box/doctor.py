"""Which walls hold on this machine, proved by attacking a throwaway box of each rung from inside.

Version numbers and configuration files say little: a kernel may let `unshare` succeed and refuse
the mount that follows. So the doctor builds the very box that a student would get, sends
`attacker.py` into it as a cell, and counts an attack as stopped only if it got no answer through.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from grader.box import advice
from grader.box.answers import BoxDied, Raised, Returned
from grader.box.keeper import Box, Zygote
from grader.box.limits import MIB
from grader.box.walls import Rung
from grader.course import Limits
from grader.errors import BoxError
from grader.messages import Message, say

ATTACKS = (
    "read_secret",
    "write_outside",
    "signal_keeper",
    "read_environment",
    "read_memory",
    "trace_keeper",
    "limit_keeper",
    "tcp",
    "udp",
    "abstract_socket",
    "fork",
    "execute",
    "user_namespace",
    "raise_limit",
)
_EXIT_CODE = 77
_LIMITS = Limits(memory_mb=256)


@dataclass(frozen=True)
class Attack:
    """One attempt to get out."""

    name: str
    blocked: bool
    detail: str
    """The exception that stopped it, or what it managed to do."""

    @property
    def title(self) -> Message:
        """Return the attempt in words."""
        return say(f"box.attack.{self.name}")


@dataclass(frozen=True)
class RungReport:
    """What one rung is worth here."""

    rung: Rung
    holds: bool
    """Whether the box could be built and everything the rung promises was stopped."""
    attacks: tuple[Attack, ...]
    why_not: Message | None = None
    would_help: tuple[Message, ...] = ()
    """What would make it hold, where it could not be built."""


def probe() -> tuple[RungReport, ...]:
    """Return a report for every rung, strongest first."""
    return tuple(probe_rung(rung) for rung in Rung)


@cache
def best_rung() -> Rung:
    """Return the strongest rung that holds; D, which promises nothing, if no other does."""
    return next((rung for rung in Rung if rung is Rung.D or probe_rung(rung).holds), Rung.D)


def probe_rung(rung: Rung) -> RungReport:
    """Attack a throwaway box of one rung; a proof that broke off is made once more.

    Out of memory the kernel kills, and so may a person. That proves nothing about a rung, and a
    class is not graded behind weaker walls for it. What the kernel refuses is not asked twice.
    """
    if rung is not Rung.D and sys.platform != "linux":
        return _cannot_be_built(rung, say("box.only_linux", system=sys.platform))
    if os.name != "posix":
        return _cannot_be_built(rung, say("box.not_posix"))
    try:
        return _proved(rung)
    except _BrokeOff:
        pass
    try:
        return _proved(rung)
    except _BrokeOff as again:
        return _cannot_be_built(rung, again.why)


class _BrokeOff(Exception):
    """A proof ended before it showed anything."""

    def __init__(self, why: Message) -> None:
        super().__init__(why.id)
        self.why = why


def _proved(rung: Rung) -> RungReport:
    try:
        with _targets() as target:
            attacks = _attack(rung, target)
    except BoxError as error:
        if error.message.id != "box.no_zygote":
            raise _BrokeOff(error.message) from error
        detail = str(error.message.args.get("detail", ""))
        return _cannot_be_built(rung, advice.why(detail), detail)
    except BoxDied as death:  # under code of ours that no limit ends
        raise _BrokeOff(death.why) from death
    leaks = [attack for attack in attacks if not attack.blocked]
    if leaks and rung is not Rung.D:
        names = ", ".join(attack.name for attack in leaks)
        return RungReport(rung, False, attacks, say("box.leak", names=names))
    return RungReport(rung, True, attacks)


def _cannot_be_built(rung: Rung, why_not: Message, detail: str = "") -> RungReport:
    helps = advice.what_would_help(detail, advice.this_machine())
    return RungReport(rung, False, (), why_not, helps)


def _attack(rung: Rung, target: dict[str, Any]) -> tuple[Attack, ...]:
    source = (Path(__file__).parent / "attacker.py").read_text("utf-8")
    attacks: list[Attack] = []
    with Zygote(rung, secrets=[Path(target["secret"])], kind="probe") as zygote:
        remaining = list(ATTACKS)
        while remaining:
            with zygote.open_box(_LIMITS) as box:
                box.run_cell(source, 0)
                while box.alive and remaining:
                    attacks.append(_attempt(box, remaining.pop(0), target))
    return tuple(attacks)


def _attempt(box: Box, name: str, target: dict[str, Any]) -> Attack:
    try:
        outcome = box.call(name, (target,), {})
    except BoxDied as death:
        # `execute` replaces the attacker by a program that ends with a code of our choosing.
        ran = death.why.args.get("code") == _EXIT_CODE
        return Attack(name, not ran, death.why.id)
    match outcome:
        case Returned(value=value):
            return Attack(name, False, str(value))
        case Raised(type_name=type_name, message=message):
            return Attack(name, True, f"{type_name}: {message}")
    # The attacks are ours: one that is missing is a mistake here, and proves nothing.
    return Attack(name, False, "the attack is missing")


@contextlib.contextmanager
def _targets() -> Iterator[dict[str, Any]]:
    """Set up what the attacks aim at: a secret file, a process, a port, a socket."""
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="grader-doctor-")))
        secret = folder / "secret"
        secret.write_text("secret", "utf-8")
        secret.chmod(0o600)
        port = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        name = f"grader-{secrets.token_hex(8)}"
        if sys.platform == "linux":
            listener = stack.enter_context(socket.socket(socket.AF_UNIX))
            listener.bind("\0" + name)
            listener.listen()
        # Not the keeper itself: a traced process stops.
        victim = stack.enter_context(_victim())
        yield {
            "secret": str(secret),
            "keeper": os.getpid(),
            "victim": victim.pid,
            "tcp_port": port.getsockname()[1],
            "socket_name": name,
            "exit_code": _EXIT_CODE,
            "too_many_bytes": 2 * _LIMITS.memory_mb * MIB,
        }


@contextlib.contextmanager
def _victim() -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "-I", "-S", "-c", "input()"]
    # Ctrl-C reaches it as well; what it says to that helps nobody.
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL) as victim:
        try:
            yield victim
        finally:
            victim.kill()
