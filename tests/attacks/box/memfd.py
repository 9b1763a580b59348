"""Expect: ex=PASSED err=PASSED claim=PASSED cell=PASSED

A program of one's own, from memory without a name or from the private folder: never executed.
"""

attempt("memfd", lambda: os.memfd_create("program"))
attempt("secret memory", lambda: call(SYSCALLS["memfd_secret"], 0))
attempt(
    "O_TMPFILE", lambda: os.link(f"/proc/self/fd/{os.open('.', os.O_TMPFILE | os.O_RDWR)}", "link")
)
with open("program", "w") as file:
    file.write("#!/bin/sh\necho GOT THROUGH: program\n")
attempt("modes", lambda: os.chmod("program", 0o755))
for path in ("./program", "/bin/sh", sys.executable):
    attempt(f"execute {path}", lambda: os.execv(path, [path]))
    attempt(f"spawn {path}", lambda: os.posix_spawn(path, [path], {}))
attempt("execveat", lambda: call(SYSCALLS["execveat"], -100, b"./program", 0, 0, 0))
