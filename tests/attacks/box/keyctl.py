"""Expect: ex=PASSED err=PASSED claim=PASSED cell=CRASHED

The keyring of the user who grades: asking for it ends the box.
"""

call(SYSCALLS["keyctl"], 0, -4, 1)
print("GOT THROUGH: keyctl")
