"""Expect: ex=PASSED err=PASSED claim=PASSED cell=CRASHED

A ring does what the filter cannot see: making one ends the box.
"""

call(SYSCALLS["io_uring_setup"], 8, bytes(120))
print("GOT THROUGH: io_uring")
