"""Expect: ex=PASSED err=PASSED claim=PASSED cell=PASSED

Memory that would outlive the box or join two of them: System V, POSIX and multiprocessing.
"""

import mmap
from multiprocessing import shared_memory

attempt("shmget", lambda: call(SYSCALLS["shmget"], 0x1234, 4096, 0o1666))
attempt("shmat", lambda: call(SYSCALLS["shmat"], 0, 0, 0))
attempt("semget", lambda: call(SYSCALLS["semget"], 0x1234, 1, 0o1666))
attempt("msgget", lambda: call(SYSCALLS["msgget"], 0x1234, 0o1666))
attempt("mq_open", lambda: call(SYSCALLS["mq_open"], b"q", 0o102, 0o666, 0))
attempt("shm_open", lambda: shared_memory.SharedMemory("box_attack", create=True, size=4096))
attempt("/dev/shm", lambda: open("/dev/shm/box_attack", "w"))
attempt("hugetlb", lambda: mmap.mmap(-1, 2 << 20, mmap.MAP_SHARED | mmap.MAP_ANONYMOUS | 0x40000))
