"""The seccomp filter: an allowlist of system calls, assembled by hand as classic BPF.

By hand because a filter library needs 12-14 ms a filter and this takes 0.7 ms once per zygote.
Three answers: a listed call is allowed, an attack tool kills the process, everything else fails
with EPERM, so that Python raises a readable PermissionError. Calls whose danger is in an argument
(clone, kill, prctl, …) have a rule of their own. The numbers live in `NUMBERS`, one table per
machine; a machine without a table has no rung above D.
"""

from __future__ import annotations

import ctypes
import errno
import struct
from collections.abc import Iterable
from functools import cache

from . import syscalls

ALLOW, KILL = 0x7FFF0000, 0x80000000
_ARCHITECTURE = {"x86_64": 0xC000003E}
_X32_CALLS = 0x40000000
_SET_MODE_FILTER = 1

# Offsets in struct seccomp_data; an argument is 64 bits, low half first.
_NUMBER, _ARCH, _ARGUMENTS = 0, 4, 16
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06

_X86_64 = """
read=0 write=1 open=2 close=3 stat=4 fstat=5 lstat=6 poll=7 lseek=8 mmap=9 mprotect=10 munmap=11
brk=12 rt_sigaction=13 rt_sigprocmask=14 rt_sigreturn=15 ioctl=16 pread64=17 pwrite64=18 readv=19
writev=20 access=21 pipe=22 select=23 sched_yield=24 mremap=25 msync=26 mincore=27 madvise=28
dup=32 dup2=33 pause=34 nanosleep=35 getitimer=36 alarm=37 setitimer=38 getpid=39 sendto=44
recvfrom=45 sendmsg=46 recvmsg=47 shutdown=48 getsockname=51 getpeername=52 socketpair=53
setsockopt=54 getsockopt=55 clone=56 exit=60 wait4=61 kill=62 uname=63 fcntl=72 flock=73 fsync=74
fdatasync=75 ftruncate=77 getdents=78 getcwd=79 chdir=80 fchdir=81 rename=82 mkdir=83 rmdir=84
creat=85 unlink=87 readlink=89 umask=95 gettimeofday=96 getrlimit=97 getrusage=98 sysinfo=99
times=100 ptrace=101 getuid=102 getgid=104 geteuid=107 getegid=108 getppid=110 getpgrp=111
getgroups=115 getresuid=118 getresgid=120 getpgid=121 getsid=124 rt_sigpending=127
rt_sigtimedwait=128 sigaltstack=131 statfs=137 fstatfs=138 sched_getparam=143
sched_getscheduler=145 sched_get_priority_max=146 sched_get_priority_min=147 pivot_root=155
prctl=157 arch_prctl=158 mount=165 init_module=175 delete_module=176 gettid=186 futex=202
sched_getaffinity=204 epoll_create=213 getdents64=217 set_tid_address=218 restart_syscall=219
fadvise64=221 clock_gettime=228 clock_getres=229 clock_nanosleep=230 exit_group=231 epoll_wait=232
epoll_ctl=233 tgkill=234 kexec_load=246 add_key=248 request_key=249 keyctl=250 openat=257
mkdirat=258 newfstatat=262 unlinkat=263 renameat=264 readlinkat=267 faccessat=269 pselect6=270
ppoll=271 set_robust_list=273 get_robust_list=274 epoll_pwait=281 eventfd2=290 epoll_create1=291
dup3=292 pipe2=293 preadv=295 pwritev=296 perf_event_open=298 prlimit64=302
open_by_handle_at=304 getcpu=309 process_vm_readv=310 process_vm_writev=311 kcmp=312
finit_module=313 renameat2=316 getrandom=318 bpf=321 userfaultfd=323 membarrier=324 statx=332
rseq=334 io_uring_setup=425 io_uring_enter=426 io_uring_register=427 clone3=435 pidfd_getfd=438
faccessat2=439 epoll_pwait2=441 futex_waitv=449
"""

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

NUMBERS: dict[str, dict[str, int]] = {
    "x86_64": {name: int(n) for name, n in (pair.split("=") for pair in _X86_64.split())}
}

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

Program = list[bytes]
_INSTRUCTION_BYTES = 8


class _Filter(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("code", ctypes.c_char_p))


def available() -> bool:
    """Return whether this machine has a table."""
    return syscalls.MACHINE in NUMBERS


def install(pid: int) -> None:
    """Install the filter in this process, whose id in its own namespace is `pid`."""
    code = program(pid)
    given = _Filter(len(code) // _INSTRUCTION_BYTES, code)
    mode, flags = ctypes.c_uint(_SET_MODE_FILTER), ctypes.c_uint(0)
    syscalls.invoke("seccomp", mode, flags, ctypes.byref(given))


@cache
def program(pid: int) -> bytes:
    """Return the filter of a process with this id."""
    return b"".join([*_head(), *_rules(pid), _give(_refuse(errno.EPERM))])


def _head() -> Program:
    """Kill foreign calling conventions: their numbers mean other calls."""
    return [
        _load(_ARCH),
        _jump(_EQUAL, _ARCHITECTURE[syscalls.MACHINE], 1, 0),
        _give(KILL),
        _load(_NUMBER),
        _jump(_AT_LEAST, _X32_CALLS, 0, 1),
        _give(KILL),
    ]


def _rules(pid: int) -> Program:
    eperm = _refuse(errno.EPERM)
    rules = _on("clone", _threads_only())
    # glibc falls back to clone, whose flags a filter can see, when clone3 is unknown.
    rules += _on("clone3", [_give(_refuse(errno.ENOSYS))])
    rules += _on("ioctl", _one_of(1, _IOCTLS, ALLOW, _refuse(errno.ENOTTY)))
    rules += _on("prctl", _one_of(0, _PRCTLS, ALLOW, eperm))
    rules += _on("fcntl", _one_of(1, _FCNTLS_REFUSED, eperm, ALLOW))
    # asyncio needs a pair connected to itself; sockets that reach anything stay refused.
    rules += _on("socketpair", _pair_of_streams())
    rules += _on("prlimit64", _null_pointer(2))
    # abort() and raise() need these, towards oneself only.
    for name in ("kill", "tgkill"):
        rules += _on(name, _one_of(0, (pid,), ALLOW, eperm))
    for name in _KILLED.split():
        rules += _on(name, [_give(KILL)])
    for name in _ALLOWED.split():
        rules += _on(name, [_give(ALLOW)])
    return rules


def _threads_only() -> Program:
    eperm = _refuse(errno.EPERM)
    return [
        _load(_argument(0)),
        _jump(_ANY_BIT, syscalls.ALL_NAMESPACES, 0, 1),
        _give(eperm),
        _jump(_ANY_BIT, _CLONE_THREAD, 0, 1),
        _give(ALLOW),
        _give(eperm),
    ]


def _pair_of_streams() -> Program:
    """Allow a pair of streams: one of datagrams could send to any other, the system's log too."""
    eperm = _refuse(errno.EPERM)
    unix = [_load(_argument(0)), _jump(_EQUAL, _AF_UNIX, 1, 0), _give(eperm)]
    return [*unix, *_one_of(1, _STREAMS, ALLOW, eperm)]


def _null_pointer(index: int) -> Program:
    """Allow a call whose pointer argument `index` is NULL: prlimit64 that only reads."""
    return [
        _load(_argument(index)),
        _jump(_EQUAL, 0, 0, 3),
        _load(_argument(index) + 4),
        _jump(_EQUAL, 0, 0, 1),
        _give(ALLOW),
        _give(_refuse(errno.EPERM)),
    ]


def _one_of(index: int, values: Iterable[int], then: int, otherwise: int) -> Program:
    program = [_load(_argument(index))]
    for value in values:
        program += [_jump(_EQUAL, value, 0, 1), _give(then)]
    return [*program, _give(otherwise)]


def _on(name: str, body: Program) -> Program:
    """Run `body`, which ends in an answer, when the call is `name`."""
    return [_jump(_EQUAL, NUMBERS[syscalls.MACHINE][name], 0, len(body)), *body]


def _refuse(code: int) -> int:
    return 0x50000 | code


def _argument(index: int) -> int:
    return _ARGUMENTS + 8 * index


def _load(offset: int) -> bytes:
    return struct.pack("<HBBI", _LOAD, 0, 0, offset)


def _give(answer: int) -> bytes:
    return struct.pack("<HBBI", _RETURN, 0, 0, answer)


def _jump(test: int, value: int, then: int, otherwise: int) -> bytes:
    return struct.pack("<HBBI", test, then, otherwise, value)
