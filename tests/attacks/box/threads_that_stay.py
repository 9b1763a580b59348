"""Expect: ex=WRONG err=PASSED claim=WRONG cell=PASSED

A thread that lives on between calls and rewrites the answers of the grader's own code.
"""

import threading
import time

import _box.inside.serve as serve


def haunt():
    while True:
        time.sleep(0.001)
        for name in ("value", "buffers"):
            setattr(serve, name, "small")


threading.Thread(target=haunt, daemon=True).start()
_honest = room_for


def room_for(people):
    _honest(people)
    return "none"
