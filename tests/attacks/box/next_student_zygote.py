"""Expect: ex=PASSED err=PASSED claim=PASSED cell=PASSED

The process that makes the boxes: reached by memory, signals or a descriptor, it is not.
"""

import gc

attempt("parent", lambda: os.kill(os.getppid(), 9) if os.getppid() > 1 else 1 / 0)
for thing in gc.get_objects():
    if type(thing).__name__ in ("Zygote", "_Zygote", "Workshop"):
        thing.uids = thing.binds = ()
for fd in range(4, 1024):
    attempt(f"descriptor {fd}", lambda: os.fstat(fd) if fd != channel.fileno() else 1 / 0)
ctypes.pythonapi.PyGC_Disable()
# What is shared copy-on-write is copied when it is written.
ctypes.memset(id(None), 255, 4)
