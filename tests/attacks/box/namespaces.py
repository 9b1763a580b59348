"""Expect: ex=PASSED err=PASSED claim=PASSED cell=PASSED

New namespaces of every kind, alone and with a process, and the way back into the host's.
"""

for flag in (0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000):
    attempt(f"unshare {flag:#x}", lambda: call(SYSCALLS["unshare"], flag))
    attempt(f"clone {flag:#x}", lambda: call(SYSCALLS["clone"], flag | 17, 0, 0, 0, 0))
    attempt(f"thread {flag:#x}", lambda: call(SYSCALLS["clone"], flag | 0x10F00, 0, 0, 0, 0))
    attempt(f"setns {flag:#x}", lambda: call(SYSCALLS["setns"], 3, flag))
attempt("clone3", lambda: call(SYSCALLS["clone3"], bytes(88), 88))
attempt("user", lambda: os.setuid(0))
attempt("group", lambda: os.setgid(0))
attempt("capabilities", lambda: call(SYSCALLS["capset"], bytes(8), bytes(24)))
attempt("host name", lambda: socket.sethostname("x"))
