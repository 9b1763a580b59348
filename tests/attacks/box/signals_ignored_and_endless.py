"""Expect: ex=TIME_LIMIT err=TIME_LIMIT claim=TIME_LIMIT cell=PASSED

Every signal ignored, blocked and caught, then a loop that swallows all exceptions.
"""

import signal

for number in range(1, 65):
    try:
        signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError):
        pass
signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())


def room_for(people):
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass
