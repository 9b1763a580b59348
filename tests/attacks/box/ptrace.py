"""Expect: ex=PASSED err=PASSED claim=PASSED cell=CRASHED

Attach to the keeper: the call ends the box, and the cells below it still count.
"""

call(SYSCALLS["ptrace"], 16, TARGET["keeper"], 0, 0)
print("GOT THROUGH: ptrace")
