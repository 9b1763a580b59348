"""What differs between processors: the number of each system call, and the name of the machine.

Only calls that `seccomp` has a rule for. x86_64 is the kernel's own list (asm/unistd_64.h); aarch64
comes from the generic one (asm-generic/unistd.h of Debian's arm64 headers) and was never run on
hardware: tests compare it with the headers, run the filter in an interpreter, and boot a machine
that QEMU emulates (tests/emulated). What aarch64 lacks are the older forms of calls that it has
under another name: open is openat there, stat newfstatat. The rest of the filter is the same on
both: little-endian arguments, flags in clone's argument 0, and ioctl, fcntl, prctl and socket
constants.
"""

from __future__ import annotations

ARCHITECTURE = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
"""The kernel's name of each machine's calling convention (AUDIT_ARCH_X86_64, …_AARCH64)."""

UNTRIED = frozenset({"aarch64"})
"""Machines whose filter never ran on hardware."""

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

_AARCH64 = """
getcwd=17 eventfd2=19 epoll_create1=20 epoll_ctl=21 epoll_pwait=22 dup=23 dup3=24 fcntl=25
ioctl=29 flock=32 mkdirat=34 unlinkat=35 renameat=38 mount=40 pivot_root=41 statfs=43 fstatfs=44
ftruncate=46 faccessat=48 chdir=49 fchdir=50 openat=56 close=57 pipe2=59 getdents64=61 lseek=62
read=63 write=64 readv=65 writev=66 pread64=67 pwrite64=68 preadv=69 pwritev=70 pselect6=72
ppoll=73 readlinkat=78 newfstatat=79 fstat=80 fsync=82 fdatasync=83 exit=93 exit_group=94
set_tid_address=96 futex=98 set_robust_list=99 get_robust_list=100 nanosleep=101 getitimer=102
setitimer=103 kexec_load=104 init_module=105 delete_module=106 clock_gettime=113 clock_getres=114
clock_nanosleep=115 ptrace=117 sched_getscheduler=120 sched_getparam=121 sched_getaffinity=123
sched_yield=124 sched_get_priority_max=125 sched_get_priority_min=126 restart_syscall=128 kill=129
tgkill=131 sigaltstack=132 rt_sigaction=134 rt_sigprocmask=135 rt_sigpending=136
rt_sigtimedwait=137 rt_sigreturn=139 getresuid=148 getresgid=150 times=153 getpgid=155 getsid=156
getgroups=158 uname=160 getrlimit=163 getrusage=165 umask=166 prctl=167 getcpu=168
gettimeofday=169 getpid=172 getppid=173 getuid=174 geteuid=175 getgid=176 getegid=177 gettid=178
sysinfo=179 socketpair=199 getsockname=204 getpeername=205 sendto=206 recvfrom=207 setsockopt=208
getsockopt=209 shutdown=210 sendmsg=211 recvmsg=212 brk=214 munmap=215 mremap=216 add_key=217
request_key=218 keyctl=219 clone=220 mmap=222 fadvise64=223 mprotect=226 msync=227 mincore=232
madvise=233 perf_event_open=241 wait4=260 prlimit64=261 open_by_handle_at=265 process_vm_readv=270
process_vm_writev=271 kcmp=272 finit_module=273 renameat2=276 getrandom=278 bpf=280
userfaultfd=282 membarrier=283 statx=291 rseq=293 io_uring_setup=425 io_uring_enter=426
io_uring_register=427 clone3=435 pidfd_getfd=438 faccessat2=439 epoll_pwait2=441 futex_waitv=449
"""


def _table(text: str) -> dict[str, int]:
    return {name: int(number) for name, number in (pair.split("=") for pair in text.split())}


NUMBERS: dict[str, dict[str, int]] = {"x86_64": _table(_X86_64), "aarch64": _table(_AARCH64)}
