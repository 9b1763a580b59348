"""Expect: ex=PASSED err=PASSED claim=PASSED cell=PASSED

Descriptors that would signal the keeper when they become ready: their owner cannot be set.
"""

import fcntl
import signal
import struct

ours, theirs = socket.socketpair()
keeper = TARGET["keeper"]
for fd in (3, ours.fileno()):
    attempt("F_SETOWN", lambda: fcntl.fcntl(fd, fcntl.F_SETOWN, keeper))
    attempt("F_SETOWN_EX", lambda: fcntl.fcntl(fd, 15, struct.pack("ii", 1, keeper)))
    attempt("F_SETSIG", lambda: fcntl.fcntl(fd, 10, signal.SIGKILL))
    attempt("FIOSETOWN", lambda: fcntl.ioctl(fd, 0x8901, struct.pack("i", keeper)))
    attempt("SIOCSPGRP", lambda: fcntl.ioctl(fd, 0x8902, struct.pack("i", keeper)))
    attempt("FIOASYNC", lambda: fcntl.ioctl(fd, 0x5452, struct.pack("i", 1)))
attempt("F_NOTIFY", lambda: fcntl.fcntl(os.open(".", os.O_RDONLY), 1026, 1))
attempt("F_SETLEASE", lambda: fcntl.fcntl(os.open("lease", os.O_CREAT | os.O_RDWR), 1024, 1))
attempt("terminal", lambda: fcntl.ioctl(0, 0x5412, b"x"))
ours.close(), theirs.close()
