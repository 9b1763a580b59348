"""The doctor's hostile submission: every function tries to get out and returns if it did.

This file is sent into a box as a cell, exactly as a student's code would be, and is never imported
by the grader. An attack that is stopped raises; one that gets through returns a few words.
"""

# ruff: noqa: D103, ARG001 - the titles of the attacks are in messages/box.toml; all take a target

import ctypes
import mmap
import os
import resource
import socket
from typing import Any

CLONE_NEWUSER = 0x10000000
PTRACE_ATTACH = 16

Target = dict[str, Any]


def read_secret(target: Target) -> str:
    with open(target["secret"]) as file:
        return f"read {len(file.read())} characters"


def write_outside(target: Target) -> str:
    with open(target["secret"] + ".written", "w") as file:
        file.write("x")
    return "wrote a file"


def signal_keeper(target: Target) -> str:
    _other(target["keeper"])
    os.kill(target["keeper"], 0)
    return "may send signals"


def read_environment(target: Target) -> str:
    _other(target["keeper"])
    with open(f"/proc/{target['keeper']}/environ", "rb") as file:
        return f"read {len(file.read())} bytes"


def read_memory(target: Target) -> str:
    _other(target["keeper"])
    with open(f"/proc/{target['keeper']}/mem", "rb"):
        return "opened the memory"


def trace_keeper(target: Target) -> str:
    libc = ctypes.CDLL(None, use_errno=True)
    _checked(libc.ptrace(PTRACE_ATTACH, ctypes.c_long(target["victim"]), None, None))
    return "attached"


def limit_keeper(target: Target) -> str:
    _other(target["keeper"])
    now = resource.prlimit(target["keeper"], resource.RLIMIT_NOFILE)
    resource.prlimit(target["keeper"], resource.RLIMIT_NOFILE, now)
    return "may change limits"


def tcp(target: Target) -> str:
    socket.create_connection(("127.0.0.1", target["tcp_port"]), 2).close()
    return "connected"


def udp(target: Target) -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.sendto(b"x", ("127.0.0.1", target["tcp_port"]))
    return "sent"


def abstract_socket(target: Target) -> str:
    with socket.socket(socket.AF_UNIX) as sock:
        sock.settimeout(2)
        sock.connect("\0" + target["socket_name"])
    return "connected"


def fork(target: Target) -> str:
    child = os.fork()
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)
    return "forked"


def execute(target: Target) -> None:
    # Replaces this process: the doctor sees the program's exit code instead of an answer.
    os.execv("/bin/sh", ["sh", "-c", f"exit {target['exit_code']}"])


def user_namespace(target: Target) -> str:
    _checked(ctypes.CDLL(None, use_errno=True).unshare(CLONE_NEWUSER))
    return "made one"


def raise_limit(target: Target) -> str:
    try:
        mmap.mmap(-1, target["too_many_bytes"]).close()
    except OSError:
        resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        return "raised its limit"
    return "mapped more than allowed"


def _other(pid: int) -> None:
    if pid == os.getpid():
        raise PermissionError("that number is this process, in a namespace of its own")


def _checked(result: int) -> None:
    if result < 0:
        raise OSError(ctypes.get_errno(), "refused")
