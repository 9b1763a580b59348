"""Expect: ex=PASSED err=PASSED claim=PASSED cell=PASSED

Processes by every way that Python and the kernel have: not one starts.
"""

import concurrent.futures
import multiprocessing
import pty
import subprocess


def left(child):
    """Tell of a child; it goes, so that a hole is found and the machine lives on."""
    if child == 0:
        os._exit(0)
    return child


attempt("fork", lambda: left(os.fork()))
attempt("forkpty", lambda: left(pty.fork()[0]))
attempt("vfork", lambda: left(call(SYSCALLS["vfork"])))
attempt("clone", lambda: left(call(SYSCALLS["clone"], 17, 0, 0, 0, 0)))
attempt("posix_spawn", lambda: os.posix_spawn("/bin/true", ["true"], {}))
attempt("subprocess", lambda: subprocess.run(["/bin/true"]))
attempt("shell", lambda: subprocess.check_output("true", shell=True))
for way in ("fork", "spawn", "forkserver"):
    context = multiprocessing.get_context(way)
    attempt(f"process by {way}", lambda: context.Process(target=print).start())
attempt("system", lambda: 1 / 0 if os.system("true") else "ran")
