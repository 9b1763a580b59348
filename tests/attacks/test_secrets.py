"""Tries to read what a box must not know: checks, salt, other work, the keeper, the host."""

from __future__ import annotations

import os
import platform
import socket
from pathlib import Path

import pytest

from grader.box import Raised, Returned
from tests.attacks.conftest import SALT, Arena

COURSE = Path(__file__).parents[1] / "tiny_course"
# Words that only the trusted side knows, spelled backwards: what searches memory for a word must
# not hold the word itself. The last one stands in the attacker's own memory: the control.
WORDS = (SALT, "test_price_follows_the_rate", "Hidden checks of the rooms", "SWORDFISH-7")
BACKWARDS = [word[::-1] for word in (*WORDS, "MY-OWN-MEMORY")]

SEARCH_OBJECTS = f"""
import gc, sys
mine = "MY-OWN-MEMORY"
def f():
    found = set()
    waiting, seen = [*gc.get_objects(), sys.modules], set()
    while waiting:
        thing = waiting.pop()
        if id(thing) in seen:
            continue
        seen.add(id(thing))
        text = thing if type(thing) is str else thing.decode("latin-1") if type(thing) is bytes else ""
        found.update(i for i, word in enumerate({BACKWARDS}) if word in text[::-1])
        waiting += gc.get_referents(thing)
    return sorted(found)
"""
# The heap around our objects, page by page: mincore() tells which pages there are, and write()
# answers EFAULT where reading would crash.
SEARCH_PAGES = f"""
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
libc.mincore.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p)
mine = b"MY-OWN-MEMORY" * 1
words = {[word.encode() for word in BACKWARDS]}
PAGE, STEP = 4096, 1 << 20
def f():
    found, read_mb = set(), 0
    r, w = os.pipe()
    vector = (ctypes.c_ubyte * (STEP // PAGE))()
    for seed in (id(object()), id(mine), id(type)):
        start = seed // STEP * STEP
        for low in range(max(start - (64 << 20), 0), start + (64 << 20), STEP):
            if libc.mincore(low, STEP, vector) != 0:
                continue
            if any(libc.write(w, ctypes.c_void_p(low + i), 1) != 1 for i in range(0, STEP, PAGE)):
                continue
            os.read(r, STEP // PAGE)
            data = ctypes.string_at(low, STEP)[::-1]
            read_mb += 1
            found.update(i for i, word in enumerate(words) if word in data)
    return sorted(found), read_mb
"""


