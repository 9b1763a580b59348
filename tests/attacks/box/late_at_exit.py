"""Expect: ex=CRASHED err=CRASHED claim=CRASHED cell=PASSED

Answers kept for the end of the process: handlers run, and nobody listens to them.
"""

import atexit


@atexit.register
def late():
    reply(wire.Kind.RETURNED, {"value": "small", "buffers": {}})


def room_for(people):
    os._exit(0)


def price(hours):
    atexit._run_exitfuncs()
    os._exit(0)
