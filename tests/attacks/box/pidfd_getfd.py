"""Expect: ex=PASSED err=PASSED claim=PASSED cell=CRASHED

Take a descriptor of the keeper: the call ends the box.
"""

call(SYSCALLS["pidfd_getfd"], 3, 0, 0)
print("GOT THROUGH: pidfd_getfd")
