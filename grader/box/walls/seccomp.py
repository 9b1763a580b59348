"""The seccomp filter: an allowlist of system calls, assembled by hand as classic BPF.

Three answers: a listed call is allowed, an attack tool kills the process, everything else fails
with EPERM, so that Python raises a readable PermissionError. Calls whose danger is in an argument
(clone, kill, prctl, …) have a rule of their own. Calls have other numbers on other processors
(`machines`); one without a table has no rung above D.
"""

from __future__ import annotations

import ctypes
import errno
from collections.abc import Iterable, Iterator
from functools import cache

from . import machines, syscalls
from .bpf import (
    ALLOW,
    ANY_BIT,
    ARCHITECTURE,
    AT_LEAST,
    EQUAL,
    INSTRUCTION_BYTES,
    KILL,
    NUMBER,
    Program,
    argument,
    give,
    jump,
    load,
    refuse,
)

_X32_CALLS = 0x40000000
_SET_MODE_FILTER = 1

_KILLED = """
ptrace process_vm_readv process_vm_writev bpf keyctl add_key request_key perf_event_open
userfaultfd io_uring_setup io_uring_enter io_uring_register kexec_load init_module finit_module
delete_module mount pivot_root pidfd_getfd kcmp open_by_handle_at
"""

# Not listed on purpose: chmod, fchmod, utime and truncate reach files that Landlock lets be read
# (Landlock has no right for the first three, and none for the last before ABI 3).
_ALLOWED = """
read write open close stat fstat lstat poll lseek mmap mprotect munmap brk rt_sigaction
rt_sigprocmask rt_sigreturn pread64 pwrite64 readv writev access pipe select sched_yield mremap
msync mincore madvise dup dup2 pause nanosleep getitimer alarm setitimer getpid sendto recvfrom
sendmsg recvmsg shutdown getsockname getpeername setsockopt getsockopt exit wait4 uname flock fsync
fdatasync ftruncate getdents getcwd chdir fchdir rename mkdir rmdir creat unlink readlink umask
gettimeofday getrlimit getrusage sysinfo times getuid getgid geteuid getegid getppid getpgrp
getgroups getresuid getresgid getpgid getsid rt_sigpending rt_sigtimedwait sigaltstack statfs
fstatfs sched_getparam sched_getscheduler sched_get_priority_max sched_get_priority_min arch_prctl
gettid futex sched_getaffinity epoll_create getdents64 set_tid_address restart_syscall fadvise64
clock_gettime clock_getres clock_nanosleep exit_group epoll_wait epoll_ctl openat mkdirat
newfstatat unlinkat renameat readlinkat faccessat pselect6 ppoll set_robust_list get_robust_list
epoll_pwait eventfd2 epoll_create1 dup3 pipe2 preadv pwritev getcpu renameat2 getrandom membarrier
statx rseq faccessat2 epoll_pwait2 futex_waitv
"""

_CLONE_THREAD = 0x10000
_AF_UNIX = 1
# SOCK_STREAM, alone and with SOCK_NONBLOCK and SOCK_CLOEXEC.
_STREAMS = (1, 0x801, 0x80001, 0x80801)
# Harmless questions to a descriptor: TCGETS, FIONREAD, FIONBIO, FIONCLEX, FIOCLEX, TIOCGWINSZ.
_IOCTLS = (0x5401, 0x541B, 0x5421, 0x5450, 0x5451, 0x5413)
# PR_SET_NAME, PR_GET_NAME and PR_SET_VMA: names of threads and mappings.
_PRCTLS = (15, 16, 0x53564D41)
# F_SETOWN, F_SETSIG, F_SETOWN_EX, F_SETLEASE, F_NOTIFY aim signals at others: kill without kill.
_FCNTLS_REFUSED = (8, 10, 15, 1024, 1026)


class _Filter(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("code", ctypes.c_char_p))


