"""Expect: ex=PASSED err=PASSED claim=PASSED cell=PASSED

Every call that sends a signal, to the keeper, its group and everybody: all refused.
"""

import signal

# Signal 0 asks whether one may. 9 would tell the same, once.
for who in (TARGET["keeper"], TARGET["zygote"], -1, 0, -TARGET["keeper"], os.getpid() + 1):
    attempt(f"kill {who}", lambda: os.kill(who, 0))
    attempt(f"group {who}", lambda: os.killpg(abs(who), 0))
    attempt(f"tkill {who}", lambda: call(SYSCALLS["tkill"], who, 0))
    attempt(f"tgkill {who}", lambda: call(SYSCALLS["tgkill"], who, who, 0))
    attempt(f"queue {who}", lambda: call(SYSCALLS["rt_sigqueueinfo"], who, 10, bytes(128)))
    attempt(f"priority {who}", lambda: call(SYSCALLS["setpriority"], 0, who, 19))
    attempt(f"limits {who}", lambda: __import__("resource").prlimit(who, 7, (3, 3)))
attempt("timer", lambda: call(SYSCALLS["timer_create"], 0, 0, 0))
