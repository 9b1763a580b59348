"""Expect: ex=PASSED err=PASSED claim=PASSED cell=CRASHED

Write the keeper's memory across processes: the call ends the box.
"""

call(SYSCALLS["process_vm_writev"], TARGET["keeper"], 0, 0, 0, 0, 0)
print("GOT THROUGH: process_vm_writev")
