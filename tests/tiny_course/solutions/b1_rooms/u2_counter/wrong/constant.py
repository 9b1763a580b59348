"""Expect: ex=WRONG prop=WRONG err=WRONG"""


class Counter:
    def add(self, key):
        return 0


def running_sum(x, total):
    total[:] = 5