def available() -> bool:
    """Return whether this machine has a table."""
    return syscalls.MACHINE in machines.NUMBERS


def install(pid: int) -> None:
    """Install the filter in this process, whose id in its own namespace is `pid`."""
    code = program(pid)
    given = _Filter(len(code) // INSTRUCTION_BYTES, code)
    mode, flags = ctypes.c_uint(_SET_MODE_FILTER), ctypes.c_uint(0)
    syscalls.invoke("seccomp", mode, flags, ctypes.byref(given))


@cache
def program(pid: int, machine: str = syscalls.MACHINE) -> bytes:
    """Return the filter of a process with this id, for a `machine` that has a table."""
    numbers = machines.NUMBERS[machine]
    head = _head(machines.ARCHITECTURE[machine])
    rules = [
        # What a machine does not have it needs no rule for: an unknown number is refused.
        instruction
        for name, body in _rules(pid)
        if name in numbers
        for instruction in (jump(EQUAL, numbers[name], 0, len(body)), *body)
    ]
    return b"".join([*head, *rules, give(refuse(errno.EPERM))])


def _head(architecture: int) -> Program:
    """Kill foreign calling conventions: their numbers mean other calls."""
    return [
        load(ARCHITECTURE),
        jump(EQUAL, architecture, 1, 0),
        give(KILL),
        load(NUMBER),
        jump(AT_LEAST, _X32_CALLS, 0, 1),
        give(KILL),
    ]


def _rules(pid: int) -> Iterator[tuple[str, Program]]:
    """Yield calls, and for each what to do; it ends in an answer."""
    eperm = refuse(errno.EPERM)
    yield "clone", _threads_only()
    # glibc falls back to clone, whose flags a filter can see, when clone3 is unknown.
    yield "clone3", [give(refuse(errno.ENOSYS))]
    yield "ioctl", _one_of(1, _IOCTLS, ALLOW, refuse(errno.ENOTTY))
    yield "prctl", _one_of(0, _PRCTLS, ALLOW, eperm)
    yield "fcntl", _one_of(1, _FCNTLS_REFUSED, eperm, ALLOW)
    # asyncio needs a pair connected to itself; sockets that reach anything stay refused.
    yield "socketpair", _pair_of_streams()
    yield "prlimit64", _null_pointer(2)
    # abort() and raise() need these, towards oneself only.
    for name in ("kill", "tgkill"):
        yield name, _one_of(0, (pid,), ALLOW, eperm)
    for name in _KILLED.split():
        yield name, [give(KILL)]
    for name in _ALLOWED.split():
        yield name, [give(ALLOW)]


def _threads_only() -> Program:
    eperm = refuse(errno.EPERM)
    return [
        load(argument(0)),
        jump(ANY_BIT, syscalls.ALL_NAMESPACES, 0, 1),
        give(eperm),
        jump(ANY_BIT, _CLONE_THREAD, 0, 1),
        give(ALLOW),
        give(eperm),
    ]


def _pair_of_streams() -> Program:
    """Allow a pair of streams: one of datagrams could send to any other, the system's log too."""
    eperm = refuse(errno.EPERM)
    unix = [load(argument(0)), jump(EQUAL, _AF_UNIX, 1, 0), give(eperm)]
    return [*unix, *_one_of(1, _STREAMS, ALLOW, eperm)]


def _null_pointer(index: int) -> Program:
    """Allow a call whose pointer argument `index` is NULL: prlimit64 that only reads."""
    return [
        load(argument(index)),
        jump(EQUAL, 0, 0, 3),
        load(argument(index) + 4),
        jump(EQUAL, 0, 0, 1),
        give(ALLOW),
        give(refuse(errno.EPERM)),
    ]


def _one_of(index: int, values: Iterable[int], then: int, otherwise: int) -> Program:
    program = [load(argument(index))]
    for value in values:
        program += [jump(EQUAL, value, 0, 1), give(then)]
    return [*program, give(otherwise)]
