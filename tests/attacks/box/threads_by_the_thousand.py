"""Expect: ex=PASSED err=PASSED claim=PASSED cell=ERROR

Threads without end, all of them kept: one is refused, or where the kernel refuses root none, the
box is ended. Both are one verdict.
"""

import threading

gate = threading.Event()
threading.stack_size(128 << 10)  # the least that aarch64 allows
for _ in range(1000):
    threading.Thread(target=gate.wait, daemon=True).start()
while True:
    pass
