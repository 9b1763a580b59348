"""Expect: ex=PASSED err=PASSED claim=PASSED cell=PASSED

The newer ways to mount, each refused.
"""

attempt("fsopen", lambda: call(SYSCALLS["fsopen"], b"tmpfs", 0))
attempt("open_tree", lambda: call(SYSCALLS["open_tree"], -100, b"/", 1))
attempt("move_mount", lambda: call(SYSCALLS["move_mount"], -100, b".", -100, b"/", 0))
attempt("mount_setattr", lambda: call(SYSCALLS["mount_setattr"], -100, b"/", 0, bytes(32), 32))
attempt("umount", lambda: call(SYSCALLS["umount2"], b"/", 2))
