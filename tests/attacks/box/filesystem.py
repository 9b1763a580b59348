"""Expect: ex=PASSED err=PASSED claim=PASSED cell=PASSED

Read, list, link, copy and rename what belongs to the grader, from every start that a path can have.
"""

import shutil

secret, folder = TARGET["secret"], TARGET["folder"]
here = os.open(".", os.O_PATH)
up = "../" * 40 + secret.lstrip("/")
attempt("read", lambda: open(secret).read())
attempt("read from here", lambda: open(up).read())
attempt("read by openat", lambda: os.open(up, os.O_RDONLY, dir_fd=here))
attempt(
    "read by a path descriptor",
    lambda: os.open(secret, os.O_PATH) and open(f"/dev/fd/{os.open(secret, os.O_PATH)}").read(),
)
attempt("list", lambda: os.listdir(folder))
attempt(
    "walk",
    lambda: [f for _, _, files in os.walk("/") for f in files if f == os.path.basename(secret)][0],
)
attempt("write", lambda: open(secret, "a").write("x"))
attempt("write beside", lambda: open(folder + "/beside", "w").write("x"))
attempt("remove", lambda: os.unlink(secret))
attempt("replace", lambda: os.rename("cell_2.py", secret))
attempt("take", lambda: os.rename(secret, "taken"))
attempt("hard link", lambda: os.link(secret, "link"))
attempt("symbolic link", lambda: os.symlink(secret, "link"))
attempt("truncate", lambda: os.truncate(secret, 0))
attempt("modes", lambda: os.chmod(secret, 0o777))
attempt("owner", lambda: os.chown(secret, os.getuid(), -1))
attempt("times", lambda: os.utime(secret))
attempt("attributes", lambda: os.setxattr(secret, "user.x", b"x"))
attempt("root", lambda: os.chroot("."))
attempt("device", lambda: os.mknod("memory", 0o20600, os.makedev(1, 1)))
attempt("pipe with a name", lambda: os.mkfifo("pipe"))
attempt("copy", lambda: shutil.copyfile(secret, "copy"))
attempt("watch", lambda: call(SYSCALLS["inotify_init"]))
attempt("handle", lambda: call(SYSCALLS["name_to_handle_at"], -100, secret.encode(), 0, 0, 0))