def test_objects_of_the_interpreter(each_arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every object that gc reaches is searched: only the attacker's own word is there."""
    monkeypatch.setenv("TOKEN", "SWORDFISH-7")
    assert each_arena.judge(each_arena.solution()).points["claim"] == "2"  # the keeper knows them
    assert each_arena.ask(SEARCH_OBJECTS, cpu_s=20) == Returned([len(WORDS)])


def test_pages_of_memory(each_arena: Arena) -> None:
    """A hundred MiB around the heap are searched: nothing but the attacker's own word."""
    each_arena.judge(each_arena.solution())
    found, read_mb = each_arena.ask(SEARCH_PAGES, cpu_s=20).value
    assert found == [len(WORDS)]
    assert read_mb > 10


@pytest.mark.parametrize(
    "path",
    [
        COURSE / "solutions/b1_rooms/u1_rooms/test_hidden.py",
        COURSE / "assignments/b1_rooms/u1_rooms/inputs.py",
        Path(__file__),
        Path("/etc/passwd"),
        Path("/proc/self/maps"),
        Path("/proc/1/environ"),
        Path("/sys/kernel/notes"),
        Path("/dev/mem"),
    ],
    ids=lambda path: path.name,
)
def test_files_by_their_path(each_arena: Arena, path: Path) -> None:
    """Opened directly, through a descriptor of its folder, or as a file to execute: refused."""
    source = """
import os
def f(folder, name):
    for way in (
        lambda: open(os.path.join(folder, name), "rb").read(1),
        lambda: os.open(name, os.O_RDONLY, dir_fd=os.open(folder, os.O_PATH)),
        lambda: os.open(f"/proc/self/fd/{os.open(os.path.join(folder, name), os.O_PATH)}", 0),
        lambda: os.listdir(folder) if folder != "/etc" else 1 / 0,
        lambda: os.execv("/bin/cat", ["cat", os.path.join(folder, name)]),
    ):
        try:
            way()
        except (OSError, ZeroDivisionError):
            continue
        return "got through"
"""
    assert each_arena.ask(source, str(path.parent), path.name) == Returned(None)


@pytest.mark.parametrize("name", ["assignments", "solutions", "reference", "grader.checks.session"])
def test_modules_by_their_name(each_arena: Arena, name: str) -> None:
    """Imported by name: not found, or a stand-in with nothing in it."""
    source = f"""
import importlib
def f():
    try:
        module = importlib.import_module({name!r})
    except ImportError:
        return "missing"
    return type(module).__name__, sorted(n for n in vars(module) if n[:2] != "__")
"""
    came = each_arena.ask(source).value
    assert came == ("Mute", []) if name.startswith("grader") else came == "missing"


def test_what_the_student_before_left(each_arena: Arena) -> None:
    """Files, environment, modules and builtins of the box before: gone."""
    leave = """
import builtins, math, os, sys, types
builtins.left = math.left = os.environ["LEFT"] = "answer"
sys.modules["left"] = types.ModuleType("left")
for folder in (".", "/tmp", "/box", "/dev/shm"):
    try:
        open(f"{folder}/left", "w").write("answer")
    except OSError:
        pass
def f():
    return sorted(os.listdir("."))
"""
    look = """
import builtins, math, os, sys
def f():
    files = [p for p in ("left", "/tmp/left", "/box/left", "/dev/shm/left") if os.path.exists(p)]
    names = [hasattr(builtins, "left"), hasattr(math, "left"), "left" in sys.modules]
    return files, any(names), os.environ.get("LEFT")
"""
    assert "left" in each_arena.ask(leave).value
    assert each_arena.ask(look) == Returned(([], False, None))


def test_messages_to_a_service_of_the_host(each_arena: Arena, tmp_path: Path) -> None:
    """A datagram socket of one's own, sent to the host's log or an abstract name: refused."""
    # Short enough for a socket's name, and open to everybody as /dev/log is.
    folder = Path("/tmp") / f"grader-attack-{os.getpid()}"
    folder.mkdir(mode=0o777)
    folder.chmod(0o777)
    log, hidden = folder / "log", f"\0grader-attack-{os.getpid()}"
    source = """
import socket
def f(names):
    said = []
    for kind in (socket.SOCK_DGRAM, socket.SOCK_STREAM, socket.SOCK_SEQPACKET):
        for name in names:
            for send in ("sendto", "sendmsg"):
                try:
                    ours, _ = socket.socketpair(socket.AF_UNIX, kind)
                    ours.sendto(b"x", name) if send == "sendto" else ours.sendmsg([b"x"], [], 0, name)
                    said.append((int(kind), name, send))
                except OSError:
                    pass
    return said
"""
    try:
        with (
            socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as by_path,
            socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as by_name,
        ):
            by_path.bind(str(log))
            log.chmod(0o777)
            by_name.bind(hidden)
            assert each_arena.ask(source, [str(log), hidden]) == Returned([])
            for listener in (by_path, by_name):
                listener.setblocking(False)
                with pytest.raises(BlockingIOError):
                    listener.recv(1)
    finally:
        log.unlink(missing_ok=True)
        folder.rmdir()


NUMBERED = [
    ("memfd_create", 319, 279, "b'x', 0"),
    ("personality", 135, 92, "0x40000"),
    ("setns", 308, 268, "3, 0"),
    ("unshare", 272, 97, "0x20000"),
    ("vfork", 58, None, ""),
    ("execveat", 322, 281, "-100, b'/bin/sh', 0, 0, 0"),
    ("shmget", 29, 194, "0, 4096, 0o1600"),
    ("mq_open", 240, 180, "b'q', 0o102, 0, 0"),
    ("pidfd_send_signal", 424, 424, "0, 0, 0, 0"),
    ("process_madvise", 440, 440, "0, 0, 0, 0, 0"),
    ("name_to_handle_at", 303, 264, "-100, b'/usr', 0, 0, 0"),
    ("timer_create", 222, 107, "0, 0, 0"),
    ("setrlimit", 160, 164, "0, 0"),
    ("sched_setaffinity", 203, 122, "0, 8, bytes([255] * 8)"),
    ("link", 86, None, "b'a', b'b'"),
    ("clone_of_a_process", 56, 220, "17, 0, 0, 0, 0"),
    ("clone_of_a_namespace", 56, 220, "0x10010900, 0, 0, 0, 0"),
    ("F_SETOWN_high_bits", 72, 25, "3, (1 << 32) | 8, 1"),
    ("socketpair_of_netlink", 53, 199, "16, 3, 0, bytes(8)"),
]
"""A call, its number on x86_64 and on aarch64 (None: not there), and arguments."""


@pytest.mark.parametrize("call", NUMBERED, ids=[call[0] for call in NUMBERED])
def test_system_calls_that_python_does_not_offer(
    arena: Arena, call: tuple[str, int, int | None, str]
) -> None:
    """Made through `syscall`: EPERM."""
    name, x86_64, aarch64, arguments = call
    number = {"x86_64": x86_64, "aarch64": aarch64}.get(platform.machine())
    if number is None:
        pytest.skip(f"{platform.machine()} has no {name}, or its number is not known here")
    source = f"""
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
def f():
    args = [a if isinstance(a, bytes) else ctypes.c_long(a) for a in ({number}, {arguments})]
    return int(libc.syscall(*args)), ctypes.get_errno()
"""
    assert arena.ask(source) == Returned((-1, 1))


def test_hidden_inputs_told_by_an_exception_are_all_there_is(arena: Arena) -> None:
    """A message may quote the inputs of its own call, escaped and cut: no expected value."""
    tell = "def price(hours):\n    raise RuntimeError(f'seen {hours}\\x1b' + '.' * 9000)"
    came = arena.judge(arena.solution(), tell)
    failure = came.check("test_price_follows_the_rate").failure
    assert failure is not None
    assert "seen 2\\u001b" in failure.why.text("en")
    assert len(failure.why.text("en")) < 400
    assert (failure.got, failure.expected) == ("", "")


@pytest.mark.skipif(
    platform.machine() != "x86_64", reason="only x86-64 has calling conventions beside its own"
)
def test_a_raw_call_for_another_architecture_ends_the_box(arena: Arena) -> None:
    """`int 0x80` and x32 numbers mean other calls than the filter knows: CRASHED."""
    source = """
import ctypes, mmap
memory = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
memory.write(bytes.fromhex("b814000000cd80c3"))
getpid = ctypes.CFUNCTYPE(ctypes.c_long)(ctypes.addressof(ctypes.c_char.from_buffer(memory)))
def room_for(people):
    return getpid()
def price(hours):
    return ctypes.CDLL(None).syscall(0x40000000 | 39)
"""
    came = arena.judge(arena.solution(), source)
    assert {c.status.value for c in came.judged.result.checks} == {"CRASHED"}
