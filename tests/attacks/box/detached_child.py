"""Expect: ex=PASSED err=PASSED claim=PASSED cell=ERROR

What beat nbgrader and otter: a process that leaves its session and edits the marks later.
"""


def detach():
    os.setsid()
    if os.fork() == 0:
        sys.stdout = open(os.devnull, "w")
        os.setsid()
        while True:
            pass


attempt("daemon", detach)
for tool in ("at", "crontab", "systemd-run", "nohup", "setsid"):
    attempt(tool, lambda: os.posix_spawnp(tool, [tool], {}))
os.fork()
print("GOT THROUGH: fork")
