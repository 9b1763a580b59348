"""Expect: ex=TIME_LIMIT err=TIME_LIMIT claim=TIME_LIMIT cell=PASSED

One step of C that never lets another thread of Python run: the clock is the keeper's.
"""

import re


def room_for(people):
    return re.match(r"(a|a)*$", "a" * 60 + "b")
