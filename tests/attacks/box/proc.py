"""Expect: ex=PASSED err=PASSED claim=PASSED cell=PASSED

The grader's environment, memory, descriptors and root folder through /proc, and a file of oneself.
"""

for who in ("self", "1", str(TARGET["keeper"]), str(TARGET["zygote"])):
    for what in ("environ", "mem", "maps", "cmdline", "status", "root/etc/passwd", "ns/net"):
        attempt(f"{who}/{what}", lambda: open(f"/proc/{who}/{what}", "rb").read(1))
    attempt(f"{who}/fd", lambda: os.listdir(f"/proc/{who}/fd"))
    attempt(f"{who}/task", lambda: os.listdir(f"/proc/{who}/task"))
    if who != "self":
        attempt(f"{who}/fd/0", lambda: open(f"/proc/{who}/fd/0", "rb"))
        attempt(f"{who}/cwd", lambda: os.readlink(f"/proc/{who}/cwd"))
    attempt(f"{who}/oom", lambda: open(f"/proc/{who}/oom_score_adj", "w").write("-1000"))
attempt("all", lambda: [n for n in os.listdir("/proc") if n.isdigit()][0])
attempt("keys", lambda: open("/proc/keys").read())
attempt("kernel", lambda: open("/proc/kallsyms").read(1))
