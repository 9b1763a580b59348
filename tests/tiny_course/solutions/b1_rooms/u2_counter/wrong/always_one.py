"""Expect: ex=WRONG prop=WRONG err=WRONG"""


class Counter:
    def add(self, key):
        return 1
