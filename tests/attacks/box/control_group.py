"""Expect: ex=PASSED err=PASSED claim=PASSED cell=PASSED

Control groups of the grader and of the machine: limits raised, members moved or killed, groups made.
"""

for folder in ("/sys/fs/cgroup", *TARGET["groups"]):
    attempt(f"list {folder}", lambda: os.listdir(folder))
    attempt(f"make {folder}", lambda: os.mkdir(f"{folder}/grader-of-mine"))
    for name, value in (
        ("memory.max", "max"),
        ("memory.limit_in_bytes", "-1"),
        ("pids.max", "max"),
        ("cgroup.procs", "0"),
        ("cgroup.freeze", "1"),
        ("cgroup.kill", "1"),
        ("cgroup.subtree_control", "-memory"),
    ):
        attempt(f"{folder}/{name}", lambda: open(f"{folder}/{name}", "w").write(value))
attempt("own", lambda: open("/proc/self/cgroup").read())
